// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: file names are sorted naturally, and names for results are harmless.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanInput
import DocScanLayout
import DocScanNative
import DocScanStore
import Testing

@testable import DocScanBatch

@Suite("Names and order of documents")
struct NamingTests {
  @Test("Finds the first page on which another document likely begins, unless a user decided about it")
  func likelyStart() {
    func place(_ page: Int, _ probability: Double, isCut: Bool = false, by: String? = nil) -> Boundary {
      Boundary(page: page, probability: probability, isCut: isCut, by: by)
    }
    let places = [place(2, 0.4), place(3, 0.9), place(4, 1, isCut: true), place(5, 0.9, by: "Kim"), place(6, 0.6)]
    for (pages, start) in [([1, 2, 3], 3), ([4, 5, 6], 6), ([1, 2], nil), ([4, 5], nil)] {
      #expect(places.likelyStart(in: PageSelection(pages: pages))?.page == start)
    }
  }

  @Test("Sorts files in natural order")
  func naturalOrder() {
    let names = ["page10.jpg", "Page2.jpg", "page1.jpg", "page02.jpg", "a", "page1.jpeg"]
    #expect(
      names.sorted(by: isNaturallyOrdered) == ["a", "page1.jpeg", "page1.jpg", "Page2.jpg", "page02.jpg", "page10.jpg"])
  }

  @Test(
    "Changes hidden and dangerous names",
    arguments: [
      ("...", "_.."), ("a\u{1B}[2Jb", "a_[2Jb"), (".docscan", "_docscan"), ("rtl\u{202E}fdp", "rtl_fdp"),
      ("a\u{2028}b\u{9B}31m", "a_b_31m"), ("", "document"), ("../../etc/passwd", "_./_./etc/passwd"),
    ])
  func unsafeNames(name: String, expected: String) { #expect(sanitized(name) == expected) }

  @Test("Never shortens a name to nothing, even one of many combining marks")
  func longCharacter() {
    let name = "x" + String(repeating: "\u{301}", count: 120)
    let made = sanitized(name)
    #expect(made.unicodeScalars.first == "x" && made.utf8.count <= 201)
  }

  @Test("Keeps two files whose names differ only in the Unicode form")
  func unicodeForms() throws {
    let folder = try TemporaryFolder()
    _ = try folder.makeFolder("in")
    try folder.write("%PDF-1.4 a", to: "in/Mu\u{308}ller.pdf")
    try folder.write("%PDF-1.4 b", to: "in/M\u{FC}ller.pdf")
    let scanner = InputScanner(group: .file, formats: builtInFormats, outputFolder: folder / "out")
    let listing = try scanner.scan([folder / "in", folder / "in/M\u{FC}ller.pdf"])
    #expect(listing.documents.map { Array($0.source.utf8.suffix(8)) }.count == 2)
    #expect(listing.ignored.map(\.reason) == ["It is named twice."])
    #expect(PathKey("M\u{FC}") != PathKey("Mu\u{308}") && Set([PathKey("M\u{FC}"), PathKey("Mu\u{308}")]).count == 2)
  }

  @Test("Numbers the pages of several files continuously")
  func sourcePages() {
    let pages = SourcePages(paths: ["a.tif", "b.jpg", "c.tif"], counts: [3, 1, 2])
    #expect(pages.count == 6)
    #expect((1...6).map { pages.place(of: $0).path } == ["a.tif", "a.tif", "a.tif", "b.jpg", "c.tif", "c.tif"])
    #expect((1...6).map { pages.place(of: $0).page } == [1, 2, 3, 1, 1, 2])
  }
}
