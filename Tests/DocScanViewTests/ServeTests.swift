// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the served website searches, updates, and works by keyboard in a real browser.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("The served website", .serialized) struct ServeTests {
  @Test("Opens the library from the address, and removes the token from it")
  func theAddressOpensTheLibraryAndForgetsItsToken() throws {
    let library = try ViewLibrary.sample()
    let served = try ServedLibrary(library)
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelectorAll('.card canvas.drawn').length === 2")
    #expect(try browser.text("location.href") == "http://127.0.0.1:\(served.port)\(served.base)/")
    #expect(try browser.text("document.cookie") == "")
    try browser.value("location.hash = '#/doc/letter/1'")
    try browser.wait(for: ViewTests.pageIsShown)
    #expect(try browser.text("document.querySelector('.lines').textContent").contains("Harbour Street Library"))
    // Reloading needs no token.
    try browser.call("Page.reload")
    try browser.wait(for: ViewTests.pageIsShown)
    #expect(try browser.complaints() == [])
    #expect(browser.requests.filter { !$0.hasPrefix("http://127.0.0.1:\(served.port)\(served.base)/") } == [])
  }

  @Test("Searches all text from the search box, and opens the page at the words")
  func theBoxSearchesTextsAndLeadsToTheWords() throws {
    let served = try ServedLibrary(ViewLibrary.sample())
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.click("#filter")
    try browser.call("Input.insertText", ["text": "whitcombe cottage"])
    try browser.wait(for: "document.querySelectorAll('.hits a').length === 1")
    #expect(
      try browser.value("[...document.querySelectorAll('.hits mark')].map((mark) => mark.textContent)") == [
        "Whitcombe", "Cottage",
      ])
    // Screen readers announce the number of hits.
    #expect(try browser.text("document.querySelector('.texts [role=status]').textContent") == "1 page")
    // By keyboard alone.
    try browser.press("ArrowDown", code: 40)
    try browser.press("Enter", code: 13, text: "\r")
    try browser.wait(for: "document.querySelectorAll('.lines .word.found').length >= 2")
    #expect(try browser.text("document.querySelector('.lines .word.found').textContent").contains("Whitcombe"))
    // The hits remain after going back to the library.
    try browser.value("history.back()")
    try browser.wait(for: "document.querySelector('.hits a')?.checkVisibility()")
    #expect(try browser.text("document.querySelector('#filter').value") == "whitcombe cottage")
    #expect(try browser.complaints() == [])
  }

  @Test("Explains an invalid query") func aQueryThatIsNoneSaysWhatIsWrong() throws {
    let served = try ServedLibrary(ViewLibrary.sample())
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.click("#filter")
    try browser.call("Input.insertText", ["text": "OR letter"])
    try browser.wait(for: "document.querySelector('.texts [role=status]').textContent !== ''")
    let said = try browser.text("document.querySelector('.texts [role=status]').textContent")
    let result = try Command.product("docscan", ["search", "-o", ViewLibrary.sample().path, "OR", "letter"]).run()
    #expect(result.errors == "docscan: \(said)\n")
    #expect(try browser.complaints() == [])
  }

  @Test("Offers words that were misread") func whatWasMisreadIsOffered() throws {
    let library = try ViewLibrary()
    try library.add("bill", lines: ["the lnvoice of March"])
    let served = try ServedLibrary(library)
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.click("#filter")
    try browser.call("Input.insertText", ["text": "invoice"])
    try browser.wait(for: "document.querySelector('.texts button')?.checkVisibility()")
    try browser.click(".texts button")
    try browser.wait(for: "document.querySelector('.hits mark')?.textContent === 'lnvoice'")
    #expect(try browser.value("document.querySelector('.texts input').checked") == .boolean(true))
    #expect(try browser.complaints() == [])
  }

  @Test("Shows hostile text in search results as text") func hostileTextsAreFoundAsText() throws {
    let library = try ViewLibrary()
    try library.add("odd", lines: ["<img src=x onerror=alert(1)> 𝒜𝒷 needle </script>"])
    let served = try ServedLibrary(library)
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.click("#filter")
    try browser.call("Input.insertText", ["text": "needle"])
    try browser.wait(for: "document.querySelector('.hits mark')")
    #expect(try browser.text("document.querySelector('.snippet').textContent").contains("<img src=x onerror=alert(1)>"))
    // Characters beyond U+FFFF don't shift the marks.
    #expect(try browser.text("document.querySelector('.hits mark').textContent") == "needle")
    #expect(try browser.complaints() == [])
  }

  @Test("Filters names without a server, and explains how to search text")
  func aFileFiltersNamesAndSaysHowTextsAreSearched() throws {
    let library = try ViewLibrary.sample()
    let browser = try Browser()
    try browser.open(library.path, until: "document.querySelector('.card')")
    #expect(try browser.text("document.querySelector('.hint').textContent").contains("docscan view --serve"))
    #expect(try browser.value("document.querySelector('.texts')") == .null)
  }

  @Test("Shows new documents after a reload") func aReloadShowsWhatHasArrived() throws {
    let library = try ViewLibrary()
    let letter = Places.package + "/Pipelines/sample/letter.pdf"
    try library.run([letter])
    let served = try ServedLibrary(library)
    let browser = try Browser()
    try browser.open(address: served.address, until: "document.querySelectorAll('.card').length === 1")
    try library.run([letter, Places.package + "/Pipelines/sample/minutes.pdf"])
    try browser.call("Page.reload")
    try browser.wait(for: "document.querySelectorAll('.card').length === 2")
    #expect(try browser.complaints() == [])
  }

  @Test(
    "Passes axe's accessibility rules in the search",
    .enabled(if: ViewTests.hasAxe, "axe-core is not installed: bash Tests/run.sh"))
  func nobodyIsShutOutOfTheSearch() throws {
    let served = try ServedLibrary(ViewLibrary.sample())
    let script = try String(contentsOf: URL(filePath: ViewTests.axe), encoding: .utf8)
    for (width, scheme) in [(1280, "light"), (390, "dark")] {
      let browser = try Browser(width: width)
      try browser.call(
        "Emulation.setEmulatedMedia",
        ["features": [["name": "prefers-color-scheme", "value": .string(scheme)]]])
      try browser.open(address: served.address, until: "document.querySelector('.card')")
      try browser.click("#filter")
      try browser.call("Input.insertText", ["text": "the"])
      try browser.wait(for: "document.querySelector('.hits a')")
      try browser.value(script + "; 0")
      let found = try browser.value(
        "axe.run(document, { preload: false }).then((found) => found.violations.map((rule) => `${rule.id}: ${rule.nodes[0].html}`))"
      )
      #expect(found == [], "\(width) \(scheme)")
      #expect(try browser.value("document.documentElement.scrollWidth <= \(width)") == .boolean(true))
    }
  }

  @Test("Ends on SIGINT and SIGTERM", arguments: [SIGINT, SIGTERM]) func aSignalEndsIt(signal: Int32) throws {
    let library = try ViewLibrary()
    try library.add("letter")
    let served = try ServedLibrary(library)
    served.program.send(signal: signal)
    #expect(try served.program.wait().exitCode == 130)
    #expect(throws: FixtureError.self) { try served.connect() }
  }
}
