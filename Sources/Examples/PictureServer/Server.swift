// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc
import Synchronization

/// An HTTP server for uploads, with as few lines as possible. Each connection has a thread, so that slow clients block no task.
final class Server: Sendable {
  typealias Handler = @Sendable (_ path: String, _ body: Data) async -> (status: String, body: Data)

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private static let mostConnections = 64
  private static let largestHead = 16 << 10
  private static let largestBody = 32 << 20
  /// The seconds after which a client that sends or accepts nothing is dropped.
  private static let patience = 20
  /// POLLRDHUP, which Swift's Glibc lacks.
  private static let hangUp: Int16 = 0x2000
  private static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// The answer of a task to the thread of its connection.
  private final class Answer: Sendable {
    let value = Mutex<(status: String, body: Data)?>(nil)
  }

  let port: UInt16
  private let listener: Int32
  private let connections = Mutex(0)

  /// Listens on the loopback interface. Port 0 is any free port.
  init(port: UInt16) throws(Failure) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var (one, address): (Int32, sockaddr_in) = (1, sockaddr_in())
    _ = unsafe setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(listener, address, length) != 0 || listen(listener, 64) != 0
          || getsockname(listener, address, &length) != 0
      }
    }
    guard !status else { throw Failure(description: "port \(port): \(unsafe String(cString: strerror(errno)))") }
    (self.listener, self.port) = (listener, UInt16(bigEndian: address.sin_port))
  }

  /// Answers requests on the calling thread until the process ends.
  func serve(_ handler: @escaping Handler) -> Never {
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else {
        // The limit of open files, for example, is temporary.
        usleep(10_000)
        continue
      }
      // Workers must not keep the connection open.
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      let count = connections.withLock { count in
        count += 1
        return count
      }
      guard count <= Self.mostConnections else {
        send("503 Service Unavailable", Data(), to: client)
        end(client)
        continue
      }
      Thread.detachNewThread { [self] in
        handle(client, handler)
        end(client)
      }
    }
  }

  private func end(_ client: Int32) {
    close(client)
    connections.withLock { $0 -= 1 }
  }

  private func handle(_ client: Int32, _ handler: @escaping Handler) {
    var time = timeval(tv_sec: Self.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      _ = unsafe setsockopt(client, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    guard let request = request(from: client) else { return send("400 Bad Request", Data(), to: client) }
    var ends: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      return send("503 Service Unavailable", Data(), to: client)
    }
    let (reading, writing, answer) = (ends[0], ends[1], Answer())
    let task = Task {
      let (status, body) = await handler(request.path, request.body)
      answer.value.withLock { $0 = (status, body) }
      close(writing)
    }
    var watched = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: client, events: Self.hangUp, revents: 0),
    ]
    while watched[0].revents == 0 {
      guard unsafe poll(&watched, nfds_t(watched.count), -1) > 0 else { continue }
      guard watched[1].revents != 0 else { continue }
      // The client no longer waits for the answer.
      task.cancel()
      watched[1].fd = -1
    }
    close(reading)
    if let (status, body) = answer.value.withLock(\.self), watched[1].fd >= 0 { send(status, body, to: client) }
  }

  /// Reads available bytes, and returns their number. A call with a time limit also ends if the process was stopped for a moment.
  private static func receive(_ chunk: inout [UInt8], from client: Int32) -> Int {
    while true {
      let count = unsafe recv(client, &chunk, chunk.count, 0)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Reads a request. Returns `nil` if it isn't an upload of an acceptable size.
  private func request(from client: Int32) -> (path: String, body: Data)? {
    var (head, rest) = ("", Data())
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while head.isEmpty {
      let count = Self.receive(&chunk, from: client)
      guard count > 0, rest.count + count <= Self.largestHead + chunk.count else { return nil }
      rest.append(contentsOf: chunk[..<count])
      guard let end = rest.firstRange(of: Data("\r\n\r\n".utf8)), end.lowerBound <= Self.largestHead else { continue }
      head = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      rest = Data(rest[end.upperBound...])
    }
    let lines = head.split(separator: "\r\n")
    let words = lines[0].split(separator: " ")
    let length = lines.dropFirst().lazy.compactMap { line in
      line.lowercased().hasPrefix("content-length:") ? Int(line.dropFirst(15).filter { $0 != " " }) : nil
    }.first
    guard words.count == 3, words[0] == "POST", let length, (1...Self.largestBody).contains(length) else { return nil }
    if head.lowercased().contains("expect: 100-continue") {
      _ = unsafe Glibc.send(client, Self.goOn, Self.goOn.count, 0)
    }
    while rest.count < length {
      let count = Self.receive(&chunk, from: client)
      guard count > 0 else { return nil }
      rest.append(contentsOf: chunk[..<count])
    }
    return (String(words[1]), rest.prefix(length))
  }

  private func send(_ status: String, _ body: Data, to client: Int32) {
    var bytes = Data(
      "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        .utf8)
    bytes.append(body)
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.send(client, $0.baseAddress, $0.count, 0) }
      guard count > 0 || errno == EINTR else { return }
      bytes = Data(bytes.dropFirst(max(0, count)))
    }
  }
}
