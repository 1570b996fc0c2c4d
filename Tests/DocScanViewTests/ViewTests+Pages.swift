// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: words, lines, and pictures of a page match each other.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

extension ViewTests {
  /// Returns the share of words whose boxes are darker than the page, which means that they contain ink.
  private func inkedWords(_ browser: Browser) throws -> Double {
    try browser.value(
      """
      (() => {
        const { picture, page } = docscan.shown.stage;
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.drawImage(picture, 0, 0);
        const scale = canvas.width / page.size[0];
        const mean = (x, y, w, h) => {
          const { data } = context.getImageData(x * scale, y * scale, Math.max(1, w * scale), Math.max(1, h * scale));
          let sum = 0;
          for (let index = 0; index < data.length; index += 4) sum += data[index + 1];
          return 4 * sum / data.length;
        };
        const all = mean(0, 0, ...page.size);
        return page.words.filter((word) => mean(...word.box) < all - 10).length / page.words.length;
      })()
      """
    ).number ?? 0
  }

  @Test("Shows words at their place in the picture") func wordsStandWhereTheyAreInThePicture() throws {
    let library = try ViewLibrary()
    let sample = Places.package + "/Pipelines/sample"
    // A page that is kept unchanged, and a copy that its PDF rotates.
    let made = try [("kept.pdf", ""), ("turned.pdf", "/Rotate 90")].map { name, entries in
      try library.folder.write(HandmadePDF.pages(1, page: entries, content: Self.writing).data, to: name)
    }
    try library.run([sample + "/letter.pdf", sample + "/photo.jpg"] + made)
    try library.view()
    // Reading pixels of local files requires this flag.
    let browser = try Browser(flags: ["--allow-file-access-from-files"])
    for document in ["letter", "photo", "turned", "kept"] {
      try browser.open(library.path, "#/doc/\(document)/1", until: Self.pageIsShown)
      #expect(try inkedWords(browser) > 0.95, "\(document)")
    }
  }

  private static let writing =
    "BT /F 20 Tf 50 500 Td (Every word of this page) Tj 0 -60 Td (stands in its own place) Tj ET"

