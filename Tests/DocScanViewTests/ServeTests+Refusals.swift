// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the server serves only the website's files, only to its owner, and changes nothing.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

extension ServeTests {
  /// Returns a library next to files that must stay private.
  private static func library() throws -> ViewLibrary {
    let library = try ViewLibrary()
    try library.add("letter")
    try library.folder.write("%PDF-1.4 letter", to: "out/letter/letter.pdf")
    try library.folder.write("secret", to: "secret.txt")
    try library.folder.write("secret", to: "out/notes.txt")
    try library.folder.write("secret", to: "out/letter/.hidden.txt")
    _ = try library.folder.makeFolder("out/other")
    try library.folder.write("secret", to: "out/other/secret.txt")
    for link in ["out/letter/link.txt", "out/letter/web"] {
      try FileManager.default.createSymbolicLink(
        atPath: library.folder / link,
        withDestinationPath: link.hasSuffix("web") ? library.folder.path : "../../secret.txt")
    }
    unsafe mkfifo(library.folder / "out/letter/pipe.txt", 0o600)
    return library
  }

  @Test("Serves only files that the website needs") func onlyWhatTheWebsiteNeedsCanBeHad() throws {
    let library = try Self.library()
    let served = try ServedLibrary(library)
    let wanted = [
      "/", "/index.html", "/letter/letter.pdf", "/letter/letter.json", "/.docscan/view/app/main.js",
      "/.docscan/view/data/library.json", "/.docscan/view/documents/letter/.pages/0001.json",
    ]
    for target in wanted { #expect(try served.ask(target).status == 200, "\(target)") }
    let unwanted = [
      "/secret.txt", "/notes.txt", "/other/secret.txt", "/letter/.hidden.txt", "/letter/link.txt",
      "/letter/web/secret.txt",
      "/letter/web/out/notes.txt", "/letter/pipe.txt", "/letter", "/letter/", "/.docscan", "/.docscan/view.sqlite",
      "/.docscan/index.sqlite", "/.docscan/view/../view.sqlite", "/.docscan/view/pictures/../../view.sqlite",
      "/.docscan/view/data/..", "/../secret.txt", "/letter/../../secret.txt", "/letter/..%2f..%2fsecret.txt",
      "/%2e%2e/secret.txt", "/letter/%2e%2e/%2e%2e/secret.txt", "/%252e%252e/secret.txt", "/letter/%c0%ae%c0%ae/x",
      "/letter/letter.pdf%00.txt", "/letter/letter.pdf%", "/letter/letter.pdf%zz", "//etc/passwd",
      "/./letter/letter.pdf", "/.docscan/view/data/library.js", "/letter/..%2F%CC%81x",
      "\(library.folder.path)/secret.txt", "http://127.0.0.1/letter/letter.pdf", "*", "/letter\\..\\..\\secret.txt",
      "/letter/letter.pdf#x", "/\(String(repeating: "a/", count: 2000))",
    ]
    for target in unwanted {
      let answer = try served.ask(target)
      #expect([400, 403, 404].contains(answer.status), "\(target): \(answer.head)")
      #expect(!answer.text.contains("secret"), "\(target)")
    }
  }

  @Test("Refuses clients without a valid token or cookie, and accepts each token once")
  func whoHasNeitherTokenNorCookieGetsNothing() throws {
    let served = try ServedLibrary(Self.library())
    for target in [
      "/", "/letter/letter.pdf", "/.docscan/search?q=text", "/?token=", "/?token=\(served.token.dropLast())0x",
    ] {
      #expect(try served.ask(target, isKnown: false).status == 403, "\(target)")
    }
    for cookie in [
      "docscan-\(served.port)=", "docscan-1\(served.cookie.drop { $0 != "=" })", "\(served.cookie.dropLast())",
      "docscan-\(served.port)=\(served.token)",
    ] {
      #expect(try served.ask("/", headers: ["Cookie: \(cookie)"], isKnown: false).status == 403, "\(cookie)")
    }
    let token = served.token
    let introduced = try served.ask("/?token=\(token)", headers: ["Sec-Fetch-Site: cross-site"], isKnown: false)
    #expect(introduced.status == 200 && introduced.text.contains("url=./"))
    #expect(introduced.head.contains("Set-Cookie: \(served.cookie); Path=\(served.base)/; HttpOnly; SameSite=Strict"))
    #expect(!introduced.head.contains(token), "The cookie says nothing of the token.")
    // Each token works once.
    #expect(try served.ask("/?token=\(token)", isKnown: false).status == 403)
    #expect(introduced.head.contains("Referrer-Policy: no-referrer"))
  }

  @Test("Refuses requests for other hosts and from other sites") func pagesFromElsewhereGetNothing() throws {
    let served = try ServedLibrary(Self.library())
    // A DNS name that an attacker points to this computer.
    for host in [
      "evil.example", "evil.example:\(served.port)", "127.0.0.1", "127.0.0.1:1",
      "127.0.0.1.evil.example:\(served.port)", "",
    ] {
      #expect(try [400, 421].contains(served.ask("/", host: host).status), "\(host)")
    }
    for host in ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"] {
      #expect(try served.ask("/", host: "\(host):\(served.port)").status == 200, "\(host)")
    }
    #expect(try served.ask("/", headers: ["Host: evil.example"]).status == 421)
    let headers = [
      "Origin: http://evil.example", "Origin: null", "Origin: http://127.0.0.1:1",
      "Origin: http://localhost:\(served.port)",
      "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
    ]
    for header in headers { #expect(try served.ask("/", headers: [header]).status == 403, "\(header)") }
    for header in ["Origin: http://127.0.0.1:\(served.port)", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none"] {
      #expect(try served.ask("/", headers: [header]).status == 200, "\(header)")
    }
  }

  @Test("Prevents pages of another local server from loading this one") func pagesOfAnotherServerCannotLoadThisOne()
    throws
  {
    let library = try Self.library()
    let (mine, other) = (try ServedLibrary(library), try ServedLibrary(library))
    let browser = try Browser()
    try browser.open(address: mine.address, until: "document.querySelector('.card')")
    try browser.open(address: other.address, until: "document.querySelector('.card')")
    // The browser has both cookies, because cookies belong to a computer, not to a port.
    let tries = ["fetch('http://127.0.0.1:\(mine.port)\(mine.base)/', {mode: 'no-cors', credentials: 'include'})"]
    for attempt in tries { #expect(try browser.value("\(attempt).then(() => 1, () => 0)") == .number(0)) }
    try browser.open(address: "about:blank", until: "true")
    #expect(
      try browser.value(
        "fetch('http://127.0.0.1:\(mine.port)\(mine.base)/', {credentials: 'include'}).then(() => 1, () => 0)")
        == .number(0))
  }

  @Test("Allows only GET and HEAD") func nothingCanBeChanged() throws {
    let served = try ServedLibrary(Self.library())
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "PROPFIND", "get"] {
      let answer = try served.ask("/", method: method)
      #expect(answer.status == 405, "\(method)")
      #expect(answer.head.contains("Allow: GET, HEAD"))
    }
    let head = try served.ask("/letter/letter.pdf", method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty && head.head.contains("Content-Length: 15"))
  }

