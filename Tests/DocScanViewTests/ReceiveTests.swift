// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: programs can send documents and get results as the OpenAPI description says.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("Receiving documents", .serialized) struct ReceiveTests {
  @Test(
    "Receives a document from curl, processes it, and returns results as OpenAPI describes")
  func document() throws {
    let space = try ReceiveSpace()
    let token = try space.token("office")
    try space.start(watching: true)
    let api = try JSONDecoder().decode(
      JSONValue.self, from: Data(try space.curl(nil, "/openapi.json").text.utf8))
    #expect(api["openapi"] == "3.1.0")
    func check(_ value: JSONValue, _ name: String) throws {
      let text = String(decoding: try JSONText.compact(api["components"]?["schemas"] ?? .null), as: UTF8.self)
      let schemas = try JSONDecoder().decode(
        JSONValue.self, from: Data(text.replacing("#/components/schemas/", with: "#/$defs/").utf8))
      let schema: JSONValue = .object(["$defs": schemas, "$ref": .string("#/$defs/\(name)")])
      #expect(SchemaValidator(schema).complaints(value) == [])
    }
    let photo = try DeskPhoto.jpeg(seed: 1)
    try space.folder.write(photo.data, to: "photo.jpg")
    let file = "file=@\(space.folder / "photo.jpg");filename=March.jpg"
    let sent = try space.json(token, "/documents", ["-F", file])
    try check(sent, "Document")
    #expect(sent["name"] == "March.jpg")
    let id = try #require(sent["id"]?.text)
    let done = try space.wait(for: "complete", of: id, token)
    try check(done, "Document")
    #expect(done["results"]?.list?.count == 1 && done["results"]?.list?[0]["name"] == "March")
    #expect(try space.curl(token, "/documents/\(id)/results/1.pdf").text.hasPrefix("%PDF"))
    #expect(try space.curl(token, "/documents/\(id)/results/1.txt").status == 200)
    #expect(try space.curl(token, "/documents/\(id)/results/2.pdf").status == 404)
    // Several pictures are the pages of one document.
    let other = try DeskPhoto.jpeg(seed: 2)
    try space.folder.write(other.data, to: "other.jpg")
    let both = try space.json(
      token, "/documents", ["-F", file, "-F", "file=@\(space.folder / "other.jpg")", "-F", "name=Two pages 3/2024"])
    let pages = try space.wait(for: "complete", of: #require(both["id"]?.text), token)
    #expect(pages["results"]?.list?[0]["pages"] == 2 && pages["name"] == "Two pages 3-2024", "\(pages)")
    // An open document with one complete and one partial page.
    #expect(try space.put(token, "/documents/my-document/pages/7", photo.data).status == 201)
    #expect(try space.put(token, "/documents/my-document/pages/2", Data([1, 2, 3]), of: 10).status == 200)
    try check(space.json(token, "/documents/my-document"), "Document")
    for document in try space.json(token, "/documents")["documents"]?.list ?? [] { try check(document, "Document") }
    // The OpenAPI file lists every given status.
    for (path, method, status) in [
      ("/documents/{document}", "get", "404"), ("/documents", "post", "201"), ("/documents", "post", "415"),
      ("/documents/{document}/pages/{page}", "put", "409"), ("/documents/{document}/send", "post", "200"),
    ] { #expect(api["paths"]?[path]?[method]?["responses"]?[status] != nil, "\(path) \(method) \(status)") }
    #expect(try space.curl(token, "/documents/none-of-these").status == 404)
    space.program?.send(signal: SIGTERM)
    let end = try space.program?.wait()
    #expect(end?.exitCode == 130 && end?.errors.contains("Stopped: 2 complete") == true, "\(end?.summary ?? "")")
  }

  @Test("Shows a device only its own documents, and revokes its token at once")
  func devices() throws {
    let space = try ReceiveSpace()
    let (one, other) = (try space.token("one"), try space.token("other"))
    #expect(try space.token("one") != one)
    let list = try space.command(["--devices"]).check().output
    #expect(list.split(separator: "\n").map { $0.split(separator: "Z  ")[1] } == ["one", "other", "one 2"])
    let file = space.folder / "state/docscan/devices.json"
    #expect(try !space.folder.text("state/docscan/devices.json").contains(one))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try space.start()
    #expect(try space.put(one, "/documents/document-1/pages/1", DeskPhoto.jpeg(seed: 1).data).status == 201)
    #expect(try space.curl(one, "/documents/document-1").status == 200)
    for path in ["/documents/document-1", "/documents/document-1/pages/1"] {
      #expect(try space.curl(other, path).status == 404)
    }
    #expect(try space.json(other, "/documents")["documents"]?.list == [])
    try space.command(["--revoke", "one"]).check()
    #expect(try space.curl(one, "/documents/document-1").status == 401)
    #expect(try space.curl(other, "/documents").status == 200)
    #expect(try space.command(["--revoke", "one"]).run().exitCode == 2)
  }

  @Test("Resumes interrupted pages, even after the server was killed, and repeats harmlessly")
  func resumed() throws {
    let space = try ReceiveSpace()
    let token = try space.token("phone")
    try space.start()
    let photos = try [1, 2].map { try DeskPhoto.jpeg(seed: $0).data }
    let (size, half) = (photos[0].count, photos[0].count / 2)
    let page = "/documents/document-1/pages/5"
    // A connection that is interrupted in the middle of a page.
    do {
      let head =
        "PUT \(page) HTTP/1.1\r\nHost: 127.0.0.1:\(space.port)\r\nAuthorization: Bearer \(token)\r\n"
        + "Content-Length: \(size)\r\n\r\n"
      try Connection(port: space.port).send(Data(head.utf8) + photos[0].prefix(half))
    }
    func received() throws -> Int {
      Int(try space.json(token, "/documents/document-1")["pages"]?.list?.first?["received"]?.number ?? 0)
    }
    while try space.curl(token, "/documents/document-1").status != 200 || (try received()) < half { usleep(20_000) }
    #expect(try received() == half)
    // The page doesn't exist before it is complete.
    #expect(try space.curl(token, page).status == 404)
    try space.kill()
    try space.start()
    #expect(try received() == half)
    let early = try space.put(token, page, photos[0].suffix(from: half + 10), at: half + 10, of: size)
    #expect(early.status == 409, "\(early.text)")
    #expect(try space.put(token, page, photos[0].dropFirst(half), at: half, of: size).status == 201)
    #expect(try space.put(token, page, photos[0].dropFirst(half), at: half, of: size).status == 200)
    #expect(try space.put(token, "/documents/document-1/pages/3", photos[1]).status == 201)
    try Command("curl", ["-s", "-o", space.folder / "back", "-H", "Authorization: Bearer \(token)", space.url + page])
      .check()
    #expect(try space.folder.data("back") == photos[0])
    let wish = #"{"pages": [{"page": 5}, {"page": 3}], "name": "Both"}"#
    #expect(try space.curl(token, "/documents/document-1/send", ["-d", #"{"pages": [{"page": 4}]}"#]).status == 409)
    for _ in 0..<2 {
      let sent = try space.json(token, "/documents/document-1/send", ["-d", wish])
      #expect(sent["state"] == "waiting" && sent["name"] == "Both", "\(sent)")
    }
    #expect(try space.visible() == ["Both"])
    let pages = try ["0001.jpg", "0002.jpg"].map { try space.folder.data("inbox/Both/\($0)") }
    #expect(pages == photos)
    #expect(try space.put(token, page, photos[0]).status == 409)
    #expect(try space.curl(token, "/documents/document-1", ["-X", "DELETE"]).status == 409)
  }

  @Test("Shows the address as a QR code that registers one browser as a device")
  func code() throws {
    let space = try ReceiveSpace()
    try space.start()
    let rows = try #require(space.program).errorsSoFar.split(separator: "\n").filter { line in
      line.count > 20 && line.allSatisfy { "█▀▄ ".contains($0) }
    }
    // Each character has two modules; they are enlarged for the reader.
    let modules = rows.flatMap { row in
      [row.map { "▄ ".contains($0) }, row.map { "▀ ".contains($0) }]
    }
    let scale = 6
    let lines = modules.flatMap { row in
      Array(
        repeating: row.map { Array(repeating: $0 ? "1" : "0", count: scale).joined(separator: " ") }.joined(
          separator: " "), count: scale)
    }
    try space.folder.write(
      "P1\n\((modules.first?.count ?? 0) * scale) \(lines.count)\n\(lines.joined(separator: "\n"))\n", to: "code.pbm")
    try space.folder.write(
      #"{"stages": [{"stage": "barcodes"}], "output": {"writers": [{"writer": "json"}]}}"#, to: "codes.json")
    try Command.product(
      "docscan", ["run", space.folder / "codes.json", space.folder / "code.pbm", "-o", space.folder / "codes"]
    ).check()
    let page = try JSONDecoder().decode(RecognizedPage.self, from: space.folder.data("codes/code/pages/0001.json"))
    #expect(page.barcodes?.map(\.text) == [space.invitation])
    let first = space.invitation
    let opened = try Command("curl", ["-si", "-A", "iPhone", first]).check().output
    #expect(opened.contains("Set-Cookie: docscan-\(space.port)=") && opened.contains("HttpOnly; SameSite=Strict"))
    #expect(try space.command(["--devices"]).check().output.contains("  iPhone\n"))
    // Each address works once.
    #expect(try Command("curl", ["-si", first]).check().output.contains("401 Unauthorized"))
    #expect(try #require(space.program).wait { space.invitation != first })
  }
}
