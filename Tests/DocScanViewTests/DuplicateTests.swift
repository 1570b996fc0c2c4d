// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a receipt that was photographed twice counts once, and the user settles doubtful cases.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("Duplicate receipts", .serialized) struct DuplicateTests {
  /// Returns a library with two scans of one drawn receipt; the second one has lost its date.
  private func library() throws -> ViewLibrary {
    let library = try ViewLibrary()
    _ = try library.folder.makeFolder("in")
    var random = SeededGenerator(seed: 5)
    let page = try DrawnReceipt(from: .america, &random).page
    try page.raster(dpi: 150).write(to: library.folder / "in/shop.png", as: .png)
    try page.raster(dpi: 170).write(to: library.folder / "in/shop again.png", as: .png)
    try library.folder.write(
      """
      {"stages": [{"stage": "recognize"}, {"stage": "languages"}, {"stage": "receipt"}],
       "output": {"writers": [{"writer": "text"}, {"writer": "json"}, {"writer": "web"}]}}
      """, to: "pipeline.json")
    try Command.product(
      "docscan", ["run", library.folder / "pipeline.json", "-o", library.path, library.folder / "in"]
    ).check()
    return library
  }

  private func ledger(_ library: ViewLibrary) throws -> (text: String, receipts: [JSONValue]) {
    let json = try Command.product("docscan", ["ledger", library.path, "--json"]).check().output
    let found = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    return (try Command.product("docscan", ["ledger", library.path]).check().output, found["receipts"]?.list ?? [])
  }

  /// Runs the command that docscan printed after these words.
  private func runPrinted(_ words: String, in text: String) throws {
    let line = try #require(text.split(separator: "\n").first { $0.contains(words) })
    let command = try #require(line.split(separator: words, maxSplits: 1).last)
    try Command("bash", ["-c", "PATH=\"\(Places.products):$PATH\"; \(command)"]).check()
  }

  @Test("Offers a possible duplicate with the commands that settle it") func whatIsLikelyIsOfferedAndDecided() throws {
    let library = try library()
    var (text, receipts) = try ledger(library)
    #expect(receipts.count == 1 && text.contains("1 more scan of the same receipts"), "\(text)")
    try Command.product("docscan", ["review", library.path, "--field", "shop again:1:date="]).check()
    (text, receipts) = try ledger(library)
    #expect(receipts.count == 2, "\(text)")
    #expect(text.contains("shop again, page 1: perhaps the same receipt as shop, page 1"), "\(text)")
    let csv = try Command.product("docscan", ["ledger", library.path, "--csv"]).check().output
    let header = try #require(csv.split(separator: "\r\n").first)
    for column in ["net", "tax", "payment", "perhaps the same as"] { #expect(header.contains("\"\(column)\"")) }
    #expect(csv.contains(",\"shop, page 1\",\"receipt\","), "\(csv)")
    let journal = try Command.product("docscan", ["ledger", library.path, "--ledger"]).check().output
    #expect(journal.contains("shop again"))

    try runPrinted("If it is the same:", in: text)
    #expect(try ledger(library).receipts.count == 1)
    try Command.product("docscan", ["undo", library.path]).check()
    #expect(try ledger(library).text.contains("perhaps the same receipt"))
    try runPrinted("If it is not:", in: text)
    (text, receipts) = try ledger(library)
    #expect(receipts.count == 2 && !text.contains("perhaps"), "\(text)")

    let wrong = try Command.product("docscan", ["review", library.path, "--field", "shop:1:sameAs=nothing:1"]).run()
    #expect(wrong.exitCode == 2 && wrong.errors.contains("doesn't exist"), "\(wrong.summary)")
    #expect(
      try Command.product("docscan", ["review", library.path, "--field", "shop:1:sameAs=shop:1"]).run().exitCode == 2)
  }

  @Test("Settles duplicates and a page's language in the browser")
  func theBrowserDecidesAboutThemAndAboutAPagesLanguage() throws {
    let library = try library()
    try Command.product("docscan", ["review", library.path, "--field", "shop again:1:date="]).check()
    let served = try ServedLibrary(library, command: "review", ["--by", "Kim"])
    let browser = try Browser(width: 390)
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.value("location.hash = '#/receipts'")
    try browser.wait(for: "document.querySelectorAll('tbody tr').length === 2")
    #expect(try browser.text("document.querySelector('.offer a').textContent") == "perhaps the same as shop, page 1")
    // On a phone the chart is bars with text of the page's size, and nothing is wider than the screen.
    #expect(
      try browser.value(
        "getComputedStyle(document.querySelector('.bars')).display === 'block' && document.documentElement.scrollWidth <= 390"
      ) == .boolean(true))
    #expect(
      (try browser.value("parseFloat(getComputedStyle(document.querySelector('.bars dt')).fontSize)").number ?? 0) >= 14
    )
    try browser.click(".offer button")
    try browser.wait(for: "document.querySelectorAll('tbody tr').length === 1")
    #expect(try browser.value("document.querySelectorAll('tbody td:last-child a').length") == .number(2))
    try browser.value("[...document.querySelectorAll('button')].find((one) => one.textContent === 'Undo').click()")
    try browser.wait(for: "document.querySelectorAll('tbody tr').length === 2 && document.querySelector('.offer')")
    // The page's language by keyboard; a phone shows the scan or the text.
    try browser.value("location.hash = '#/doc/shop/1'")
    try browser.wait(for: ViewTests.pageIsShown)
    try browser.value("[...document.querySelectorAll('.views button')].at(-1).click()")
    try browser.value("(() => { const box = document.getElementById('field-language'); box.focus(); box.select(); })()")
    try browser.call("Input.insertText", ["text": "ms"])
    try browser.press("Enter", code: 13, text: "\r")
    try browser.wait(for: "docscan.shown.page.language === 'ms'")
    let page = try JSONDecoder().decode(
      RecognizedPage.self, from: Data(library.folder.text("out/shop/pages/0001.json").utf8))
    #expect(page.textLanguage?.tag == "ms")
    #expect(try browser.complaints() == [])
  }
}
