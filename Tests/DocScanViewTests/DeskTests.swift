// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: each doubtful word is decided deliberately, by keyboard, once, and reversibly.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("Reviewing doubtful words", .serialized) struct DeskTests {
  private static let isShown = "document.querySelector('.crop canvas') && document.querySelector('.desk mark')"

  /// Returns a library with two documents that contain only doubtful words.
  private static func doubtful() throws -> ViewLibrary {
    let library = try ViewLibrary()
    try library.add("letter", lines: ["rnoney for <b>rent</b>", "more rnoney"]) { page in
      for block in page.blocks.indices {
        for line in page.blocks[block].lines.indices {
          for word in page.blocks[block].lines[line].words.indices {
            page.blocks[block].lines[line].words[word].confidence = 0.5
          }
        }
      }
      page.blocks[0].lines[0].words[0].confidence = 0.1
      page.blocks[0].lines[0].words[0].candidates = [
        Word.Candidate(text: "rnoney", confidence: 0.1), Word.Candidate(text: "money", confidence: 0.08),
      ]
    }
    return library
  }

  private func edits(_ library: ViewLibrary, _ name: String) throws -> [JSONValue] {
    let file = try Data(library.folder.text("out/\(name)/\(name).edits.json").utf8)
    return try JSONDecoder().decode(JSONValue.self, from: file)["edits"]?.list ?? []
  }

  @Test("Joins and splits rows of a table") func rowsOfATableAreJoinedAndSplit() throws {
    let library = try ViewLibrary()
    var page = PageDrawing(size: .a5)
    for (row, texts) in [["Item", "Price"], ["Bread", "1.05"], ["Milk", "2.10"]].enumerated() {
      let y = 100 + 30 * Double(row)
      for (column, text) in texts.enumerated() {
        try page.line(text, at: Point(x: 50 + 150 * Double(column), y: y + 20), font: .serif(13))
      }
      for x in [40.0, 190, 340] { page.rule(from: Point(x: x, y: y), to: Point(x: x, y: y + 30)) }
      for line in [y, y + 30] { page.rule(from: Point(x: 40, y: line), to: Point(x: 340, y: line)) }
    }
    try page.raster(dpi: 150).write(to: library.folder / "list.png", as: .png, dpi: 150)
    try library.run([library.folder / "list.png", "--also", "tables"], writers: ["pdf", "text", "json", "web"])
    let served = try ServedLibrary(library, command: "review", ["--by", "Kim"])
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.value("location.hash = '#/doc/list/1'")
    try browser.wait(for: "document.querySelectorAll('.tables tbody tr').length === 2")
    // The buttons appear on request.
    #expect(try browser.value("document.getElementById('join-row-1-2').offsetParent") == .null)
    try browser.click(".tables .arrange")
    try browser.click("#join-row-1-2")
    try browser.wait(for: "document.querySelectorAll('.tables tbody tr').length === 1")
    #expect(try browser.text("document.querySelector('.tables tbody').innerText").contains("Bread Milk"))
    try browser.wait(for: "document.getElementById('split-row-1-2')")
    try browser.click("#split-row-1-2")
    try browser.wait(for: "document.querySelectorAll('.tables tbody tr').length === 2")
    // Keyboard focus stays in place.
    try browser.wait(for: "document.activeElement.id === 'split-row-1-2'")
    #expect(try browser.complaints() == [])
  }

  @Test("Names documents by keyboard, with suggestions") func namesDocumentsByKeyboard() throws {
    let library = try ViewLibrary()
    try library.run([
      Places.package + "/Pipelines/sample/letter.pdf", "--name-by", "{kind} {input}", "--set",
      "output.nameConfidence=1",
    ])
    let served = try ServedLibrary(library, command: "review")
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.click("nav a[href='#/names']")
    try browser.wait(for: "document.activeElement.matches('.names input')")
    let suggestion = try browser.text("document.activeElement.value")
    #expect(suggestion == "other letter")
    try browser.value("document.activeElement.value = 'Mail/one'")
    try browser.value("document.querySelector('.naming').requestSubmit()")
    try browser.wait(for: "document.querySelectorAll('.names li').length === 0")
    #expect(try served.program.wait { library.folder.contains("out/Mail/one/one.pdf") })
    #expect(try served.program.wait { !library.folder.contains("out/letter") })
    #expect(try browser.complaints() == [])
  }

  @Test("Moves and corrects several selected documents, and shows them with their new names and senders")
  func changesSelectedDocuments() throws {
    let library = try ViewLibrary()
    for name in ["one", "two"] {
      var page = try Documents.receipt()
      try page.line(name, at: Point(x: 16, y: 400), font: .mono(8.4))
      try PageDrawing.writePDF([page], to: library.folder / "\(name).pdf")
    }
    try library.run([library.folder / "one.pdf", library.folder / "two.pdf", "--also", "receipt,about"])
    let served = try ServedLibrary(library, command: "review")
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelectorAll('.card').length === 2")
    func select() throws {
      try browser.click(".select")
      try browser.wait(for: "document.querySelectorAll('.card input').length === 2")
      try browser.value("document.querySelectorAll('.card input').forEach((box) => box.click())")
      #expect(try browser.text("document.querySelector('.selection .count').textContent") == "2 documents selected")
    }
    try select()
    try browser.value("document.getElementById('select-folder').value = 'Shops'")
    try browser.value("document.querySelectorAll('.selection form')[0].requestSubmit()")
    try browser.wait(
      for:
        "[...document.querySelectorAll('a.card .folder')].filter((folder) => folder.textContent === 'Shops').length === 2"
    )
    #expect(library.folder.contains("out/Shops/one/one.pdf") && !library.folder.contains("out/two"))
    try select()
    // After a mistake, the documents stay selected.
    let count = "document.querySelector('.selection .count').textContent"
    try browser.value("document.querySelector('.selection form select').value = 'date'")
    try browser.value("document.querySelectorAll('.selection form')[1].querySelector('input').value = '32.13.2024'")
    try browser.value("document.querySelectorAll('.selection form')[1].requestSubmit()")
    try browser.wait(for: "document.body.textContent.includes('32.13.2024')")
    #expect(try browser.text(count) == "2 documents selected")
    try browser.value("document.querySelector('.selection form select').value = 'merchant'")
    try browser.value("document.querySelectorAll('.selection form')[1].querySelector('input').value = 'Corner Bakery'")
    try browser.value("document.querySelectorAll('.selection form')[1].requestSubmit()")
    try browser.wait(
      for:
        "[...document.querySelectorAll('a.card .payment')].filter((line) => line.textContent.startsWith('Corner Bakery')).length === 2"
    )
    // The browser reports the refused corrections.
    #expect(try browser.complaints().allSatisfy { $0.contains("Failed to load resource") })
  }

  @Test("Writes a corrected word into the PDF, and undoes it") func aWordThatIsPutRightIsFoundInThePDF() throws {
    let library = try ViewLibrary()
    try library.run([Places.package + "/Pipelines/sample/photo.jpg"])
    let served = try ServedLibrary(library, command: "review")
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.click("nav a[href='#/review']")
    try browser.wait(for: Self.isShown)
    let read = try browser.text("docscan.shown.item.text")
    // Typed letters go into the box.
    try browser.press("Q", code: 81, text: "Q")
    try browser.call("Input.insertText", ["text": "uicksilver"])
    try browser.press("Enter", code: 13, text: "\r")
    try browser.wait(for: "docscan.shown.decided === 1")
    #expect(try browser.text("docscan.shown.progress.textContent").contains("after 1 word"))
    #expect(try browser.value("document.querySelector('.asked button').hidden === false") == .boolean(true))
    try browser.click(".asked button")
    try browser.wait(
      for: "document.querySelector('.asked [role=status]').textContent === 'All corrections are in the files.'")
    let text = try Command("pdftotext", ["\(library.path)/photo/photo.pdf", "-"]).check().output
    #expect(text.contains("Quicksilver"), "\(text)")
    // The viewer shows the correction, and docscan undo reverts it.
    try browser.value("location.hash = '#/doc/photo/1'")
    try browser.wait(for: "document.querySelector('.lines')?.textContent.includes('Quicksilver')")
    // The word is marked and shows the original reading.
    try browser.wait(for: "document.querySelector('.words .word[data-edited]')")
    try browser.click(".lines .word[data-edited]")
    try browser.wait(for: "document.querySelector('.word-card .edited')")
    #expect(
      try browser.text("document.querySelector('.word-card .edited').textContent").contains(
        "Read as “\(read)”; corrected by"))
    #expect(try browser.complaints() == [])
    served.program.send(signal: SIGTERM)
    #expect(try served.program.wait().exitCode == 130)
    let undone = try Command.product("docscan", ["undo", library.path]).check()
    #expect(undone.output.contains("\"Quicksilver\" is restored to \"\(read)\""))
    #expect(try !Command("pdftotext", ["\(library.path)/photo/photo.pdf", "-"]).check().output.contains("Quicksilver"))
  }

  @Test("Decides, chooses, skips, and undoes with keys") func keysDecideChooseSkipAndTakeBack() throws {
    let library = try Self.doubtful()
    let served = try ServedLibrary(library, command: "review", ["--by", "Kim"])
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.value("location.hash = '#/review'")
    try browser.wait(for: "document.querySelector('.desk mark')")
    // The least certain word comes first; markup in texts is shown as text.
    #expect(try browser.text("docscan.shown.line.textContent") == "rnoney for <b>rent</b>")
    #expect(try browser.value("docscan.shown.items.length") == .number(5))
    // 1 selects the first alternative reading.
    try browser.press("1", code: 49, text: "1")
    try browser.wait(for: "docscan.shown.items.length === 4")
    #expect(try edits(library, "letter").map { $0["new"] } == ["money"])
    #expect(try edits(library, "letter").map { $0["by"] } == ["Kim"])
    // The left arrow undoes; the right arrow skips.
    try browser.press("ArrowLeft", code: 37)
    try browser.wait(for: "docscan.shown.items.length === 5 && docscan.shown.item.text === 'rnoney'")
    #expect(try edits(library, "letter").allSatisfy { $0["undone"] != nil })
    try browser.press("ArrowRight", code: 39)
    try browser.wait(for: "docscan.shown.item.text !== 'rnoney'")
    let next = try browser.text("docscan.shown.item.text")
    try browser.press("Enter", code: 13, text: "\r")
    try browser.wait(for: "docscan.shown.items.length === 4")
    #expect(try edits(library, "letter").last?["new"] == .string(next))
    try browser.press("Delete", code: 46)
    try browser.wait(for: "docscan.shown.items.length === 3")
    #expect(try edits(library, "letter").last?["new"] == "")
    #expect(try browser.complaints() == [])
  }

  @Test("Requires an explicit key to confirm a probably wrong word, and labels all keys")
  func nothingIsConfirmedInAHurry() throws {
    let library = try Self.doubtful()
    let served = try ServedLibrary(library, command: "review")
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.value("location.hash = '#/review'")
    try browser.wait(for: "document.querySelector('.desk mark')")
    #expect(
      try browser.text("document.querySelector('.readings button').textContent").contains("only 10% likely to be right")
    )
    for _ in 0..<3 { try browser.press("Enter", code: 13, text: "\r") }
    try browser.wait(for: "document.querySelector('.toast')?.textContent.includes('probably wrong')")
    #expect(try browser.value("docscan.shown.items.length") == .number(5))
    #expect(!library.folder.contains("out/letter/letter.edits.json"))
    let labels = try browser.text("document.querySelector('.desk').innerText")
    for label in ["Correct text", "Save", "Not text", "Skip", "Undo"] { #expect(labels.contains(label), "\(labels)") }
    #expect(try browser.text("document.querySelector('.review .count').textContent").contains("of them wrong"))
    try browser.press("=", code: 187, text: "=")
    try browser.wait(for: "docscan.shown.items.length === 4")
    #expect(try edits(library, "letter").map { $0["new"] } == ["rnoney"])
    #expect(try browser.complaints() == [])
  }

  @Test("Updates the list after another program's decision, and returns to a skipped word")
  func theListKeepsUp() throws {
    let library = try Self.doubtful()
    let served = try ServedLibrary(library, command: "review")
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.value("location.hash = '#/review'")
    try browser.wait(for: "docscan.shown.item?.text === 'rnoney'")
    try browser.press("ArrowRight", code: 39)
    try browser.wait(for: "docscan.shown.item.text !== 'rnoney'")
    try browser.press("ArrowLeft", code: 37)
    try browser.wait(for: "docscan.shown.item.text === 'rnoney'")
    #expect(!library.folder.contains("out/letter/letter.edits.json"))
    // Another reviewer decides about the first word.
    let other = try ServedLibrary(library, command: "review")
    let headers = ["Origin: http://127.0.0.1:\(other.port)", "Content-Type: application/json", "X-Docscan: review"]
    let body = "{\"items\":[\(try item(other))],\"text\":\"money\"}"
    #expect(try other.ask("/.docscan/review/decide", method: "POST", headers: headers, body: body).status == 200)
    try browser.value("window.dispatchEvent(new Event('focus'))")
    try browser.wait(for: "docscan.shown.items.length === 4")
    #expect(
      try browser.text("document.querySelector('.toast').textContent")
        == "The library changed, so the list was updated.")
    #expect(try browser.complaints() == [])
  }

  @Test("Lists amounts and dates first, omits hopeless pages, and can be filtered")
  func list() throws {
    let library = try ViewLibrary()
    try library.add("letter", lines: ["Total 25.15 paid"], errorRates: [0.05]) { page in
      page.blocks[0].lines[0].words[0].confidence = 0.1
      try page.findings.set([
        Detection(
          type: .money, text: "25.15", value: "25.15", confidence: 0.9, box: page.blocks[0].lines[0].words[1].box,
          words: [1])
      ])
    }
    try library.add("note", lines: ["gxq wrtz"], errorRates: [0.7])
    try library.add("brief", lines: ["Grüße"], errorRates: [0.05])
    let record = try library.folder.text("out/brief/brief.json")
    try library.folder.write(
      record.replacing("\"status\": \"recognized\"", with: "\"language\": \"de\", \"status\": \"recognized\""),
      to: "out/brief/brief.json")
    func words(_ options: String...) throws -> [String] {
      let json = try Command.product("docscan", ["review", library.path, "--json"] + options).check().output
      return try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))["items"]?.list?.compactMap {
        $0["text"]?.text
      } ?? []
    }
    let all = try words()
    #expect(all.first == "25.15" && Set(all) == ["25.15", "Total", "paid", "Grüße"], "\(all)")
    #expect(try Set(words("--document", "letter")) == ["25.15", "Total", "paid"])
    #expect(try words("--language", "de") == ["Grüße"])
    let text = try Command.product("docscan", ["review", library.path]).check().output
    #expect(!text.contains("gxq") && text.contains("note, page 1"), "\(text)")
  }

  @Test("Applies one decision to all equal words") func theSameEverywhereIsOneDecision() throws {
    let library = try Self.doubtful()
    let served = try ServedLibrary(library, command: "review")
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.value("location.hash = '#/review'")
    try browser.wait(for: "document.querySelector('.desk mark')")
    try browser.press("*", code: 106, text: "*")
    #expect(try browser.value("docscan.shown.everywhere.checked") == .boolean(true))
    try browser.press("m", code: 77, text: "m")
    try browser.call("Input.insertText", ["text": "oney"])
    try browser.press("Enter", code: 13, text: "\r")
    try browser.wait(for: "docscan.shown.items.length === 3")
    #expect(try edits(library, "letter").map { $0["new"] } == ["money", "money"])
    try browser.press("ArrowLeft", code: 37)
    try browser.wait(for: "docscan.shown.items.length === 5")
    #expect(try edits(library, "letter").allSatisfy { $0["undone"] != nil })
    #expect(try browser.complaints() == [])
  }

  @Test("Saves decisions while a run writes, and explains that nothing is lost")
  func whoDecidesWhileARunWritesIsToldThatNothingIsLost() throws {
    let library = try Self.doubtful()
    let served = try ServedLibrary(library, command: "review")
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.value("location.hash = '#/review'")
    try browser.wait(for: "document.querySelector('.desk mark')")
    let lock = unsafe open(library.folder / "out/.docscan/lock", O_RDWR | O_CREAT, 0o644)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    try browser.press("1", code: 49, text: "1")
    try browser.wait(for: "docscan.shown.items.length === 4")
    try browser.click(".asked button")
    try browser.wait(
      for: "document.querySelector('.asked [role=status]').textContent.includes('Your corrections are saved')")
    #expect(try edits(library, "letter").map { $0["new"] } == ["money"])
    #expect(try browser.complaints() == [])
  }

  @Test("Accepts decisions only from the website's own scripts") func onlyTheWebsitesOwnScriptsDecide() throws {
    let library = try Self.doubtful()
    let served = try ServedLibrary(library, command: "review")
    let (item, origin) = (try item(served), "Origin: http://127.0.0.1:\(served.port)")
    let (json, own) = ("Content-Type: application/json", "X-Docscan: review")
    let body = "{\"items\":[\(item)],\"text\":\"money\"}"
    func post(_ headers: [String], name: String = "decide", body: String = body, isKnown: Bool = true) throws -> Int {
      try served.ask("/.docscan/review/\(name)", method: "POST", headers: headers, isKnown: isKnown, body: body).status
    }
    for missing in [[json, own], [origin, own], [origin, json], ["Origin: http://evil.example", json, own]] {
      #expect(try post(missing) == 403, "\(missing)")
    }
    #expect(try post([origin, "Content-Type: text/plain", own]) == 403)
    #expect(try post([origin, json, own], isKnown: false) == 403)
    for nonsense in ["", "{}", "[]", "{\"items\":[],\"text\":\"x\"}", "{\"items\":[\(item)]}"] {
      #expect(try post([origin, json, own], body: nonsense) == 400, "\(nonsense)")
    }
    #expect(try post([origin, json, own], name: "nothing") == 404)
    #expect(!library.folder.contains("out/letter/letter.edits.json"))
    // Words that aren't in the list can't be decided.
    let other = body.replacing("\"letter\"", with: "\"../letter\"")
    #expect(try post([origin, json, own], body: other) == 200)
    #expect(!library.folder.contains("out/letter/letter.edits.json"))
    #expect(try post([origin, json, own]) == 200)
    #expect(try edits(library, "letter").count == 1)
    #expect(try served.ask("/", method: "POST", headers: [origin, json, own], body: "{}").status == 405)
    #expect(try served.ask("/.docscan/review/decide").status == 404)
    // A viewer without review changes nothing.
    let viewed = try ServedLibrary(library)
    let own2 = ["Origin: http://127.0.0.1:\(viewed.port)", json, own]
    #expect(try viewed.ask("/.docscan/review/decide", method: "POST", headers: own2, body: body).status == 405)
    #expect(try viewed.ask("/.docscan/review").status == 404)
    #expect(try !viewed.ask("/").text.contains("data-served=\"review\""))
  }

  /// Returns the first word of the server's list.
  private func item(_ served: ServedLibrary) throws -> String {
    let list = try JSONDecoder().decode(JSONValue.self, from: Data(served.ask("/.docscan/review").body))
    let first = try #require(list["list"]?["items"]?.list?.first)
    return String(decoding: try JSONText.compact(first), as: UTF8.self)
  }

  @Test(
    "Passes axe's accessibility rules on the review page",
    .enabled(if: ViewTests.hasAxe, "axe-core is not installed: bash Tests/run.sh"))
  func nobodyIsShutOutOfTheDesk() throws {
    let served = try ServedLibrary(Self.doubtful(), command: "review")
    let script = try String(contentsOf: URL(filePath: ViewTests.axe), encoding: .utf8)
    for (width, scheme) in [(1280, "light"), (390, "dark")] {
      let browser = try Browser(width: width)
      try browser.call(
        "Emulation.setEmulatedMedia",
        ["features": [["name": "prefers-color-scheme", "value": .string(scheme)]]])
      try browser.open(address: served.address, until: "document.querySelector('.card')")
      try browser.value("location.hash = '#/review'")
      try browser.wait(for: "document.querySelector('.desk mark')")
      try browser.value(script + "; 0")
      let found = try browser.value(
        "axe.run(document, { preload: false }).then((found) => found.violations.map((rule) => `${rule.id}: ${rule.nodes[0].html}`))"
      )
      #expect(found == [], "\(width) \(scheme)")
      #expect(try browser.value("document.documentElement.scrollWidth <= \(width)") == .boolean(true))
    }
  }
}
