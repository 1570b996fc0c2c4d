// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: stacks are only split or joined by an explicit decision in the browser.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Reviewing splits of stacks", .serialized) struct PileDeskTests {
  /// Returns a library with a letter and minutes in one file; docscan isn't sure that the minutes are a separate document.
  private func library() throws -> ViewLibrary {
    let library = try ViewLibrary()
    try PageDrawing.writePDF(try Documents.letter() + [Documents.minutes()], to: library.folder / "pile.pdf")
    try library.folder.write(
      """
      {"stages": [{"stage": "recognize"}], "pages": {"dpi": 150},
       "output": {"writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}, {"writer": "web"}]}}
      """, to: "pipeline.json")
    try run(library)
    return library
  }

  private func run(_ library: ViewLibrary) throws {
    let words = ["run", library.folder / "pipeline.json", library.folder / "pile.pdf", "-o", library.path]
    try Command.product("docscan", words + ["--split", "auto"]).check()
  }

  private func decisions(_ library: ViewLibrary) throws -> [JSONValue] {
    let file = try Data(library.folder.text("out/pile/pile.edits.json").utf8)
    return try JSONDecoder().decode(JSONValue.self, from: file)["boundaries"]?.list ?? []
  }

  private static let isShown = "document.querySelectorAll('.boundaries .sides img').length === 2"

  @Test("Shows both pages, decides by key, undoes, and splits in the next run")
  func keys() throws {
    let library = try library()
    let served = try ServedLibrary(library, command: "review", ["--by", "Kim"])
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.value("location.hash = '#/review'")
    try browser.wait(for: Self.isShown)
    let place = "docscan.shown.boundaries.items.findIndex((item) => item.page === 3)"
    // The most probable error comes first; other places can be skipped.
    for _ in 0..<3 where try browser.value("\(place) !== 0") == .boolean(true) {
      try browser.press("ArrowRight", code: 39)
    }
    try browser.wait(for: "\(place) === 0 && \(Self.isShown)")
    let said = try browser.text("document.querySelector('.boundaries .read').textContent")
    #expect(said.hasPrefix("pile: a document may begin on page 3. The probability is "))
    let captions = try browser.text("document.querySelector('.boundaries .sides').innerText")
    #expect(captions.contains("page 2") && captions.contains("page 3"), "\(captions)")
    // "One document", undone, and then "Cut here".
    try browser.press("2", code: 50, text: "2")
    try browser.wait(for: "\(place) < 0")
    #expect(try decisions(library).map { $0["isCut"] } == [.boolean(false)])
    try browser.value("document.querySelector('.boundaries').focus()")
    try browser.press("ArrowLeft", code: 37)
    try browser.wait(for: "\(place) === 0")
    #expect(try decisions(library).allSatisfy { $0["undone"] != nil })
    try browser.press("1", code: 49, text: "1")
    try browser.wait(for: "\(place) < 0")
    #expect(try decisions(library).last?["isCut"] == .boolean(true))
    #expect(try decisions(library).last?["by"] == "Kim")
    let shown = try browser.text("document.querySelector('.boundaries').textContent")
    #expect(shown.contains("with the same options"), "\(shown)")
    #expect(try browser.complaints() == [])

    try run(library)
    #expect(library.folder.contains("out/pile/1/1.pdf") && library.folder.contains("out/pile/2/2.pdf"))
    #expect(try library.folder.text("out/pile/2/2.txt").contains("garden committee"))
    #expect(try !library.folder.text("out/pile/1/1.txt").contains("garden committee"))
    // The list continues with the new documents and doesn't ask about the cut again. It can still be joined from the
    // page.
    try browser.value("window.dispatchEvent(new Event('focus'))")
    try browser.wait(for: "docscan.shown.boundaries.cuts.length === 1")
    for _ in 0..<3 where try browser.value("docscan.shown.boundaries.items.length > 0") == .boolean(true) {
      try browser.press("2", code: 50, text: "2")
      try browser.wait(for: "!docscan.shown.boundaries.isBusy")
    }
    try browser.wait(for: "!document.querySelector('.boundaries .tools button:last-child').hidden")
    try browser.value("document.querySelector('.boundaries .tools button:last-child').click()")
    try browser.wait(for: "document.querySelector('.boundaries .sides').innerText.includes('pile/1')")
    try browser.wait(for: Self.isShown)
    let cut = try browser.text("document.querySelector('.boundaries .read').textContent")
    #expect(cut == "pile was cut before page 3 by Kim.")
    try browser.press("2", code: 50, text: "2")
    try browser.wait(for: "docscan.shown.boundaries.cuts.length === 0")
    #expect(try decisions(library).last?["isCut"] == .boolean(false) && decisions(library).last?["page"] == 3)
    #expect(try browser.complaints() == [])
    try run(library)
    #expect(library.folder.contains("out/pile/pile.pdf") && !library.folder.contains("out/pile/2"))
  }

  @Test("Accepts only existing places, and only from the website's own scripts")
  func refused() throws {
    let library = try library()
    let served = try ServedLibrary(library, command: "review")
    let (origin, json) = ("Origin: http://127.0.0.1:\(served.port)", "Content-Type: application/json")
    func post(_ body: String, _ headers: [String]) throws -> Int {
      try served.ask("/.docscan/review/boundary", method: "POST", headers: headers, body: body).status
    }
    let own = [origin, json, "X-Docscan: review"]
    for body in [
      "", "{}", #"{"document": "pile", "page": 1, "isCut": true}"#, #"{"document": "pile", "page": 99, "isCut": true}"#,
      #"{"document": "../pile", "page": 3, "isCut": true}"#,
    ] {
      #expect(try post(body, own) == 400, "\(body)")
    }
    #expect(try post(#"{"document": "pile", "page": 3, "isCut": true}"#, [origin, json]) == 403)
    #expect(!library.folder.contains("out/pile/pile.edits.json"))
    #expect(try post(#"{"document": "pile", "page": 3, "isCut": true}"#, own) == 200)
    #expect(try decisions(library).count == 1)
  }
}
