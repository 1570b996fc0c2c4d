// SPDX-License-Identifier: GPL-3.0-or-later
// Support: libraries that the real program serves.

import DocScanFixtures
import Glibc

/// A library that the real program serves for the lifetime of this value.
final class ServedLibrary {
  let program: RunningCommand

  /// The most recently printed address; each works for one browser.
  var address: String { printed.last ?? "" }
  private var printed: [String] {
    (program.outputSoFar + program.errorsSoFar).split(separator: "\n").compactMap { line in
      line.firstRange(of: "http://").map { String(line[$0.lowerBound...]) }
    }
  }
  let port: Int
  /// The prefix of all paths, without a trailing slash.
  let base: String
  /// The token in the address.
  var token: String { address.split(separator: "=").last.map(String.init) ?? "" }
  /// The cookie that an address with a token returned.
  private(set) var cookie = ""
  /// The header with which the server set the cookie.
  private(set) var setCookie = ""

  /// The server's host name.
  private let host: String
  /// The library, which must exist as long as it is served.
  private let library: ViewLibrary

  init(_ library: ViewLibrary, command: String = "view", _ options: [String] = []) throws {
    self.library = library
    let program = try Command.product("docscan", [command, library.path, "--serve"] + options).start()
    let printed = { program.outputSoFar.split(separator: "\n").first { $0.hasPrefix("http://") } }
    guard try program.wait(until: { printed() != nil && program.outputSoFar.hasSuffix("\n") }), let line = printed()
    else {
      throw FixtureError("Nothing is served: \(program.outputSoFar) \(program.errorsSoFar)")
    }
    self.program = program
    let parts = line.dropFirst("http://".count).split(separator: "/", omittingEmptySubsequences: false)
    port = Int(parts[0].split(separator: ":").last ?? "") ?? 0
    host = parts[0].hasPrefix("0.0.0.0") ? "127.0.0.1:\(port)" : String(parts[0])
    base = parts.count > 2 ? "/\(parts[1])" : ""
    guard !base.isEmpty else { return }
    let (count, token) = (self.printed.count, self.token)
    let head = try ask("/?token=\(token)", isKnown: false).head
    setCookie = String(head.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }?.dropFirst(12) ?? "")
    cookie = String(setCookie.prefix { $0 != ";" })
    guard try program.wait(until: { self.printed.count > count }) else {
      throw FixtureError("There is no other token.")
    }
  }

  deinit { program.send(signal: SIGTERM) }

  /// Sends a request unchanged and returns the whole answer; adds the cookie unless `isKnown` is false.
  func ask(
    _ target: String, method: String = "GET", host: String? = nil, headers: [String] = [], isKnown: Bool = true,
    body: String? = nil
  ) throws -> Answer {
    let lines =
      [
        "\(method) \(target.hasPrefix("/") ? base + target : target) HTTP/1.1", "Host: \(host ?? self.host)",
        "Connection: close",
      ] + headers
      + (isKnown ? ["Cookie: \(cookie)"] : []) + (body.map { ["Content-Length: \($0.utf8.count)"] } ?? [])
    let connection = try connect()
    try connection.send((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8)
    return Answer(try connection.rest())
  }

  func connect() throws -> Connection {
    try Connection(port: port, address: UInt32(host.hasPrefix("127.0.0.2") ? 0x7F00_0002 : 0x7F00_0001))
  }

  /// A server's answer.
  struct Answer {
    let status: Int
    let head: String
    let body: [UInt8]

    init(_ bytes: [UInt8]) {
      let end = bytes.indices.first { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) } ?? bytes.endIndex
      head = String(decoding: bytes[..<end], as: UTF8.self)
      body = Array(bytes[min(end + 4, bytes.endIndex)...])
      let words = head.split(separator: " ", maxSplits: 2)
      status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    var text: String { String(decoding: body, as: UTF8.self) }
  }
}
