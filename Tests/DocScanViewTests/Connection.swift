// SPDX-License-Identifier: GPL-3.0-or-later
// Support: connections that can send any bytes.

import DocScanFixtures
import Glibc

/// A connection to a local port that can send any bytes.
final class Connection: Sendable {
  /// The time in milliseconds after which the server counts as stuck.
  private static let patience: Int32 = 120_000

  private let descriptor: Int32

  init(port: Int, address number: UInt32 = INADDR_LOOPBACK) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = number.bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, size) }
    }
    guard status == 0 else { throw FixtureError("Nobody listens on port \(port).") }
  }

  deinit { close(descriptor) }

  func send(_ bytes: some Sequence<UInt8>) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // The server closes the connection if a client sends too much.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns all bytes until the other side closes the connection.
  func rest() throws -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&waiting, 1, Self.patience) > 0 else { throw FixtureError("The server does not end.") }
      let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return all }
      all += chunk.prefix(count)
    }
  }
}