  @Test("Sends all security headers with every answer") func everyAnswerSaysWhatItMayDo() throws {
    let served = try ServedLibrary(Self.library())
    for target in [
      "/", "/letter/letter.pdf", "/.docscan/view/app/main.js", "/.docscan/search?q=text", "/nothing", "/%",
    ] {
      let head = try served.ask(target).head
      for header in [
        "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
        "Cross-Origin-Opener-Policy: same-origin", "Content-Security-Policy: default-src 'none'",
        "frame-ancestors 'none'",
        "Cache-Control: ",
      ] { #expect(head.contains(header), "\(target): \(header)") }
    }
  }

  @Test("Serves ranges of files, and answers conditional requests") func piecesOfFiles() throws {
    let served = try ServedLibrary(Self.library())
    let pieces = [
      ("bytes=0-3", 206, "%PDF"), ("bytes=9-", 206, "letter"), ("bytes=-6", 206, "letter"),
      ("bytes=9-99", 206, "letter"),
      ("bytes=15-", 416, nil), ("bytes=-0", 416, nil), ("bytes=3-1", 200, "%PDF-1.4 letter"),
      ("bytes=0-1,3-4", 200, "%PDF-1.4 letter"), ("bytes=-99", 206, "%PDF-1.4 letter"),
      ("lines=1-2", 200, "%PDF-1.4 letter"),
      ("bytes=99999999999999999999-", 200, "%PDF-1.4 letter"), ("bytes=--", 200, "%PDF-1.4 letter"),
    ]
    for (range, status, body) in pieces {
      let answer = try served.ask("/letter/letter.pdf", headers: ["Range: \(range)"])
      #expect(answer.status == status, "\(range)")
      if let body { #expect(answer.text == body, "\(range)") }
    }
    let whole = try served.ask("/letter/letter.pdf")
    let tag = whole.head.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }?.dropFirst(6) ?? ""
    #expect(try served.ask("/letter/letter.pdf", headers: ["If-None-Match: \(tag)"]).status == 304)
    #expect(try served.ask("/letter/letter.pdf", headers: ["Range: bytes=0-3", "If-Range: \"other\""]).status == 200)
  }

  @Test("Survives malformed requests") func whoSendsNonsenseHarmsNobody() throws {
    let served = try ServedLibrary(Self.library())
    #expect(try served.ask("/", headers: ["X: \(String(repeating: "a", count: 40_000))"]).status == 431)
    #expect(try [413, 414, 431].contains(served.ask("/\(String(repeating: "a", count: 40_000))").status))
    var random = SystemRandomNumberGenerator()
    let noise = (0..<20).map { _ in (0..<2000).map { _ in UInt8.random(in: .min ... .max, using: &random) } }
    let nonsense: [[UInt8]] = [
      Array("GET / HTTP/1.1\r\nHost: 127.0.0.1\u{0}x\r\n\r\n".utf8), Array("GET\r\n\r\n".utf8),
      Array("\r\n\r\n\r\n".utf8),
      Array("GET / HTTP/9.9\r\n\r\n".utf8), [0x16, 3, 1, 2, 0, 1, 0], Array("GET / HTTP/1.1\r\n: x\r\n\r\n".utf8),
      Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n".utf8),
      Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n".utf8),
      Array("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffff\r\n".utf8),
    ]
    // All connections are open at the same time, and are closed together.
    let connections = try (nonsense + noise).map { bytes in
      let connection = try served.connect()
      try connection.send(bytes)
      return connection
    }
    #expect(try served.ask("/").status == 200)
    #expect(connections.count == nonsense.count + noise.count)
    // The server closes the connection of an endless body.
    let endless = try served.connect()
    try endless.send("POST / HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\nContent-Length: 99999999\r\n\r\n".utf8)
    try endless.send([UInt8](repeating: 97, count: 1 << 20))
    #expect(try !String(decoding: endless.rest(), as: UTF8.self).contains("200 OK"))
    #expect(try served.ask("/").status == 200)
  }

  @Test("Disconnects slow clients without delaying others") func whoIsSlowIsCutOffAndHoldsUpNobody() throws {
    let served = try ServedLibrary(Self.library())
    // More connections than the server has room for; a byte on each from time to time keeps them active.
    let slow = try (0..<80).map { _ in try served.connect() }
    let request = Array(
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\nX-Long: \(String(repeating: "a", count: 90))".utf8)
    let thread = Task.detached {
      for byte in request where !Task.isCancelled {
        for connection in slow { try? connection.send([byte]) }
        usleep(300_000)
      }
    }
    defer { thread.cancel() }
    #expect(try served.ask("/").status == 200)
    for connection in slow.prefix(3) {
      #expect(try !String(decoding: connection.rest(), as: UTF8.self).contains("200 OK"))
    }
  }
}