  @Test("Compares the corrected page with the original after a run with the web writer")
  func aRunWithTheWriterWebShowsThePageAsItWasLoaded() throws {
    let library = try ViewLibrary()
    try library.run([Places.package + "/Pipelines/sample/photo.jpg"], writers: ["json", "web"])
    #expect(try library.view().contains("1 document, 1 page"))
    #expect(
      try library.folder.files(under: "out/photo/web").sorted() == ["0001.jpg", "small/0001.jpg", "source/0001.jpg"])
    #expect(try library.folder.files(under: "out/.docscan/view").allSatisfy { !$0.hasPrefix("pictures") })
    let browser = try Browser(flags: ["--allow-file-access-from-files"])
    try browser.open(library.path, "#/doc/photo/1", until: Self.pageIsShown)
    #expect(try inkedWords(browser) > 0.95)
    #expect(try browser.value("document.querySelector('.source').hidden") == .boolean(true))
    try browser.value("docscan.shown.comparing.click()")
    try browser.wait(
      for: "!document.querySelector('.source').hidden && document.querySelector('.source img').naturalWidth")
    // The sheet's outline has four sides.
    #expect(try browser.value("document.querySelectorAll('.source polyline').length") == .number(4))
    let clip = "document.querySelector('.sheet:not(.source)').style.clipPath"
    let half = try browser.text(clip)
    try browser.value(
      "(() => { const slider = document.querySelector('.compare input'); slider.value = 80; slider.dispatchEvent(new Event('input')); })()"
    )
    #expect(try browser.text(clip) != half)
    #expect(try browser.complaints() == [])
  }

  @Test("Selects text on the picture") func textCanBeSelectedOnThePicture() throws {
    let browser = try Browser()
    try browser.open(ViewLibrary.sample().path, "#/doc/letter/1", until: Self.pageIsShown)
    let copied = try browser.text(
      """
      new Promise((resolve) => {
        document.addEventListener('copy', (event) => resolve(event.clipboardData.getData('text/plain')));
        getSelection().selectAllChildren(document.querySelector('.words'));
        document.querySelector('.words').dispatchEvent(
          new ClipboardEvent('copy', { bubbles: true, clipboardData: new DataTransfer() }));
      })
      """)
    #expect(copied.hasPrefix("Harbour Street Library\n14 Harbour Street, Millbrook"))
    // The letters are as wide as those in the picture.
    let widths = try browser.value(
      """
      docscan.shown.page.words.slice(0, 50).map((word) => {
        const drawn = document.querySelector(`[data-word="${word.index}"] .letters`).firstChild;
        const range = document.createRange();
        range.setStart(drawn, 0); range.setEnd(drawn, word.text.length);
        return range.getBoundingClientRect().width / (word.box[2] * docscan.shown.stage.scale);
      }).filter((share) => Math.abs(share - 1) < 0.1).length
      """)
    #expect((widths.number ?? 0) >= 45)
  }

  @Test("Highlights a line in the picture, and the reverse") func lineAndPictureLightEachOther() throws {
    let browser = try Browser()
    try browser.open(ViewLibrary.sample().path, "#/doc/letter/1", until: Self.pageIsShown)
    let move: (String) throws -> Void = { selector in
      let place =
        try browser.value(
          "(() => { const box = document.querySelector(\(Browser.quoted(selector))).getBoundingClientRect(); return [box.x + 4, box.y + 4]; })()"
        ).list ?? []
      try browser.call("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": place[0], "y": place[1]])
    }
    try move(".line[data-line='3']")
    try browser.wait(for: "!document.querySelector('.light').hidden")
    #expect(
      try browser.value("parseFloat(document.querySelector('.light').style.top) === docscan.shown.page.lines[3].box[1]")
        == .boolean(true))
    try move(".words .word[data-word='0']")
    try browser.wait(for: "document.querySelector('.line.lit')?.dataset.line === '0'")
  }

  @Test("Reaches a word by keyboard alone") func theKeyboardAloneReachesAWord() throws {
    let browser = try Browser()
    try browser.open(ViewLibrary.sample().path, until: "document.querySelectorAll('.card').length === 3")
    func tab(to condition: String) throws {
      for _ in 0..<40 {
        if try browser.value("Boolean(\(condition))") == .boolean(true) { return }
        try browser.press("Tab", code: 9)
      }
      throw FixtureError("The Tab key does not lead to \(condition).")
    }
    try tab(to: "document.activeElement.textContent.startsWith('letter')")
    try browser.press("Enter", code: 13, text: "\r")
    try browser.wait(for: Self.pageIsShown)
    try tab(to: "document.activeElement.matches('.lines .word')")
    for _ in 0..<2 { try browser.press("ArrowRight", code: 39) }
    #expect(try browser.text("document.activeElement.textContent") == "Library")
    // The arrow keys moved between words, not pages.
    #expect(try browser.text("location.hash") == "#/doc/letter/1")
    try browser.press("Enter", code: 13, text: "\r")
    try browser.wait(for: "document.querySelector('.read')?.textContent === 'Library'")
    try browser.wait(for: "document.getElementById('status').textContent")
    try browser.press("Escape", code: 27)
    try browser.wait(for: "document.querySelector('.word-card').hidden")
  }

  @Test("Keeps the point under the mouse in place while zooming") func zoomingKeepsThePointUnderTheMouse() throws {
    let browser = try Browser()
    try browser.open(ViewLibrary.sample().path, "#/doc/letter/1", until: Self.pageIsShown)
    let place =
      "(() => { const box = document.querySelector('.words .word').getBoundingClientRect(); return [box.x, box.y]; })()"
    let before = try browser.value(place).list ?? []
    try browser.call(
      "Input.dispatchMouseEvent",
      ["type": "mouseWheel", "x": before[0], "y": before[1], "deltaX": 0, "deltaY": -200, "modifiers": 2])
    try browser.wait(for: "docscan.shown.stage.zoomed > 1.5")
    let after = try browser.value(place).list ?? []
    for (old, new) in zip(before, after) { #expect(abs((old.number ?? 0) - (new.number ?? 99)) < 3) }
    // The picture is redrawn with more pixels.
    try browser.wait(for: "docscan.shown.stage.canvas.width > 900")
  }

  @Test("Shows a translation instead of the text") func aTranslationIsShownInPlaceOfTheText() throws {
    let library = try ViewLibrary()
    try library.add("brief", lines: ["Guten Tag"]) { page in
      try page.findings.set([
        Translation(
          to: "en", from: "de", provider: "test",
          paragraphs: [.init(block: 0, lines: [0], source: "Guten Tag", text: "Good day <b>")])
      ])
    }
    try library.view()
    let browser = try Browser()
    try browser.open(library.path, "#/doc/brief/1", until: "document.querySelector('.text select')")
    #expect(try browser.text("document.querySelector('.lines').innerText").contains("Guten Tag"))
    try browser.value(
      "(() => { const choice = document.querySelector('.text select'); choice.value = '0'; choice.dispatchEvent(new Event('change')); })()"
    )
    #expect(try browser.text("document.querySelector('.lines').innerText").contains("Good day <b>"))
    #expect(try browser.text("document.querySelector('.lines').lang") == "en")
  }

  @Test("Opens a search hit with its words marked") func aSearchOpensThePageWithTheWordsMarked() throws {
    let library = try ViewLibrary()
    try library.run([Places.package + "/Pipelines/sample/letter.pdf"])
    let command = try library.withBrowser(["search", "--open", "whitcombe", "-o", library.path])
    let found = try command.run()
    #expect(found.exitCode == 0, "\(found.summary)")
    let address = try library.folder.text("asked")
    let parts = address.split(separator: "#", maxSplits: 1)
    #expect(parts[0].hasSuffix("/index.html"))
    let browser = try Browser()
    try browser.open(library.path, "#\(parts[1])", until: Self.pageIsShown)
    try browser.wait(for: "document.querySelector('.lines .word.found')")
    let shown = try browser.value("document.querySelector('.lines .word.found').textContent.trim()")
    #expect(shown == "Whitcombe")
    #expect(try browser.value("document.querySelectorAll('.words .word.found').length >= 1") == .boolean(true))
  }

  @Test("Opens the library in a browser that keeps running after the command")
  func aBrowserOpensTheLibraryAndOutlivesTheCommand() throws {
    let library = try ViewLibrary()
    try library.run([Places.package + "/Pipelines/sample/letter.pdf"])
    let command = try library.withBrowser(["view", library.path, "--open"], staying: true)
    let made = try command.run()
    #expect(made.exitCode == 0, "\(made.summary)")
    #expect(!made.output.contains("Open it"))
    #expect(try library.folder.text("asked") == "file://\(library.path)/index.html")
    let process = try #require(pid_t(library.folder.text("pid").split(separator: "\n").joined()))
    #expect(kill(process, 0) == 0, "The browser ended with the command.")
    kill(process, SIGKILL)
  }

  @Test("Reports a missing browser without failing") func aBrowserThatIsMissingIsNoError() throws {
    let library = try ViewLibrary()
    try library.run([Places.package + "/Pipelines/sample/letter.pdf"])
    var command = try Command.product("docscan", ["view", library.path, "--open"])
    command.environment["PATH"] = library.folder.path
    let made = try command.run()
    #expect(made.exitCode == 0)
    #expect(made.errors.contains("Could not start a browser"), "\(made.summary)")
  }
}
