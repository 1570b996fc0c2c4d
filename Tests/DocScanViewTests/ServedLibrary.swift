// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanFixtures
import Glibc

/// A library that the real program serves, until this value is gone.
final class ServedLibrary {
  /// The address that the program has printed.
  let address: String
  let program: RunningCommand

  var port: Int { Int(address.split(separator: ":").last?.prefix { $0.isNumber } ?? "") ?? 0 }
  /// What stands behind `token=` in the address.
  var token: String { address.split(separator: "=").last.map(String.init) ?? "" }
  /// The cookie that the address with the token gives a browser.
  var cookie: String { "docscan-\(port)=\(token)" }

  /// It has to be there as long as it is served.
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
    address = String(line)
  }

  deinit { program.send(signal: SIGTERM) }

  /// Sends a request as it stands and gives the whole answer; with what makes it welcome, unless it is not to be.
  func ask(
    _ target: String, method: String = "GET", host: String? = nil, headers: [String] = [], isKnown: Bool = true,
    body: String? = nil
  ) throws -> Answer {
    let lines =
      ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"] + headers
      + (isKnown ? ["Cookie: \(cookie)"] : []) + (body.map { ["Content-Length: \($0.utf8.count)"] } ?? [])
    let connection = try connect()
    try connection.send((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8)
    return Answer(try connection.rest())
  }

  func connect() throws -> Connection { try Connection(port: port) }

  /// What a server says.
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
