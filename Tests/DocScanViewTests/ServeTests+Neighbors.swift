// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: other servers, users, and files on the same computer can't read or block the library.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

extension ServeTests {
  private static func library() throws -> ViewLibrary {
    let library = try ViewLibrary()
    try library.add("letter")
    return library
  }

  @Test("Sends no cookie to another local server") func otherPortsGetNothing() throws {
    let served = try ServedLibrary(Self.library())
    let folder = try TemporaryFolder()
    let script = try folder.write(
      """
      import http.server, sys
      class H(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              sys.stdout.write("got " + str(self.headers.get("Cookie")) + "\\n"); sys.stdout.flush()
              self.send_response(200); self.end_headers(); self.wfile.write(b"<p id=there>")
          def log_message(self, *words): pass
      s = http.server.HTTPServer(("127.0.0.1", 0), H)
      sys.stdout.write("%d\\n" % s.server_port); sys.stdout.flush(); s.serve_forever()
      """, to: "other.py")
    let other = try Command("python3", [script]).start()
    defer { other.send(signal: SIGTERM) }
    #expect(try other.wait { other.outputSoFar.hasSuffix("\n") })
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.open(
      address: "http://127.0.0.1:\(other.outputSoFar.prefix { $0.isNumber })/",
      until: "document.getElementById('there')")
    #expect(other.outputSoFar.contains("got None") && !other.outputSoFar.contains("docscan-"))
  }

  @Test("Keeps tokens out of the list of processes") func argumentsHoldNoToken() throws {
    let library = try Self.library()
    let programs = try TemporaryFolder()
    try programs.writeProgram("#!/bin/sh\nprintf '%s' \"$1\" > \"$0.given\"\nsleep 4\n", to: "xdg-open")
    var command = try Command.product("docscan", ["view", library.path, "--serve", "--open"])
    command.environment = ["PATH": "\(programs.path):/usr/bin:/bin", "XDG_RUNTIME_DIR": programs.path]
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: programs.path)
    let program = try command.start()
    #expect(
      try program.wait { programs.contains("xdg-open.given") && (try? programs.text("xdg-open.given")) != "" },
      "\(program.outputSoFar) \(program.errorsSoFar)")
    let given = try programs.text("xdg-open.given")
    #expect(given.hasPrefix("file://\(programs.path)/docscan-open-"))
    let page = String(given.dropFirst("file://".count))
    let facts = try FileManager.default.attributesOfItem(atPath: page)
    #expect(facts[.posixPermissions] as? Int == 0o600)
    // The page opens the library: a real browser follows it and is let in.
    let browser = try Browser()
    try browser.open(address: given, until: "document.querySelector('.card')")
    #expect(try browser.text("location.search") == "")
    program.send(signal: SIGTERM)
    _ = try program.wait()
    #expect(!FileManager.default.fileExists(atPath: page))
  }

  @Test("Runs no script that was stored in a results folder") func storedScriptsDoNotRun() throws {
    let library = try Self.library()
    do { _ = try ServedLibrary(library) }
    let script = "out/.docscan/view/documents/letter/.pages/document.js"
    let before = try library.folder.text(script)
    try library.folder.write("window.PWN = 1; " + before, to: script)
    let served = try ServedLibrary(library)
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.value("location.hash = '#/doc/letter/1'")
    try browser.wait(for: "document.querySelector('main .notice')")
    #expect(try browser.value("window.PWN") == .null)
    #expect(try served.ask("/.docscan/view/documents/letter/.pages/document.js").status == 404)
    #expect(try served.ask("/.docscan/view/documents/letter/.pages/document.json").status == 404)
  }

  @Test("Loads no data from outside the viewer's folder") func addressesStayInTheFolder() throws {
    let library = try Self.library()
    _ = try Command.product("docscan", ["view", library.path]).check()
    try FileManager.default.createDirectory(atPath: library.folder / "evil/.pages", withIntermediateDirectories: true)
    try library.folder.write("window.PWN = 1;", to: "evil/.pages/document.js")
    let browser = try Browser()
    try browser.open(library.path, "#/doc/..%2F..%2F..%2F..%2Fevil/1", until: "document.querySelector('main .notice')")
    #expect(try browser.value("window.PWN") == .null)
  }

  @Test("Serves the owner although clients without a token keep connecting") func refusedRequestsEndTheirConnection()
    throws
  {
    let served = try ServedLibrary(Self.library())
    let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n\r\n"
    let port = served.port
    let thread = Task.detached {
      var lines: [Connection] = []
      while !Task.isCancelled {
        for line in lines { try? line.send(request.utf8) }
        while lines.count < 80, let line = try? Connection(port: port) { lines.append(line) }
        usleep(300_000)
      }
    }
    defer { thread.cancel() }
    usleep(1_500_000)
    for _ in 0..<8 { #expect(try served.ask("/").status == 200) }
    let refused = try served.connect()
    try refused.send(request.utf8)
    // The server closes the connection even though the client didn't ask for that.
    #expect(try String(decoding: refused.rest(), as: UTF8.self).contains("Connection: close"))
  }

  @Test("Slows down guessed passwords without delaying the correct one") func wrongPasswordsAreSlow() throws {
    let library = try Self.library()
    try library.folder.write("open sesame 42\n", to: "password")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: library.folder / "password")
    let served = try ServedLibrary(
      library, ["--listen", "0.0.0.0", "--password-file", library.folder / "password"])
    func key(_ password: String) -> String {
      "Authorization: Basic \(Data("x:\(password)".utf8).base64EncodedString())"
    }
    // One connection sends thirty guesses at once.
    let guesses = try served.connect()
    for number in 0..<30 {
      try guesses.send(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n\(key("open sesame \(number)"))\r\n\r\n".utf8)
    }
    #expect(try served.ask("/", headers: [key("open sesame 42")], isKnown: false).status == 200)
    let answers = try String(decoding: guesses.rest(), as: UTF8.self)
    #expect(answers.components(separatedBy: "401 Unauthorized") == 2, "One guess, then the connection ends.")
  }

  @Test("Shows a document whose name begins with a combining mark") func combiningNames() throws {
    let library = try Self.library()
    try library.add("\u{301}accent")
    let result = try Command.product("docscan", ["view", library.path]).check()
    #expect(result.output.contains("2 documents"))
    let browser = try Browser()
    try browser.open(library.path, until: "document.querySelectorAll('.card').length === 2")
  }

  @Test("Listens on another local address") func otherLocalAddress() throws {
    let served = try ServedLibrary(Self.library(), ["--listen", "127.0.0.2"])
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    #expect(served.address.hasPrefix("http://127.0.0.2:"))
  }
}

extension String {
  /// Returns the number of parts between separators.
  fileprivate func components(separatedBy mark: String) -> Int {
    split(separator: mark, omittingEmptySubsequences: false).count
  }
}
