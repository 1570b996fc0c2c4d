// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: other computers get in only with the password and under known host names.

import DocScanFixtures
import FoundationEssentials
import Testing

extension ServeTests {
  private static let password = "open sesame 42"

  private static func library(mode: Int = 0o600, password: String = password + "\n") throws -> ViewLibrary {
    let library = try ViewLibrary()
    try library.add("letter")
    try library.folder.write(password, to: "password")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: library.folder / "password")
    return library
  }

  private static func basic(_ text: String) -> String {
    "Authorization: Basic \(Data(text.utf8).base64EncodedString())"
  }

  @Test("Requires the password from other computers, and checks host and origin") func otherComputersNeedThePassword()
    throws
  {
    let library = try Self.library()
    let served = try ServedLibrary(
      library,
      ["--listen", "0.0.0.0", "--password-file", library.folder / "password", "--host", "docs.example.org"])
    #expect(served.address == "http://0.0.0.0:\(served.port)/")
    #expect(served.program.errorsSoFar.contains("does not use TLS"))
    let answer = try served.ask("/", isKnown: false)
    #expect(answer.status == 401)
    #expect(answer.head.contains("WWW-Authenticate: Basic realm=\"docscan\", charset=\"UTF-8\""))
    for wrong in [":", "x:", "x:open sesame 43", Self.password, "x:\(Self.password) ", "x:\(Self.password):"] {
      #expect(try served.ask("/", headers: [Self.basic(wrong)], isKnown: false).status == 401, "\(wrong)")
    }
    for wrong in ["Authorization: Basic", "Authorization: Basic %%%", "Authorization: Bearer \(Self.password)"] {
      #expect(try served.ask("/", headers: [wrong], isKnown: false).status == 401, "\(wrong)")
    }
    let key = Self.basic("anybody:\(Self.password)")
    for host in ["127.0.0.1:\(served.port)", "10.1.2.3:\(served.port)", "docs.example.org"] {
      #expect(try served.ask("/", host: host, headers: [key], isKnown: false).status == 200, "\(host)")
    }
    for host in ["evil.example:\(served.port)", "docs.example.org.evil.example", "10.1.2.3"] {
      #expect(try served.ask("/", host: host, headers: [key], isKnown: false).status == 421, "\(host)")
    }
    let proxied = ["Origin: https://docs.example.org", key]
    #expect(try served.ask("/", host: "docs.example.org", headers: proxied, isKnown: false).status == 200)
    #expect(try served.ask("/", headers: [key, "Origin: http://evil.example"], isKnown: false).status == 403)
  }

  @Test(
    "Answers a request without the password or cookie before its body arrives", arguments: ["view", "review"],
    [false, true])
  func unreadBodies(command: String, isPublic: Bool) throws {
    let library = try Self.library()
    let options = ["--listen", "0.0.0.0", "--password-file", library.folder / "password"]
    let served = try ServedLibrary(library, command: command, isPublic ? options : [])
    try UnreadBody.check(
      port: served.port, targets: ["/", served.base + "/", served.base + "/.docscan/review/decide"],
      wrong: isPublic ? Self.basic("x:open sesame 43") : "Cookie: docscan-\(served.port)=0")
  }

  @Test("Explains missing or invalid options for other computers") func whatIsMissingForOtherComputersIsSaid() throws {
    let cases: [(mode: Int, password: String, options: [String], said: String)] = [
      (0o600, Self.password, ["--serve", "--listen", "0.0.0.0"], "lets other computers connect. Add --password-file"),
      (0o644, Self.password, ["--serve", "--listen", "0.0.0.0", "--password-file", "FILE"], "chmod 600"),
      (0o600, "short", ["--serve", "--listen", "0.0.0.0", "--password-file", "FILE"], "at least 12 characters"),
      (0o600, "", ["--serve", "--listen", "0.0.0.0", "--password-file", "FILE"], "at least 12 characters"),
      (0o600, Self.password, ["--serve", "--listen", "0.0.0.0", "--password-file", "none"], "cannot be read"),
      (0o600, Self.password, ["--serve", "--password-file", "FILE"], "needs --listen"),
      (0o600, Self.password, ["--port", "80"], "--port needs --serve"),
      (0o600, Self.password, ["--serve", "--port", "70000"], "expected a number from 1 to 65535"),
      (0o600, Self.password, ["--serve", "--listen", "nowhere", "--password-file", "FILE"], "cannot be used"),
    ]
    for (mode, text, options, said) in cases {
      let library = try Self.library(mode: mode, password: text)
      let words = options.map { $0 == "FILE" ? library.folder / "password" : $0 }
      let result = try Command.product("docscan", ["view", library.path] + words).run()
      #expect(result.exitCode == 2, "\(options)")
      #expect(result.errors.contains(said), "\(options): \(result.errors)")
    }
  }

  @Test("Reports a port that is in use") func aPortThatIsTakenIsSaid() throws {
    let library = try Self.library()
    let served = try ServedLibrary(library)
    let result = try Command.product("docscan", ["view", library.path, "--serve", "--port", "\(served.port)"]).run()
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("Port \(served.port) of 127.0.0.1 cannot be used: Address already in use."))
  }
}
