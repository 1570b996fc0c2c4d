// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import DocScanBatch

@Suite("Names and order of documents")
struct NamingTests {
  @Test("Files are ordered as a person counts")
  func naturalOrder() {
    let names = ["page10.jpg", "Page2.jpg", "page1.jpg", "page02.jpg", "a", "page1.jpeg"]
    #expect(
      names.sorted(by: isNaturallyOrdered) == ["a", "page1.jpeg", "page1.jpg", "Page2.jpg", "page02.jpg", "page10.jpg"])
  }

  @Test("Inputs with the same name get distinct names, always the same ones")
  func collisions() {
    let requests = ["in/scan.pdf", "in/scan.jpg", "other/Scan.pdf", "more/scan.pdf"].map {
      DocumentNameRequest(name: fileName($0).split(separator: ".")[0].description, source: $0)
    }
    #expect(uniqueNames(requests) == ["scan", "scan-jpg", "Scan-pdf", "scan-pdf-2"])
    #expect(uniqueNames(requests) == uniqueNames(requests))
  }

  @Test("A document never lies inside the folder of another")
  func nesting() {
    let names = uniqueNames([
      DocumentNameRequest(name: "a", source: "a.pdf"), DocumentNameRequest(name: "a/pages", source: "a/pages.pdf"),
      DocumentNameRequest(name: "b/c", source: "b/c.pdf"), DocumentNameRequest(name: "b", source: "b.pdf"),
    ])
    #expect(names == ["a", "a-pages-pdf", "b/c", "b-pdf"])
  }

  @Test(
    "Names that would be hidden, reserved or dangerous are changed",
    arguments: [
      ("report.json", "report.json.pdf", "report.json-pdf"), ("...", "...", "_.."), ("a\u{1B}[2Jb", "x.pdf", "a_[2Jb"),
      (".docscan", ".docscan.pdf", "_docscan"), ("rtl\u{202E}fdp", "x.exe", "rtl_fdp"),
      ("a\u{2028}b\u{9B}31m", "x.pdf", "a_b_31m"),
    ])
  func unsafeNames(name: String, source: String, expected: String) {
    #expect(uniqueNames([DocumentNameRequest(name: name, source: source)]) == [expected])
  }

  @Test("A name is never cut to nothing, also when all of it is one character with many marks")
  func longCharacter() {
    let name = "x" + String(repeating: "\u{301}", count: 120)
    let made = uniqueNames([DocumentNameRequest(name: name, source: "x.pdf")])[0]
    #expect(made.unicodeScalars.first == "x" && made.utf8.count <= 201)
  }

  @Test("The pages of several files are counted through")
  func sourcePages() {
    let pages = SourcePages(paths: ["a.tif", "b.jpg", "c.tif"], counts: [3, 1, 2])
    #expect(pages.count == 6)
    #expect((1...6).map { pages.place(of: $0).path } == ["a.tif", "a.tif", "a.tif", "b.jpg", "c.tif", "c.tif"])
    #expect((1...6).map { pages.place(of: $0).page } == [1, 2, 3, 1, 1, 2])
  }

  @Test("Long names without an ending stay short enough for a file when they collide")
  func longCollision() {
    let long = String(repeating: "\u{FFFD}", count: 60)
    let names = uniqueNames(["a/", "a//"].map { DocumentNameRequest(name: $0 + long, source: $0 + long) })
    #expect(Set(names).count == 2)
    #expect(names.allSatisfy { $0.split(separator: "/").allSatisfy { $0.utf8.count <= 245 } })
  }
}
