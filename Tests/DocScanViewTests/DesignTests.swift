// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the website explains itself, fits every screen, and leads to the next step.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("The website's design", .serialized) struct DesignTests {
  private static let pageHasText = "document.querySelector('.lines .word') && document.querySelector('.words .word')"

  /// Returns a computed style of the first element that a selector finds.
  private func style(_ property: String, of selector: String, _ browser: Browser) throws -> String {
    try browser.text("getComputedStyle(document.querySelector(\(Browser.quoted(selector)))).\(property)")
  }

  private func isShown(_ selector: String, _ browser: Browser) throws -> Bool {
    try browser.value("document.querySelector(\(Browser.quoted(selector)))?.checkVisibility() === true")
      == .boolean(true)
  }

  @Test("Explains boxes and percentages in a legend that looks like them")
  func legend() throws {
    let library = try ViewLibrary()
    try library.add("letter", lines: ["one two"])
    try library.view()
    let browser = try Browser()
    try browser.open(library.path, "#/doc/letter/1", until: Self.pageHasText)
    #expect(try !isShown(".legend ul", browser))
    try browser.click(".legend summary")
    #expect(try isShown(".legend ul", browser))
    let said = try browser.text("document.querySelector('.legend').innerText")
    #expect(said.contains("Probably wrong") && said.contains("always the chance that the word is right"), "\(said)")
    // A word at 40% has the same box as the legend's sample.
    let box = try style("outlineStyle", of: ".words .word", browser)
    #expect(try box == "double" && style("outlineStyle", of: ".sample[data-sample='low']", browser) == box)
    // The legend covers the page within the window and moves nothing, even on a phone.
    for width in [1366, 390] {
      try browser.call(
        "Emulation.setDeviceMetricsOverride",
        ["width": .number(Double(width)), "height": 844, "deviceScaleFactor": 1, "mobile": false])
      let top = "document.querySelector('.panes').getBoundingClientRect().top"
      let open = try browser.value(top)
      let box =
        try browser.value(
          "(() => { const box = document.querySelector('.legend .panel').getBoundingClientRect(); return [box.left, box.right, box.bottom]; })()"
        ).list?.compactMap(\.number) ?? []
      #expect(box.count == 3 && box[0] >= 0 && box[1] <= Double(width) && box[2] <= 844, "\(width): \(box)")
      try browser.value("document.querySelector('.legend').open = false")
      #expect(try browser.value(top) == open)
      try browser.value("document.querySelector('.legend').open = true")
    }
    #expect(try browser.complaints() == [])
  }

  @Test("Lets a paragraph's lines flow, and shows the scan's line breaks on request")
  func paragraphs() throws {
    let library = try ViewLibrary()
    try library.add("book", lines: ["It was the best of times", "it was the worst of times", "it was the age"])
    try library.view()
    let browser = try Browser()
    try browser.open(library.path, "#/doc/book/1", until: Self.pageHasText)
    #expect(try style("display", of: ".lines .line", browser) == "inline")
    try browser.value(
      "[...document.querySelectorAll('.toggle')].find((one) => one.textContent === 'Keep line breaks').click()")
    #expect(try style("display", of: ".lines .line", browser) == "block")
    // The disabled button explains why pages can't be compared.
    let compare = "[...document.querySelectorAll('.toggle')].find((one) => one.textContent === 'Compare')"
    #expect(try browser.value("\(compare).disabled") == .boolean(true))
    #expect(try browser.text("\(compare).title").contains("--also web to keep it"))
    #expect(try browser.complaints() == [])
  }

  @Test("Moves focus to the page on navigation, without an outline")
  func focus() throws {
    let browser = try Browser()
    try browser.open(ViewLibrary.sample().path, until: "document.querySelector('.card')")
    try browser.press("Tab", code: 9)
    try browser.click("nav a[href='#/problems']")
    try browser.wait(for: "document.activeElement.id === 'main'")
    #expect(try style("outlineStyle", of: "main", browser) == "none")
  }

  @Test("Dims boxes on a hopeless page, and lists it among the problems")
  func hopeless() throws {
    let library = try ViewLibrary()
    try library.add("Letters/note", lines: ["ther ewas"], pages: 2, errorRates: [0.6, 0.01])
    try library.view()
    let browser = try Browser()
    try browser.open(library.path, "#/doc/Letters%2Fnote/1", until: Self.pageHasText)
    #expect(try style("outlineStyle", of: ".words .word", browser) == "solid")
    let shades = try browser.text("getComputedStyle(document.querySelector('.words .word')).outlineColor")
    #expect(shades.contains("0.13"), "\(shades)")
    // The heading names both grades and the folder.
    let heading = try browser.text("document.querySelector('.heading').innerText")
    for part in ["Letters/note", "Document: grade F", "This page: grade F"] {
      #expect(heading.contains(part), "\(heading)")
    }
    try browser.press("ArrowRight", code: 39)
    try browser.wait(for: "document.querySelector('.heading').innerText.includes('This page: grade A')")
    #expect(try style("outlineStyle", of: ".words .word", browser) == "double")

    try browser.open(library.path, "#/problems", until: "document.querySelector('.failures li')")
    let problems = try browser.text("document.querySelector('.failures').innerText")
    #expect(problems.contains("note") && problems.contains("Letters"), "\(problems)")
    #expect(problems.contains("Pages with doubtful text"), "\(problems)")
    #expect(problems.contains("Scan the page again"))
    #expect(try browser.complaints() == [])
  }

  @Test("Explains once why a document failed and what to do")
  func failed() throws {
    let library = try ViewLibrary()
    try library.folder.write("%PDF-1.7 and then nothing of the kind", to: "broken.pdf")
    _ = try? library.run([library.folder / "broken.pdf"])
    try library.view()
    let browser = try Browser()
    try browser.open(library.path, "#/doc/broken/1", until: "document.querySelector('.document h1')")
    let text = try browser.text("document.querySelector('.document').innerText")
    let reason = try browser.text("document.querySelector('.document .notice').textContent")
    #expect(text.ranges(of: reason).count == 1, "\(text)")
    #expect(text.contains("then run docscan as before"), "\(text)")
    #expect(try !isShown(".sheet", browser))
    #expect(try browser.complaints() == [])
  }

  @Test("Sorts documents by the date of the receipt or photograph, not of the run")
  func dates() throws {
    let library = try ViewLibrary()
    for (name, day) in [("march", "2024-03-01"), ("may", "2024-05-01"), ("april", "2024-04-01")] {
      try library.add(name) { page in
        try page.findings.set(
          Receipt(
            merchant: nil, date: Receipt.Field(value: day, confidence: 0.99),
            total: Receipt.Field(value: "4.20", currency: "EUR", confidence: 0.99), currency: "EUR"))
      }
    }
    try library.view()
    let browser = try Browser()
    let titles = "[...document.querySelectorAll('.title')].map((one) => one.textContent).join()"
    try browser.open(library.path, until: "\(titles) === 'may,april,march'")
    try browser.value("docscan.shown.choose({ sort: 'oldest' })")
    try browser.wait(for: "\(titles) === 'march,april,may'")
    #expect(
      try browser.text("document.querySelector('.card .facts').textContent").contains("Receipt dated Mar 1, 2024"))
    #expect(try browser.text("document.querySelector('.card .payment').textContent") == "4.20 EUR")
    try browser.value("docscan.shown.choose({ kind: 'invoice' })")
    try browser.wait(for: "document.querySelectorAll('.card').length === 0")
    try browser.value("docscan.shown.choose({ kind: 'receipt', year: '2024' })")
    try browser.wait(for: "document.querySelectorAll('.card').length === 3")
    // A document without a date shows the day of its scan, whose year nobody looks for.
    try library.add("undated")
    try library.add("older") { page in
      try page.findings.set(Receipt(merchant: nil, date: Receipt.Field(value: "2019-05-02", confidence: 0.99)))
    }
    try library.view()
    try browser.open(library.path, until: "\(titles).includes('undated')")
    #expect(try browser.text("docscan.library.values(docscan.yearOf).sort().join()") == "2019,2024")
  }

  @Test("Explains the next step if nothing is shown")
  func empty() throws {
    let browser = try Browser()
    try browser.open(ViewLibrary.sample().path, until: "document.querySelectorAll('.card').length === 3")
    #expect(try !isShown(".library > button", browser))
    try browser.click("#filter")
    try browser.call("Input.insertText", ["text": "nothing is called this"])
    try browser.wait(for: "document.querySelectorAll('.card').length === 0")
    #expect(try browser.text("document.querySelector('.library > button').textContent") == "Clear the filter")
    try browser.click(".library > button")
    try browser.wait(
      for: "document.querySelectorAll('.card').length === 3 && document.querySelector('#filter').value === ''")

    let library = try ViewLibrary()
    try library.view()
    try browser.open(library.path, until: "document.querySelector('.count')?.textContent")
    let said = try browser.text("document.querySelector('.count').textContent")
    #expect(said.contains("docscan FILE"), "\(said)")
    #expect(try browser.complaints() == [])
  }

  @Test("Marks receipts with an uncertain total, and excludes them from the bars")
  func uncertain() throws {
    let library = try ViewLibrary()
    for (name, total, confidence) in [("bakery", "4.20", 0.99), ("fuel", "54614977.77", 0.4)] {
      try library.add(name) { page in
        try page.findings.set(
          Receipt(
            merchant: Receipt.Field(value: name, confidence: 0.99),
            date: Receipt.Field(value: "2024-03-01", confidence: 0.99),
            total: Receipt.Field(value: total, currency: "EUR", confidence: confidence), currency: "EUR"))
      }
    }
    try library.view()
    let browser = try Browser()
    try browser.open(library.path, "#/receipts", until: "document.querySelector('tbody tr')")
    #expect(
      try browser.text("document.querySelector('.sums').innerText").contains(
        "54614981.97? EUR on 2 receipts, 1 of them uncertain"))
    let bars = try browser.text("document.querySelector('.bars').textContent")
    #expect(bars.contains("4.20") && !bars.contains("54614"), "\(bars)")
    #expect(try browser.text("document.querySelector('.left-out').textContent").contains("leave out 1 receipt"))
    // The table precedes the charts.
    #expect(
      try browser.value(
        "!!(document.querySelector('table').compareDocumentPosition(document.querySelector('.bars')) & 4)")
        == .boolean(true))
    try browser.open(library.path, "#/problems", until: "document.querySelector('.failures li a')")
    let problems = try browser.text("document.querySelector('.problems').innerText")
    #expect(problems.contains("1 receipt with an uncertain date or total") && problems.contains("fuel, page 1"))
    #expect(!problems.contains("No problems"), "\(problems)")
    #expect(try browser.complaints() == [])
  }

  @Test("Fits tools into one row on a phone, and shows spending as bars")
  func phone() throws {
    let library = try ViewLibrary()
    try library.add("bakery", pages: 2) { page in
      try page.findings.set(
        Receipt(
          merchant: Receipt.Field(value: "Hofmann", confidence: 0.99),
          date: Receipt.Field(value: "2024-03-01", confidence: 0.99),
          total: Receipt.Field(value: "4.20", currency: "EUR", confidence: 0.99), currency: "EUR"))
    }
    try library.view()
    let browser = try Browser(width: 390, height: 844)
    try browser.open(library.path, "#/doc/bakery/1", until: "document.querySelector('.tools')")
    #expect((try browser.value("document.querySelector('.tools').offsetHeight").number ?? 999) < 80)
    // No tool is truncated, and a button shows the others.
    let widest =
      "Math.max(...[...document.querySelectorAll('.tools > *')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().right))"
    #expect((try browser.value(widest).number ?? 999) <= 390)
    try browser.click(".tools > .more")
    #expect(try isShown(".files", browser) && (browser.value(widest).number ?? 999) <= 390)
    try browser.open(library.path, "#/receipts", until: "document.querySelector('.bars')")
    #expect(try isShown(".bars .bar", browser) && !isShown(".chart", browser))
    #expect(try browser.text("document.querySelector('.bars').innerText").contains("4.20"))
    let size = try style("fontSize", of: ".bars dt", browser)
    #expect(size == "16px")
    #expect(try browser.value("document.documentElement.scrollWidth <= 390") == .boolean(true))
    #expect(try browser.complaints() == [])
  }

  @Test("Tells how to open the link and how to stop the server", arguments: ["view", "review"])
  func served(command: String) throws {
    let library = try ViewLibrary()
    try library.add("letter")
    let served = try ServedLibrary(library, command: command)
    let isSaid = try served.program.wait(until: {
      (served.program.outputSoFar + served.program.errorsSoFar).contains(
        "Open this link in a browser. Press Ctrl-C to stop.")
    })
    #expect(isSaid)
  }
}
