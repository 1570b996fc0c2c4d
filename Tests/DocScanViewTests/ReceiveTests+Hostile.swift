// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: docscan receive refuses attackers without revealing or losing anything.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

extension ReceiveTests {
  @Test("Refuses guessed tokens, foreign origins, and other hosts before reading the body")
  func strangers() throws {
    let space = try ReceiveSpace()
    let token = try space.token("program")
    try space.start()
    let form = ["-F", "file=@\(Places.package)/Pipelines/sample/letter.pdf"]
    for guess in [String(repeating: "0", count: 64), String(token.dropLast()), token + "0", token.uppercased()] {
      #expect(try space.curl(guess, "/documents", form).status == 401)
    }
    #expect(try space.curl(nil, "/documents", form).status == 401)
    #expect(try space.curl(nil, "/", []).status == 401)
    for header in ["Origin: http://elsewhere.example", "Sec-Fetch-Site: cross-site", "Origin: null"] {
      #expect(try space.curl(token, "/documents", form + ["-H", header]).status == 403, "\(header)")
    }
    #expect(try space.curl(token, "/documents", form + ["-H", "Host: elsewhere.example"]).status == 421)
    // A cookie alone can't change anything: the page's own script adds a header.
    let jar = space.folder / "jar"
    try Command("curl", ["-s", "-c", jar, space.invitation]).check()
    let base = "/" + space.invitation.split(separator: "/")[2]
    #expect(try space.curl(nil, base + "/documents", ["-b", jar]).status == 200)
    #expect(try space.curl(nil, base + "/documents", form + ["-b", jar]).status == 403)
    #expect(
      try space.curl(nil, base + "/documents", form + ["-b", jar, "-H", "X-Docscan: receive"]).status == 403)
    #expect(try space.curl(nil, "/documents", ["-b", jar]).status == 401)
    #expect(try space.visible() == [])
  }

  @Test("Delivers the refusal even to a client that sends the whole document first")
  func refusalIsHeard() throws {
    let space = try ReceiveSpace()
    try space.start()
    let connection = try Connection(port: space.port)
    let head =
      "POST /documents HTTP/1.1\r\nHost: 127.0.0.1:\(space.port)\r\nContent-Type: application/pdf\r\n"
      + "Content-Length: 400000\r\n\r\n"
    try connection.send(head.utf8)
    for _ in 0..<40 { try connection.send([UInt8](repeating: 37, count: 10_000)) }
    #expect(String(decoding: try connection.rest(), as: UTF8.self).hasPrefix("HTTP/1.1 401"))
    #expect(try space.visible() == [])
  }

  @Test("Shows the description of the interface only under the server's own names, and accepts no body without a use")
  func unauthorized() throws {
    let space = try ReceiveSpace()
    let token = try space.token("program")
    try space.start()
    #expect(try space.curl(nil, "/openapi.json").status == 200)
    let hosts = [
      "elsewhere.example", "elsewhere.example:\(space.port)", "127.0.0.1.elsewhere.example:\(space.port)",
      "127.0.0.1:1", "",
    ]
    for host in hosts {
      let header = host.isEmpty ? "Host;" : "Host: \(host)"
      #expect(try [400, 421].contains(space.curl(nil, "/openapi.json", ["-H", header]).status), "\(host)")
    }
    for method in ["GET", "DELETE", "PATCH"] {
      let body = ["-X", method, "--data-binary", String(repeating: "x", count: 999)]
      #expect(try space.curl(nil, "/documents", body).status == 401, "\(method)")
      #expect(try space.curl(token, "/documents", body).status == (method == "PATCH" ? 405 : 400), "\(method)")
    }
  }

  @Test("Answers a request without a token before its body arrives", arguments: [[], ["--tls"]])
  func unreadBodies(options: [String]) throws {
    let space = try ReceiveSpace()
    _ = try space.token("program")
    try space.start(options)
    try UnreadBody.check(
      port: space.port, isSecure: !options.isEmpty, targets: ["/documents", "/documents/document-1/pages/1", "/"])
    #expect(try space.visible() == [])
  }

  @Test("Admits a browser with an invitation for ten minutes", arguments: [(590, true), (610, false)])
  func expiry(seconds: Int, isAdmitted: Bool) throws {
    let space = try ReceiveSpace()
    let clock = #"""
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <time.h>
      #include <unistd.h>
      int clock_gettime(clockid_t clock, struct timespec *time) {
          static int (*real)(clockid_t, struct timespec *);
          if (real == NULL) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
          int result = real(clock, time);
          if (result == 0 && access(MARK, F_OK) == 0) time->tv_sec += SECONDS;
          return result;
      }
      """#
    try space.folder.write(clock, to: "clock.c")
    try Command(
      "clang",
      [
        "-shared", "-fPIC", "-DSECONDS=\(seconds)", "-DMARK=\"\(space.folder / "mark")\"", "-o",
        space.folder / "clock.so",
        space.folder / "clock.c",
      ]
    ).check()
    space.environment["LD_PRELOAD"] = space.folder / "clock.so"
    try space.start()
    let first = space.invitation
    try space.folder.write("", to: "mark")
    let answer = try Command("curl", ["-si", first]).check().output
    #expect(answer.contains("Set-Cookie") == isAdmitted && answer.contains(isAdmitted ? " 200 " : " 401 "), "\(answer)")
    guard !isAdmitted else { return }
    #expect(try #require(space.program).wait { space.program?.errorsSoFar.contains("The link has expired") == true })
    // A program's output may be a log, so no other link is printed there.
    #expect(space.invitation == first)
  }

  @Test("Refuses cookies of two devices, and programs' tokens as cookies")
  func foreignCookies() throws {
    let space = try ReceiveSpace()
    let program = try space.token("program")
    try space.start()
    func cookie(_ name: String) throws -> String {
      let (count, jar) = (space.program?.outputSoFar.count ?? 0, space.folder / name)
      try Command("curl", ["-s", "-c", jar, space.invitation]).check()
      _ = try space.program?.wait { (space.program?.outputSoFar.count ?? 0) > count }
      let line = try space.folder.text(name).split(separator: "\n").last { $0.contains("docscan-") }
      return String(try #require(line?.split(separator: "\t").last))
    }
    let base = "/" + space.invitation.split(separator: "/")[2]
    let (one, other) = (try cookie("one"), try cookie("other"))
    func status(_ tokens: [String]) throws -> Int {
      let words = tokens.map { "docscan-\(space.port)=\($0)" }.joined(separator: "; ")
      return try space.curl(nil, base + "/documents", ["-H", "Cookie: \(words)"]).status
    }
    #expect(try status([one]) == 200 && status([other]) == 200 && status([one, one]) == 200)
    #expect(try status([one, String(repeating: "0", count: 64)]) == 200)
    #expect(try status([one, other]) == 401 && status([other, one]) == 401)
    #expect(try status([program]) == 401)
  }

  @Test("Keeps the promised space free under parallel and chunked uploads", .enabled(if: geteuid() == 0))
  func fullDisk() throws {
    let space = try ReceiveSpace()
    let (promised, megabyte) = (256 << 20, 1 << 20)
    do {
      try Command("mount", ["-t", "tmpfs", "-o", "size=520m", "docscan-test", space.inbox]).check()
    } catch {
      // Without the right to mount, there is no full disk.
      return
    }
    defer {
      do { try Command("umount", ["--lazy", space.inbox]).check() } catch {
        Issue.record("The disk stays mounted: \(error)")
      }
    }
    let token = try space.token("program")
    try space.start()
    func free() throws -> Int {
      var disk = statvfs()
      guard unsafe statvfs(space.inbox, &disk) == 0 else { throw FixtureError("The disk has no size.") }
      return Int(disk.f_bavail) * Int(disk.f_frsize)
    }
    let script = #"""
      import http.client, sys, threading
      port, token, kind = int(sys.argv[1]), sys.argv[2], sys.argv[3]
      block = b"\x89PNG\r\n\x1a\n" + bytes(1 << 20)
      def send(number):
          line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
          headers = {"Authorization": "Bearer " + token}
          try:
              if kind == "parts":
                  line.putrequest("PUT", "/documents/document-%d/pages/1" % number)
                  headers["Content-Length"] = str(len(block) * 60)
              else:
                  line.putrequest("POST", "/documents")
                  headers.update({"Content-Type": "image/png", "Transfer-Encoding": "chunked"})
              for name, value in headers.items(): line.putheader(name, value)
              line.endheaders()
              for _ in range(60):
                  line.send(block if kind == "parts" else b"%x\r\n%s\r\n" % (len(block), block))
              if kind != "parts": line.send(b"0\r\n\r\n")
              print(line.getresponse().status)
          except OSError: print("closed")
      threads = [threading.Thread(target=send, args=(number,)) for number in range(12)]
      for thread in threads: thread.start()
      for thread in threads: thread.join()
      """#
    try space.folder.write(script, to: "send.py")
    for kind in ["parts", "chunks"] {
      let sending = try Command("python3", [space.folder / "send.py", "\(space.port)", token, kind]).start()
      var least = try free()
      _ = try sending.wait {
        least = min(least, try free())
        return false
      }
      _ = try sending.wait()
      #expect(least >= promised, "\(kind): \(least / megabyte) MB were free")
    }
  }

  @Test("Finds corners for each device in turn")
  func turns() throws {
    let space = try ReceiveSpace()
    let (greedy, modest) = (try space.token("greedy"), try space.token("modest"))
    try space.start()
    let pictures = 60
    try Documents.receipt().raster(dpi: 600).write(to: space.folder / "greedy.png", as: .png, dpi: 600)
    let large = try space.folder.data("greedy.png")
    for number in 1...pictures {
      // Bytes after the picture's end give each one another digest.
      let picture = large + Data("\(number)".utf8)
      let sent = try space.put(greedy, "/documents/document-1/pages/\(number)", picture)
      #expect(sent.status == 201)
    }
    try Documents.receipt().raster(dpi: 40).write(to: space.folder / "small.png", as: .png, dpi: 40)
    #expect(try space.put(modest, "/documents/document-1/pages/1", space.folder.data("small.png")).status == 201)
    func examined(_ token: String) throws -> Int {
      guard case .array(let pages)? = try space.json(token, "/documents/document-1")["pages"] else { return 0 }
      return pages.count { $0["isExamined"] == .boolean(true) }
    }
    while try examined(modest) == 0 { usleep(100_000) }
    #expect(try examined(greedy) < pictures)
  }

  @Test("Puts no document into a folder that a folder of results names")
  func forgedService() throws {
    let space = try ReceiveSpace()
    for name in ["evil", "out/.docscan"] { _ = try space.folder.makeFolder(name) }
    let state = #"""
      {"schema": "docscan-service/1", "process": 1, "started": "2026-11-01T00:00:00Z", "updated": 1,
       "inbox": "\#(space.folder / "evil")", "processed": "p", "failed": "f", "waiting": 0, "inHand": [], "today": {"complete": 0, "partial": 0, "failed": 0, "duplicates": 0},
       "total": {"complete": 0, "partial": 0, "failed": 0, "duplicates": 0}}
      """#
    try space.folder.write(state, to: "out/.docscan/service.json")
    let result = try space.command(["-o", space.folder / "out", "--port", "0"]).run()
    #expect(result.exitCode == 2 && result.errors.contains("Name the inbox"), "\(result.summary)")
    #expect(!space.folder.contains("evil/.docscan-receive"))
    // The user's own service is known.
    var watch = try Command.product(
      "docscan", ["watch", space.folder / "pipeline.json", space.inbox, "-o", space.folder / "out"])
    watch.environment["XDG_STATE_HOME"] = space.folder / "state"
    let service = try watch.start()
    defer { service.send(signal: SIGTERM) }
    let receiver = try space.command(["-o", space.folder / "out", "--port", "0"])
    var isKnown = false
    for _ in 0..<100 where !isKnown {
      usleep(200_000)
      let program = try receiver.start()
      isKnown = try program.wait(upToSeconds: 20) { program.errorsSoFar.contains("for \(space.inbox)") }
      program.send(signal: SIGTERM)
    }
    #expect(isKnown)
  }

  @Test("Makes odd names safe, and writes nothing outside the inbox")
  func names() throws {
    let space = try ReceiveSpace()
    let token = try space.token("program")
    try space.start()
    let pdf = "\(Places.package)/Pipelines/sample/minutes.pdf"
    let odd = [
      "../../escaped.pdf", "/etc/cron.d/job.pdf", ".hidden.pdf", "a\u{202E}fdp.exe", "scan.part", "C:\\scans\\x.pdf",
      String(repeating: "ü", count: 300) + ".pdf", "..", "", "~$x.pdf", "@eaDir",
    ]
    for name in odd {
      let sent = try space.json(token, "/documents", ["-F", "file=@\(pdf)", "--form-string", "name=\(name)"])
      #expect(sent["state"] == "waiting", "\(name)")
    }
    let visible = try space.visible()
    #expect(visible.count == odd.count, "\(visible)")
    for name in visible {
      #expect(name.hasSuffix(".pdf") && !name.unicodeScalars.contains { $0.value == 0x202E } && name.utf8.count < 256)
    }
    #expect(visible.contains("escaped.pdf") && visible.contains("x.pdf"), "\(visible)")
    for id in ["..%2f..%2fx", "short", "a.b.c.d.e.f.g", String(repeating: "a", count: 65), "document%00x"] {
      #expect([400, 404].contains(try space.put(token, "/documents/\(id)/pages/1", Data("x".utf8)).status), "\(id)")
    }
    for page in ["0", "501", "-1", "01", "1.5", "x"] {
      #expect([400, 404].contains(try space.put(token, "/documents/document-1/pages/\(page)", Data("x".utf8)).status))
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: space.folder.path).filter { $0.hasPrefix("escaped") } == [])
  }

  @Test("Refuses non-documents and oversized ones with constant memory")
  func sizes() throws {
    let space = try ReceiveSpace()
    let token = try space.token("program")
    try space.start()
    let process = try #require(space.program).process
    let before = try Self.peak(process)
    // A body that is too large to store is refused before it is sent.
    let head =
      "POST /documents HTTP/1.1\r\nHost: 127.0.0.1:\(space.port)\r\nAuthorization: Bearer \(token)\r\n"
      + "Content-Type: application/pdf\r\nContent-Length: 999999999999\r\n\r\n"
    let connection = try Connection(port: space.port)
    try connection.send(head.utf8)
    #expect(String(decoding: try connection.rest(), as: UTF8.self).hasPrefix("HTTP/1.1 413"))
    let page = "/documents/document-1/pages/1"
    #expect(try space.put(token, page, Data("x".utf8), of: 99_999_999_999).status == 413)
    #expect(try space.put(token, page, Data("not a picture".utf8)).status == 415)
    #expect(try space.put(token, page, Data("%PDF-1.7 a document".utf8)).status == 415)
    // A form without an end, and an invalid one.
    let form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.7"
    try space.folder.write(form, to: "form")
    let type = ["-H", "Content-Type: multipart/form-data; boundary=b", "--data-binary", "@" + space.folder / "form"]
    #expect(try space.curl(token, "/documents", type).status == 400)
    #expect(try space.curl(token, "/documents", ["-d", "file=x"]).status == 415)
    // 96 MB of zeros.
    try Command("truncate", ["-s", "96M", space.folder / "large"]).check()
    #expect(try space.curl(token, "/documents", ["-F", "file=@\(space.folder / "large")"]).status == 415)
    #expect(try Self.peak(process) - before < 32 << 10)
    #expect(try space.visible() == [])
    #expect(try space.folder.files(under: "inbox").filter { $0.contains(".upload-") } == [])
  }

  /// Returns the peak memory of a process, in kB.
  private static func peak(_ process: Int32) throws -> Int {
    let status = try Command("cat", ["/proc/\(process)/status"]).check().output
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM") })
    return try #require(Int(line.split { !$0.isNumber }.joined()))
  }

  @Test("Serves only TLS if it has a certificate and a key")
  func secure() throws {
    let space = try ReceiveSpace()
    let token = try space.token("program")
    let (certificate, key) = (space.folder / "certificate.pem", space.folder / "key.pem")
    try Command(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
        "/CN=scans",
        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
      ]
    ).check()
    let options = ["--certificate", certificate, "--key", key]
    try Command("chmod", ["644", key]).check()
    let open = try space.command([space.inbox, "--port", "0"] + options).run()
    #expect(open.exitCode == 2 && open.errors.contains("chmod 600"), "\(open.summary)")
    try Command("chmod", ["600", key]).check()
    #expect(try space.command([space.inbox, "--port", "0", "--key", key]).run().exitCode == 2)
    let wrong = try space.command([space.inbox, "--port", "0", "--certificate", key, "--key", key]).run()
    #expect(wrong.exitCode == 2 && wrong.errors.contains("PEM"), "\(wrong.summary)")
    try space.start(options)
    #expect(space.invitation.hasPrefix("https://127.0.0.1:"))
    let sent = try Command(
      "curl",
      [
        "-s", "--cacert", certificate, "-H", "Authorization: Bearer \(token)", "-F",
        "file=@\(Places.package)/Pipelines/sample/letter.pdf", "https://127.0.0.1:\(space.port)/documents",
      ]
    ).check().output
    #expect(sent.contains("\"state\":\"waiting\""), "\(sent)")
    #expect(try space.visible() == ["letter.pdf"])
    #expect(try space.curl(token, "/documents").status == 0)
    let cookie = try Command("curl", ["-si", "--cacert", certificate, space.invitation]).check().output
    #expect(cookie.contains("; Secure"))
  }

  @Test("Serves others despite slow clients, and limits each device's rate")
  func rates() throws {
    let space = try ReceiveSpace()
    let (slow, quick) = (try space.token("slow"), try space.token("quick"))
    try space.start()
    let head =
      "Host: 127.0.0.1:\(space.port)\r\nAuthorization: Bearer \(slow)\r\nContent-Length: 1000\r\n\r\nx"
    let senders = try (0..<64).map { number in
      let connection = try Connection(port: space.port)
      try connection.send("PUT /documents/document-\(number)/pages/1 HTTP/1.1\r\n\(head)".utf8)
      return connection
    }
    #expect(try space.curl(quick, "/documents").status == 200)
    #expect(senders.count == 64)
    let many = try Command(
      "curl",
      [
        "-s", "-o", "/dev/null", "-w", "%{http_code}\n", "-H", "Authorization: Bearer \(quick)",
        space.url + "/documents/unknown-[1-2000]",
      ]
    ).check().output.split(separator: "\n")
    #expect(many.count == 2000 && many.contains("429") && many.first == "404")
    // Another device has its own rate limit.
    #expect(try space.curl(slow, "/documents").status == 200)
  }
}
