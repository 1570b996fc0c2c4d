// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: every displayed word and field can be corrected in the browser, and the files change at once.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("Corrections in the browser", .serialized) struct CorrectionTests {
  /// Returns a library with a drawn receipt, read by a pipeline with the receipt stage.
  private func library() throws -> ViewLibrary {
    let library = try ViewLibrary()
    _ = try library.folder.makeFolder("in")
    let shop = library.folder / "in/shop.png"
    var random = SeededGenerator(seed: 5)
    try DrawnReceipt(from: .america, &random).page.raster(dpi: 150).write(to: shop, as: .png)
    try library.folder.write(
      """
      {"stages": [{"stage": "recognize"}, {"stage": "detect"}, {"stage": "receipt"}],
       "output": {"writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}, {"writer": "web"}]}}
      """, to: "pipeline.json")
    try Command.product("docscan", ["run", library.folder / "pipeline.json", "-o", library.path, shop]).check()
    return library
  }

  private func page(_ library: ViewLibrary) throws -> RecognizedPage {
    try JSONDecoder().decode(RecognizedPage.self, from: Data(library.folder.text("out/shop/pages/0001.json").utf8))
  }

  private func type(_ text: String, into selector: String, _ browser: Browser) throws {
    try browser.value("(() => { const box = document.querySelector('\(selector)'); box.focus(); box.select(); })()")
    try browser.call("Input.insertText", ["text": .string(text)])
    try browser.press("Enter", code: 13, text: "\r")
  }

  private static let isWritten =
    "document.querySelector('.tools [role=status]')?.textContent === 'All corrections are in the files.'"

  @Test("Corrects a word, a line, a field, and a missing line on the page")
  func aWordALineAFieldAndAMissingLineAreCorrectedOnThePage() throws {
    let library = try library()
    let before = try page(library)
    let served = try ServedLibrary(library, command: "review", ["--by", "Kim"])
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.value("location.hash = '#/doc/shop/1'")
    try browser.wait(for: ViewTests.pageIsShown)
    // A word that was read with certainty.
    let word = try #require(before.words.indices.max { before.words[$0].confidence < before.words[$1].confidence })
    // Enter on a word of the text opens its form.
    try browser.value("docscan.shown.text.word(\(word)).focus()")
    try browser.press("Enter", code: 13)
    try browser.wait(for: "document.activeElement.id === 'correct'")
    try type("Zyxwv", into: "#correct", browser)
    try browser.wait(for: "docscan.shown.page.words.some((word) => word.text === 'Zyxwv' && word.edit)")
    // A whole line.
    let last = try #require(before.blocks.last?.lines.last)
    try browser.value("docscan.shown.choose(docscan.shown.page.lines.at(-1).words[0].index)")
    if last.words.count > 1 { try browser.value("document.querySelector('.word-card form .toggle').click()") }
    try type("Thank you kindly", into: "#correct", browser)
    try browser.wait(
      for: "docscan.shown.page.lines.at(-1).words.map((word) => word.text).join(' ') === 'Thank you kindly'")
    // The total, by keyboard alone: a field shows its place in the picture.
    try browser.value("document.getElementById('field-total').focus()")
    #expect(try browser.value("document.querySelector('.light').hidden === false") == .boolean(true))
    // The button saves the field once it has changed.
    let save = "document.getElementById('field-total').form.querySelector('button')"
    #expect(try browser.value("\(save).disabled && \(save).textContent === 'Save'") == .boolean(true))
    try browser.value("document.getElementById('field-total').select()")
    try browser.call("Input.insertText", ["text": "98.05"])
    try browser.value("\(save).click()")
    try browser.wait(for: "docscan.shown.page.fields.some(([name, value]) => name === 'total' && value === '98.05')")
    try type("99,95", into: "#field-total", browser)
    try browser.wait(for: "document.getElementById('field-total').value === '99.95'")
    try type("food", into: "#field-category", browser)
    try browser.wait(for: "docscan.shown.page.fields.some(([name, value]) => name === 'category' && value === 'food')")
    // The page's lines are suggested as names. Each browser decides which to show, and none in a test.
    let offered = "[...document.getElementById('field-merchant').list.options].map((option) => option.value)"
    #expect(try browser.value("\(offered).includes('Thank you kindly')") == .boolean(true))
    try type("Thank you kindly", into: "#field-merchant", browser)
    try browser.wait(
      for: "docscan.shown.page.fields.some(([name, value]) => name === 'merchant' && value === 'Thank you kindly')")
    // The kind of the document, which then counts as an invoice everywhere.
    try browser.value(
      """
      (() => { const list = document.getElementById('field-kind'); list.value = 'invoice';
        list.dispatchEvent(new Event('change')); })()
      """)
    try browser.wait(for: "docscan.shown.facts.kind === 'invoice'")
    // An unread line: the user draws a box and types the text.
    try browser.value("docscan.shown.drawing.click()")
    let place = try browser.value(
      """
      (() => { const { stage } = docscan.shown; const [w, h] = stage.size; const box = stage.view.getBoundingClientRect();
        return [box.left + stage.x + 0.1 * w * stage.scale, box.top + stage.y + 0.985 * h * stage.scale,
          box.left + stage.x + 0.6 * w * stage.scale, box.top + stage.y + 0.999 * h * stage.scale]; })()
      """
    ).list?.compactMap(\.number)
    let corners = try #require(place)
    try browser.drag([(corners[0], corners[1]), (corners[0] + 30, corners[1] + 2), (corners[2], corners[3])])
    try browser.wait(for: "document.querySelector('#added')")
    try type("Quicksilver 7", into: "#added", browser)
    try browser.wait(for: "docscan.shown.page.words.some((word) => word.text === 'Quicksilver')")
    try browser.wait(for: Self.isWritten)

    let after = try page(library)
    #expect(after.receipt?.total?.value == "99.95" && after.receipt?.category?.value == "food")
    let text = try Command("pdftotext", ["\(library.path)/shop/shop.pdf", "-"]).check().output
    let words = text.split(whereSeparator: \.isWhitespace)
    for typed in ["Zyxwv", "Thank", "kindly", "Quicksilver", "7"] {
      #expect(words.contains { $0 == typed }, "\(typed): \(text)")
    }
    let ledger = try Command.product("docscan", ["ledger", library.path]).check().output
    #expect(ledger.contains("99.95") && ledger.contains("food"), "\(ledger)")
    let found = try Command.product("docscan", ["search", library.path, "kind:invoice"]).check().output
    #expect(found.contains("shop"), "\(found)")
    try Command.product("docscan", ["verify", library.path]).check()
    #expect(try browser.complaints() == [])
    served.program.send(signal: SIGTERM)
    _ = try served.program.wait()
    // Undoing everything restores the recognized page.
    try Command.product("docscan", ["undo", library.path, "--all"]).check()
    #expect(try page(library) == before)
  }

  @Test("Corrects fields by command, too, and explains invalid values") func commandsCorrectFieldsToo() throws {
    let library = try library()
    func review(_ field: String) throws -> CommandResult {
      try Command.product("docscan", ["review", library.path, "--field", field]).run()
    }
    #expect(try review("shop:1:total=17.00").exitCode == 0)
    #expect(try review("shop:1:date=31.3.2024").exitCode == 0)
    #expect(try page(library).receipt?.total?.value == "17.00" && page(library).receipt?.date?.value == "2024-03-31")
    let wrong = try review("shop:1:date=soon")
    #expect(wrong.exitCode == 2 && wrong.errors.contains("a date such as 2024-03-31"), "\(wrong.summary)")
    #expect(try review("shop:1:language=ko").errors.contains("without the stage \"languages\""))
    // A new run keeps the corrections.
    try Command.product(
      "docscan",
      ["run", library.folder / "pipeline.json", "-o", library.path, library.folder / "in/shop.png", "--overwrite"]
    ).check()
    #expect(try page(library).receipt?.total?.value == "17.00")
    let undone = try Command.product("docscan", ["undo", library.path]).check().output
    #expect(undone.contains("date is restored to ") || undone.contains("is removed"), "\(undone)")
    #expect(try page(library).receipt?.date?.value != "2024-03-31")
  }
}
