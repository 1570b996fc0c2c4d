// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the library's pages stay fast with many documents and are accessible.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Testing

extension ViewTests {
  @Test("Renders only visible cards of 1,500 documents") func ofManyDocumentsOnlyThoseThatCanBeSeenAreInThePage() throws
  {
    let library = try ViewLibrary()
    for number in 1...1500 { try library.add("paper-\(number)", pages: 1) }
    try library.view()
    let browser = try Browser()
    try browser.open(library.path, until: "docscan.library.isWhole")
    #expect(try browser.value("docscan.shown.shown.length") == .number(1500))
    #expect((try browser.value("document.querySelectorAll('.card').length").number ?? 0) < 100)
    // Names are in natural order, and the last one can be reached.
    try browser.value("(() => { docscan.shown.choose({ sort: 'name' }); scrollTo(0, document.body.scrollHeight); })()")
    try browser.wait(for: "[...document.querySelectorAll('.title')].at(-1)?.textContent === 'paper-1500'")
    #expect(try browser.text("document.querySelector('li:has(.card)').getAttribute('aria-setsize')") == "1500")
    #expect((try browser.value("document.querySelectorAll('.card').length").number ?? 0) < 100)
  }

  @Test("Sums receipts, and links them to their scans") func receiptsAreSummedAndLeadToTheirScans() throws {
    let library = try ViewLibrary()
    try library.add("shop") { page in
      try page.findings.set(
        Receipt(
          merchant: nil, date: Receipt.Field(value: "2024-03-02", confidence: 0.99),
          total: Receipt.Field(value: "1.00", currency: "EUR", confidence: 0.99), currency: "EUR"))
    }
    try library.add("bakery") { page in
      func field(_ value: String, _ currency: String? = nil, _ confidence: Double = 0.95) -> Receipt.Field {
        Receipt.Field(value: value, currency: currency, confidence: confidence)
      }
      try page.findings.set(
        Receipt(
          merchant: field("<b>Hofmann</b>"), date: field("2024-03-01"), total: field("4.20", "EUR", 0.3),
          currency: "EUR"))
    }
    try library.add("mute")
    try library.folder.write(
      try library.folder.text("out/mute/mute.json").replacing(
        "\"pipeline\": {", with: "\"pipeline\": {\"stages\": [{\"name\": \"receipt\", \"settings\": {}}], "),
      to: "out/mute/mute.json")
    try library.view()
    let browser = try Browser()
    try browser.open(library.path, "#/receipts", until: "document.querySelector('td')")
    #expect(
      try browser.text("document.querySelector('.sums').textContent").contains(
        "5.20? EUR on 2 receipts, 1 of them uncertain"))
    // The total is uncertain.
    #expect(try browser.text("document.querySelector('tbody .amount').textContent") == "4.20? EUR")
    #expect(try browser.text("document.querySelector('tbody tr').textContent").contains("<b>Hofmann</b>"))
    #expect(
      try browser.text("document.querySelector('details').textContent").contains("mute, page 1 no receipt was found"))
    try browser.wait(for: "document.querySelector('.chart').naturalWidth > 100")
    try browser.click("td a")
    try browser.wait(for: "location.hash === '#/doc/bakery/1' && document.querySelector('.lines .word')")
    #expect(try browser.complaints() == [])
  }

  @Test("Explains why a document failed and what to do") func whatFailedSaysWhyAndWhatToDo() throws {
    let library = try ViewLibrary()
    try library.folder.write("%PDF-1.7 and then nothing of the kind", to: "broken.pdf")
    _ = try? library.run([library.folder / "broken.pdf"])
    try library.view()
    let browser = try Browser()
    try browser.open(library.path, "#/problems", until: "document.querySelector('.failures li')")
    let text = try browser.text("document.querySelector('.failures').innerText")
    #expect(text.contains("broken") && text.contains("broken.pdf") && text.contains("then run docscan as before"))
    try browser.click(".failures a")
    try browser.wait(for: "document.querySelector('.document .notice')?.textContent.includes('broken.pdf')")
    #expect(try browser.complaints() == [])
  }

  @Test("Lists a page without text among the problems") func aPageOnWhichNoTextWasFoundIsAProblem() throws {
    let library = try ViewLibrary()
    var page = PageDrawing()
    page.frame(Box(x: 120, y: 200, width: 300, height: 260), lineWidth: 3)
    try page.raster(dpi: 75).write(to: library.folder / "drawing.png", as: .png, dpi: 75)
    try library.run([library.folder / "drawing.png"])
    try library.view()
    let browser = try Browser()
    try browser.open(library.path, "#/problems", until: "document.querySelector('.failures li')")
    let text = try browser.text("document.querySelector('.failures').innerText")
    #expect(text.contains("drawing") && text.contains("Pages without text"), "\(text)")
    try browser.click(".failures p a")
    try browser.wait(for: "document.querySelector('.text .notice')?.textContent.includes('No text was found')")
    #expect(try browser.complaints() == [])
  }

  @Test("Shows words on blank paper if there is no picture") func withoutPicturesTheWordsStandOnPaper() throws {
    let browser = try Browser()
    try browser.open(
      ViewLibrary.sample().path, "#/doc/minutes/1", until: "document.querySelector('.sheet.paper .word')")
    #expect(
      try browser.text("document.querySelector('.stage .notice').textContent").contains("docscan run with --also web"))
    #expect(try browser.complaints() == [])
  }

  /// axe-core, which Tests/run.sh fetches; without it, the test is skipped.
  static let axe = Places.package + "/.build/axe/axe_playwright_python/axe.min.js"
  static var hasAxe: Bool { FileManager.default.fileExists(atPath: axe) }

  @Test(
    "Passes axe's accessibility rules on all pages",
    .enabled(if: hasAxe, "axe-core is not installed: bash Tests/run.sh"))
  func nobodyIsShutOut() throws {
    let library = try ViewLibrary.sample()
    let script = try String(contentsOf: URL(filePath: Self.axe), encoding: .utf8)
    let run = """
      axe.run(document, { preload: false }).then((found) => found.violations.map((rule) =>
        `${rule.id}: ${rule.nodes[0].html}`))
      """
    for (width, scheme) in [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")] {
      let browser = try Browser(width: width)
      try browser.call(
        "Emulation.setEmulatedMedia",
        ["features": [["name": "prefers-color-scheme", "value": .string(scheme)]]])
      for (route, condition) in [
        ("", "document.querySelector('.card')"), ("#/problems", "document.querySelector('.problems p')"),
        ("#/doc/letter/1", Self.pageIsShown),
      ] {
        try browser.open(library.path, route, until: condition)
        if route.contains("doc") { try browser.value("docscan.shown.choose(4)") }
        try browser.value(script + "; 0")
        #expect(try browser.value(run) == [], "\(route) \(width) \(scheme)")
      }
      // The rules detect a button without a name.
      try browser.value("document.querySelector('main').append(document.createElement('button'))")
      #expect(try browser.value(run) != [])
    }
  }
}
