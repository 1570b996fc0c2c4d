// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the website is updated incrementally and never replaces another program's file.

import DocScanCore
import DocScanFixtures
import Testing

extension ViewTests {
  @Test("Keeps an index.html that docscan didn't write or that was changed")
  func aPageThatSomebodyPutThereIsNotReplaced() throws {
    let library = try ViewLibrary()
    try library.add("letter")
    try library.folder.write("<p>My page</p>", to: "out/index.html")
    let result = try Command.product("docscan", ["view", library.path]).run()
    #expect(result.exitCode == 6)
    #expect(result.errors.contains("index.html exists already, and docscan did not write it."))
    #expect(try library.folder.text("out/index.html") == "<p>My page</p>")
    // A page by docscan that the user has changed belongs to the user, too.
    try library.folder.remove("out/index.html")
    try library.view()
    try library.folder.write("<p>Mine again</p>", to: "out/index.html")
    #expect(try Command.product("docscan", ["view", library.path]).run().exitCode == 6)
    #expect(try library.folder.text("out/index.html") == "<p>Mine again</p>")
  }

  @Test("Rejects a folder without results") func aFolderWithoutResultsIsNoLibrary() throws {
    let folder = try TemporaryFolder()
    let result = try Command.product("docscan", ["view", folder.path]).run()
    #expect(result.exitCode == 4)
    #expect(result.errors.contains("is not a docscan output folder"))
    #expect(try folder.files().isEmpty)
  }

  @Test("Rewrites only changed documents") func onlyWhatChangedIsWrittenAgain() throws {
    let library = try ViewLibrary()
    try library.add("first")
    try library.add("shelf/second", pages: 2)
    try library.add("shelf/second/inner")
    #expect(try library.view().contains("3 documents, 4 pages, 3 new or changed"))
    let before = try library.folder.files(under: "out/.docscan/view")
    #expect(try library.view().contains("0 new or changed"))
    try library.add("first", lines: ["other words"])
    #expect(try library.view().contains("3 documents, 4 pages, 1 new or changed"))
    #expect(try library.folder.files(under: "out/.docscan/view") == before)
    #expect(try library.folder.text("out/.docscan/view/documents/first/.pages/0001.js").contains("other"))
    // Removed documents leave nothing, and the one inside stays.
    try library.folder.remove("out/first")
    try library.folder.remove("out/shelf/second/second.json")
    try library.folder.remove("out/shelf/second/pages")
    #expect(try library.view().contains("1 document, 1 page, 0 new or changed"))
    let after = try library.folder.files(under: "out/.docscan/view/documents")
    #expect(
      after.sorted() == ["inner/.pages/0001.js", "inner/.pages/document.js"].map { "shelf/second/\($0)" }.sorted())
    #expect(try !library.folder.text("out/.docscan/view/data/cards-0001.js").contains("first"))
  }

  @Test("Rebuilds damaged data") func damagedDataAreMadeAgain() throws {
    let library = try ViewLibrary()
    try library.add("letter")
    try library.view()
    try library.folder.write("this is no database, whatever its name says", to: "out/.docscan/view.sqlite")
    #expect(try library.view().contains("1 document, 1 page, 1 new or changed"))
  }

  @Test("Removes pictures of removed documents") func picturesOfDocumentsThatAreGoneGo() throws {
    let library = try ViewLibrary()
    try library.run([Places.package + "/Pipelines/sample/minutes.pdf"])
    try library.view()
    #expect(try library.folder.files(under: "out/.docscan/view/pictures").contains { $0.hasSuffix("small/0001.jpg") })
    #expect(!library.folder.contains("out/.docscan/view/links"))
    try library.folder.remove("out/minutes")
    try library.view()
    #expect(try !library.folder.files(under: "out/.docscan/view/pictures").contains { $0.hasSuffix(".jpg") })
  }
}
