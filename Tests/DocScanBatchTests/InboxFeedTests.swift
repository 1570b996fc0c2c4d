// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a watched folder offers each complete file once and keeps every original.

import DocScanCore
import DocScanFixtures
import DocScanInput
import DocScanStore
import FoundationEssentials
import Testing

@testable import DocScanBatch
@testable import DocScanWatch

@Suite("Files from a watched folder")
struct InboxFeedTests {
  @Test("Offers a file once, and moves it when its results are published")
  func once() throws {
    let inbox = try WatchedInbox()
    try inbox.put("a", as: "scan.pdf")
    let document = try #require(try inbox.next())
    #expect(document.name == "scan" && document.paths == [inbox.folder / "in/scan.pdf"])
    #expect(try inbox.folder.files(under: "in") == ["scan.pdf"])
    #expect(inbox.mayPublish(document))
    try inbox.finish(document)
    #expect(try inbox.folder.files(under: "in") == [] && inbox.folder.files(under: "done") == ["scan.pdf"])
    #expect(try inbox.next() == nil && inbox.waiting == 0)
  }

  @Test("Takes two files whose names differ only in the Unicode form, under different names")
  func unicodeForms() throws {
    let inbox = try WatchedInbox()
    try inbox.put("a", as: "Mu\u{308}ller.pdf")
    try inbox.put("b", as: "M\u{FC}ller.pdf")
    let (first, second) = (try #require(try inbox.next()), try #require(try inbox.next()))
    #expect(Set([first.name, second.name]) == ["M\u{FC}ller", "M\u{FC}ller-2"])
    try inbox.finish(first)
    try inbox.finish(second)
    #expect(try inbox.folder.files(under: "in") == [] && inbox.folder.files(under: "done").count == 2)
  }

  @Test("Moves a failed original next to its reason")
  func failed() throws {
    let inbox = try WatchedInbox()
    try inbox.put("a", as: "scan.pdf")
    try inbox.finish(try #require(try inbox.next()), .failed)
    #expect(
      try inbox.folder.files(under: "failed") == ["scan.pdf", "scan.pdf.reason.json", "scan.pdf.reason.txt"])
    #expect(try inbox.folder.text("failed/scan.pdf.reason.txt").contains("The file is damaged."))
  }

  @Test("Keeps or deletes originals as the pipeline sets", arguments: [("keep", ["scan.pdf"]), ("delete", [])])
  func originals(choice: String, left: [String]) throws {
    let inbox = try WatchedInbox(#", "originals": "\#(choice)""#)
    try inbox.put("a", as: "scan.pdf")
    try inbox.finish(try #require(try inbox.next()))
    #expect(try inbox.folder.files(under: "in") == left && !inbox.folder.contains("done/scan.pdf"))
    #expect(try inbox.next() == nil)
  }

  @Test("Never processes equal files at the same time, and gives other files other names")
  func sameContent() throws {
    let inbox = try WatchedInbox()
    try inbox.put("same", as: "a.pdf")
    try inbox.put("same", as: "b.pdf")
    let first = try #require(try inbox.next())
    #expect(try inbox.next() == nil)
    #expect(inbox.waiting == 1)
    try inbox.finish(first, .failed)
    let second = try #require(try inbox.next())
    // A copy is the same document, regardless of its name.
    #expect(first.name == "a" && second.name == "a" && second.paths == [inbox.folder / "in/b.pdf"])
    try inbox.put("other", as: "a.pdf")
    #expect(try inbox.next()?.name == "a-2")
  }

  @Test("Processes a file again that changed during processing")
  func changed() throws {
    let inbox = try WatchedInbox()
    try inbox.put("a", as: "scan.pdf")
    let first = try #require(try inbox.next())
    try inbox.put("another text", as: "scan.pdf")
    #expect(!inbox.mayPublish(first))
    #expect(inbox.notices.contains { $0.contains("scan.pdf changed while it was processed") })
    let second = try #require(try inbox.next())
    #expect(inbox.mayPublish(second))
    try inbox.finish(second)
    #expect(try inbox.folder.text("done/scan.pdf").contains("another text"))
  }

  @Test("Leaves non-documents, partial files, and links in place, and reports them")
  func others() throws {
    let inbox = try WatchedInbox()
    try inbox.folder.write("Dear all,\n", to: "in/letter.txt")
    try inbox.folder.write("%PDF-1.4\n", to: "in/upload.pdf.part")
    try inbox.put("a", as: "real.pdf")
    try Command("ln", ["-s", "real.pdf", inbox.folder / "in/link.pdf"]).check()
    let document = try #require(try inbox.next())
    #expect(document.name == "real")
    #expect(try inbox.next() == nil)
    #expect(inbox.ignored.map(\.path).sorted() == ["letter.txt", "link.pdf"])
    #expect(inbox.ignored.contains { $0.reason.contains("neither a PDF nor an image") })
  }

  @Test("Waits for an incomplete file while accepting others")
  func incomplete() throws {
    let inbox = try WatchedInbox()
    inbox.incomplete = ["upload.pdf"]
    try inbox.put("a", as: "upload.pdf")
    try inbox.put("b", as: "whole.pdf")
    #expect(try inbox.next()?.name == "whole")
    #expect(try inbox.next() == nil && inbox.waiting == 1)
    #expect(inbox.ignored.map(\.path) == ["upload.pdf"] && inbox.ignored[0].reason.contains("its end is missing"))
    inbox.incomplete = []
    try inbox.put("a, and the rest", as: "upload.pdf")
    #expect(try inbox.next()?.name == "upload" && inbox.ignored.isEmpty)
  }

  @Test("Makes one document of a folder of pictures, in natural order")
  func folders() throws {
    let inbox = try WatchedInbox(group: "folder")
    _ = try inbox.folder.makeFolder("in/trip")
    for name in ["p10.png", "p2.png"] {
      try inbox.folder.write(Data([0x89] + "PNG\r\n\u{1A}\n\(name) IEND".utf8), to: "in/trip/" + name)
    }
    let document = try #require(try inbox.next())
    #expect(document.name == "trip")
    #expect(document.paths == ["p2.png", "p10.png"].map { inbox.folder / "in/trip/\($0)" })
    try inbox.finish(document)
    #expect(try inbox.folder.files(under: "done") == ["trip/p10.png", "trip/p2.png"])
  }
}
