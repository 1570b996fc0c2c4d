// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the website shows a library completely, safely, and in the reader's language.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("The website", .serialized) struct ViewTests {
  static let pageIsShown =
    "document.querySelector('.words .word') && document.querySelector('.sheet.drawn')"

  @Test("Lists documents, filters them, and opens one") func aLibraryShowsItsDocumentsAndOpensThem() throws {
    let library = try ViewLibrary.sample()
    let browser = try Browser()
    try browser.open(library.path, until: "document.querySelectorAll('.card').length === 3")
    try browser.wait(for: "document.querySelectorAll('.card canvas.drawn').length === 2")
    try browser.click("#filter")
    try browser.call("Input.insertText", ["text": "LETT"])
    try browser.wait(for: "document.querySelectorAll('.card').length === 1")
    try browser.click(".card")
    try browser.wait(for: Self.pageIsShown)
    #expect(try browser.text("document.querySelector('h1').textContent") == "letter")
    #expect(try browser.text("document.querySelector('.lines').textContent").contains("Harbour Street Library"))
    #expect(try browser.complaints() == [])
    #expect(browser.requests.filter { !$0.hasPrefix("file://\(library.path)/") } == [])
  }

  @Test("Shows the word of a clicked box, and copies it by a button") func aClickOnABoxShowsItsWordAndAButtonCopiesIt()
    throws
  {
    let library = try ViewLibrary.sample()
    let browser = try Browser()
    try browser.open(library.path, "#/doc/letter/1", until: Self.pageIsShown)
    let index = try browser.value("docscan.shown.page.words.findIndex((word) => word.text === 'Whitcombe')").number
    try browser.click(".words .word[data-word='\(Int(index ?? -1))']")
    try browser.wait(for: "!document.querySelector('.word-card').hidden")
    #expect(try browser.text("document.querySelector('.read').textContent") == "Whitcombe")
    #expect(try browser.text("document.querySelector('.lines .chosen').textContent") == "Whitcombe")
    // The word's picture has ink.
    #expect(
      try browser.value("document.querySelector('.word-card canvas').width > 50") == .boolean(true))
    // Nothing is copied without a click.
    #expect(try browser.value("document.querySelector('.toast') === null") == .boolean(true))
    #expect(try browser.value("document.querySelector('.word-card form') === null") == .boolean(true))
    try browser.value(
      "[...document.querySelectorAll('.word-card button')].find((one) => one.textContent === 'Copy').click()")
    try browser.wait(for: "document.querySelector('.toast')?.textContent === 'Copied: Whitcombe'")
    try browser.press("Escape", code: 27)
    try browser.wait(for: "document.querySelector('.word-card').hidden")
    #expect(try browser.complaints() == [])
  }

  @Test("Shows pictures in the shape of their pages") func picturesHaveTheShapeOfTheirPages() throws {
    let library = try ViewLibrary.sample()
    let browser = try Browser()
    for document in ["letter", "photo"] {
      try browser.open(library.path, "#/doc/\(document)/1", until: Self.pageIsShown)
      let shares =
        try browser.value(
          """
          (() => { const image = docscan.shown.stage.picture; const [w, h] = docscan.shown.page.size;
            return [image.naturalWidth / image.naturalHeight, w / h]; })()
          """
        ).list ?? []
      #expect(abs((shares[0].number ?? 0) - (shares[1].number ?? 1)) < 0.004)
    }
    #expect(try browser.complaints() == [])
  }

  @Test("Turns pages with arrow keys and the browser's history") func arrowKeysTurnPages() throws {
    let library = try ViewLibrary.sample()
    let browser = try Browser()
    try browser.open(library.path, "#/doc/letter/1", until: Self.pageIsShown)
    let shown = "document.getElementById('page-number').value"
    try browser.press("ArrowRight", code: 39)
    try browser.wait(for: "\(shown) === '2' && document.querySelector('.thumb[aria-current]').textContent === '2'")
    #expect(try browser.text("location.hash") == "#/doc/letter/2")
    // There is no third page.
    try browser.press("ArrowRight", code: 39)
    try browser.press("ArrowLeft", code: 37)
    try browser.wait(for: "\(shown) === '1'")
    try browser.value("history.back()")
    try browser.wait(for: "\(shown) === '2'")
    #expect(try browser.complaints() == [])
  }

  @Test("Shows hostile text as text") func hostileTextIsShownAsText() throws {
    let library = try ViewLibrary()
    let name = "<img src=x onerror=alert(1)>\"'&#38;"
    let lines = [
      "<script>alert(1)</script>", "</script><script>alert(2)</script>", "\"); alert(3); (\"",
      "\u{2028}alert(4)\u{2029}",
      "<!-- ]]> ${alert(5)}", "\u{202E}txet",
    ]
    try library.add(name, lines: lines) { page in
      try page.findings.set([
        Detection(
          type: .url, text: "javascript:alert(6)", value: "javascript:alert(6)", confidence: 1,
          box: Box(x: 0, y: 0, width: 1, height: 1), words: [0]),
        Detection(
          type: .url, text: "example.org", value: "https://example.org/", confidence: 1,
          box: Box(x: 0, y: 0, width: 1, height: 1), words: [0]),
      ])
    }
    try library.view()
    let browser = try Browser()
    try browser.open(library.path, until: "document.querySelector('.card')")
    #expect(try browser.text("document.querySelector('.title').textContent") == name)
    try browser.click(".card")
    try browser.wait(for: "document.querySelector('.lines .word')")
    let shown = try browser.text("document.querySelector('.lines').innerText")
    for line in lines.prefix(3) { #expect(shown.contains(line)) }
    #expect(try browser.value("document.querySelectorAll('main script, main iframe').length") == .number(0))
    #expect(
      try browser.value("[...document.querySelectorAll('.found a')].map((link) => link.href)")
        == ["https://example.org/"])
    #expect(try browser.value("document.querySelector('.found a').rel.includes('noreferrer')") == .boolean(true))
    #expect(try browser.complaints() == [])
    #expect(browser.events.allSatisfy { $0["method"]?.text != "Page.javascriptDialogOpening" })
    #expect(browser.requests.allSatisfy { $0.hasPrefix("file://") })
  }

  @Test("Loads and runs nothing but the website's own files") func nothingButTheWebsitesOwnFilesRunsOrIsLoaded() throws
  {
    let library = try ViewLibrary.sample()
    let browser = try Browser()
    try browser.open(library.path, until: "document.querySelector('.card')")
    try browser.value(
      """
      (() => {
        const [inline, image, div] = ['script', 'img', 'div'].map((name) => document.createElement(name));
        inline.textContent = 'window.broken = 1';
        image.src = 'http://127.0.0.1:9/x.png';
        div.innerHTML = '<a onclick="window.broken = 1">x</a>';
        document.body.append(inline, image, div);
        div.firstChild.click();
      })()
      """)
    #expect(try browser.value("fetch('http://127.0.0.1:9/').then(() => 1, () => 0)") == .number(0))
    #expect(try browser.value("typeof window.broken") == "undefined")
    // The refusals by the content security policy.
    #expect(try browser.complaints().filter { $0.contains("Content Security Policy") }.count >= 4)
  }

  @Test("Uses the browser's language", arguments: [("ko", "문서"), ("de", "Dokumente"), ("ja", "文書")])
  func browsersGetTheirLanguage(language: String, documents: String) throws {
    let library = try ViewLibrary.sample()
    let browser = try Browser(language: language)
    try browser.open(library.path, until: "document.querySelector('.card')")
    #expect(try browser.text("document.documentElement.lang") == language)
    #expect(try browser.text("document.querySelector('nav a').textContent") == documents)
    // One page, in a language with a singular form and in those without one.
    let pages = ["ko": "1페이지", "de": "1 Seite", "ja": "1 ページ"][language]
    #expect(try browser.text("docscan.text('pages', { count: 1 })") == pages)
    let number = ["ko": "12,345", "de": "12.345", "ja": "12,345"][language] ?? ""
    #expect(try browser.text("docscan.text('pages', { count: 12345 })").contains(number))
  }

  @Test("Has all texts in all languages") func allLanguagesHaveAllTexts() throws {
    let library = try ViewLibrary.sample()
    let browser = try Browser()
    try browser.open(library.path, until: "document.querySelector('.card')")
    #expect(try browser.value("Object.keys(docscan.languages).sort()") == ["de", "en", "ja", "ko"])
    // Some languages have one form for all numbers. Every text has the values of the English one.
    let different = try browser.value(
      """
      Object.entries(docscan.languages).flatMap(([language, texts]) => {
        const { en } = docscan.languages;
        const hasOne = new Intl.PluralRules(language).resolvedOptions().pluralCategories.includes('one');
        const values = (text) => [...text.matchAll(/\\{\\w+\\}/g)].map(String).sort().join();
        const needed = Object.keys(en).filter((key) => hasOne || !key.endsWith('.one'));
        const wrong = needed.filter((key) => !texts[key] || values(texts[key]) !== values(en[key]));
        return [...wrong, ...Object.keys(texts).filter((key) => !en[key])].map((key) => `${language}: ${key}`);
      })
      """)
    #expect(different == [])
    // The code itself contains no text for users.
    let folder = "\(Places.package)/Sources/DocScanServe/View/Site"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".js") {
      let code = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
      let texts = code.matches(of: #/(?:text|title|placeholder|'aria-label'): '[^']*[A-Za-z]{3}/#).map {
        String($0.output)
      }
      #expect(texts == [], "\(name)")
    }
  }

  @Test("Shows the scan or the text on a phone") func aPhoneShowsTheScanOrTheText() throws {
    let library = try ViewLibrary.sample()
    let browser = try Browser(width: 390, height: 800)
    try browser.open(library.path, "#/doc/letter/1", until: Self.pageIsShown)
    func isShown(_ selector: String) throws -> Bool {
      try browser.value("document.querySelector('\(selector)').checkVisibility()") == .boolean(true)
    }
    #expect(try isShown(".view") && !isShown("section.text"))
    try browser.click(".views button:nth-child(2)")
    #expect(try !isShown(".view") && isShown("section.text"))
    // Nothing is wider than the phone.
    #expect(try browser.value("document.documentElement.scrollWidth <= 390") == .boolean(true))
    #expect(try browser.complaints() == [])
  }
}
