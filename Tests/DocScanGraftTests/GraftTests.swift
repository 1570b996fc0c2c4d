// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a copy of a PDF gets its text layer in the right place, and everything else is kept.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanWire
import FoundationEssentials
import Testing

@Suite("Text layers in a copy of a PDF")
struct GraftTests {
  @Test(
    "Places text correctly on rotated, cropped, and scaled pages",
    arguments: [0, 90, 180, 270, -90, 450],
    ["", "/CropBox[50 100 350 500]", "/CropBox[50 100 350 500]/UserUnit 2", "/MediaBox[-100 -50 300 550]"])
  func places(rotation: Int, boxes: String) throws {
    let pdf = HandmadePDF.pages(page: "/Rotate \(rotation)\(boxes)").data
    var size = boxes.contains("Crop") ? PageSize(width: 300, height: 400) : PageSize(width: 400, height: 600)
    if rotation % 180 != 0 { size = PageSize(width: size.height, height: size.width) }
    let unit = boxes.contains("UserUnit") ? 2.0 : 1
    let graft = try Graft(
      pdf, [(1, .overlay)], size: PageSize(width: size.width * unit, height: size.height * unit))
    let box = try #require(try graft.box(of: "layer1", on: size))
    let error = [
      box.x - Graft.place.x, box.y - Graft.place.y, box.maxX - Graft.place.maxX, box.maxY - Graft.place.maxY,
    ]
    #expect(error.allSatisfy { abs($0) < 0.006 }, "\(error)")
    #expect(try graft.drawing(of: graft.output) == graft.drawing(of: graft.original))
  }

  @Test(
    "Places text correctly after unbalanced operators, without changing the page",
    arguments: [
      "q 2 0 0 2 50 50 cm", "Q Q 0.5 0 0 0.5 9 9 cm", "3 Tr 1 0 0 rg", "BT", "0 0 10 10 re W n",
    ])
  func unbalanced(content: String) throws {
    let graft = try Graft(HandmadePDF.pages(content: content).data, [(1, .overlay)])
    let box = try #require(try graft.box(of: "layer1"))
    #expect(abs(box.x - Graft.place.x) < 0.006 && abs(box.maxY - Graft.place.maxY) < 0.006)
    #expect(try graft.drawing(of: graft.output) == graft.drawing(of: graft.original))
  }

  @Test("Adds resources only to the page with a layer")
  func sharedResources() throws {
    let graft = try Graft(HandmadePDF.pages(3).data, [(1, .original), (2, .overlay), (3, .original)])
    #expect(try graft.text(page: 1) == ["original1"])
    #expect(try Set(graft.text(page: 2)) == ["original2", "layer2"])
    #expect(try graft.text(page: 3) == ["original3"])
    #expect(try graft.expanded().ranges(of: "/DocScanText ").count == 2)
  }

  @Test("Avoids names that the page already uses")
  func takenName() throws {
    let page = "/Resources<</XObject<</DocScanText 3 0 R>>/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
    let graft = try Graft(HandmadePDF.pages(page: page).data, [(1, .overlay)])
    #expect(try Set(graft.text(page: 1)) == ["original1", "layer1"])
  }

  @Test("Keeps outlines, links, attachments, labels, and metadata")
  func keepsEverythingElse() throws {
    var pdf = HandmadePDF.pages(
      2, page: "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 50 50]/A<</S/URI/URI(https://example.org/kept)>>>>]",
      catalog:
        "/Outlines 8 0 R/PageLabels<</Nums[0<</S/r>>]>>/Names<</EmbeddedFiles<</Names[(a) 10 0 R]>>>>/Metadata 12 0 R")
    pdf.add("<</Type/Outlines/First 9 0 R/Last 9 0 R/Count 1>>")
    pdf.add("<</Title(Chapter)/Parent 8 0 R/Dest[6 0 R/Fit]>>")
    pdf.add("<</Type/Filespec/F(a.txt)/EF<</F 11 0 R>>>>")
    pdf.add(stream: "attached bytes")
    pdf.add(stream: "<x:xmpmeta/>", entries: "/Type/Metadata/Subtype/XML")
    let graft = try Graft(pdf.data, [(1, .overlay), (2, .replacement)])
    let result = try graft.expanded()
    for part in ["(Chapter)", "attached bytes", "/PageLabels", "x:xmpmeta"] {
      #expect(result.contains(part), "\(part)")
    }
    #expect(result.ranges(of: "https://example.org/kept").count == 2)
    let data = try graft.folder.data("output.pdf")
    // Kept content is copied byte by byte, without recompression.
    #expect(data.firstRange(of: Data("\nBT /F 20 Tf 100 250 Td (original1) Tj ET".utf8)) != nil)
  }

  @Test("Replaces a page by a picture with text, and keeps links to it")
  func replacement() throws {
    var pdf = HandmadePDF.pages(
      1, page: "/Rotate 90/CropBox[10 10 300 300]", catalog: "/Outlines 6 0 R")
    pdf.add("<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>")
    pdf.add("<</Title(Chapter)/Parent 6 0 R/Dest[4 0 R/Fit]>>")
    let graft = try Graft(pdf.data, [(1, .replacement)], size: PageSize(width: 300, height: 200))
    #expect(try graft.text(page: 1) == ["layer1"])
    let box = try #require(try graft.box(of: "layer1", on: PageSize(width: 300, height: 200)))
    #expect(abs(box.x - Graft.place.x) < 0.006 && abs(box.maxY - Graft.place.maxY) < 0.006)
    let report = try Command("pdfinfo", [graft.output]).check().output
    #expect(report.contains("300 x 200 pts") && report.contains("rot:        0"))
    // The outline refers to the only page.
    let page = try Command("qpdf", ["--json", "--json-key=outlines", graft.output]).check().output
    #expect(page.contains("\"destpageposfrom1\": 1"))
  }

  @Test("Omits pages that weren't selected, with their content")
  func selection() throws {
    var pdf = HandmadePDF.pages(4, catalog: "/Outlines 12 0 R/PageLabels<</Nums[0<</S/r>>]>>")
    pdf.add("<</Type/Outlines/First 13 0 R/Last 13 0 R/Count 1>>")
    pdf.add("<</Title(Gone)/Parent 12 0 R/Dest[4 0 R/Fit]>>")
    let graft = try Graft(pdf.data, [(2, .original), (4, .overlay)])
    #expect(try Command("qpdf", ["--show-npages", graft.output]).check().output == "2\n")
    #expect(try graft.text(page: 1) == ["original2"])
    #expect(try Set(graft.text(page: 2)) == ["original4", "layer4"])
    #expect(try !graft.expanded().contains("original1"))
  }

  @Test("Keeps the labels of selected and split pages")
  func labels() throws {
    let ranges = "0<</S/r>>2<</S/D/St 1>>4<</S/D/P(A-)/St 7>>"
    let graft = try Graft(
      HandmadePDF.pages(6, catalog: "/PageLabels<</Kids[<</Limits[0 4]/Nums[\(ranges)]>>]>>").data,
      [(2, .original), (3, .replacement), (3, .replacement), (4, .original), (6, .original)])
    let labels = try Command("qpdf", ["--json", "--json-key=pagelabels", graft.output]).check().output
    let compact = labels.filter { !$0.isWhitespace }
    for label in [
      #""index":0,"label":{"/S":"/r","/St":2}"#, #""index":1,"label":{"/S":"/D","/St":1}"#,
      #""index":2,"label":{"/S":"/D","/St":1}"#, #""index":4,"label":{"/P":"u:A-","/S":"/D","/St":8}"#,
    ] { #expect(compact.contains(label), "\(label)") }
    #expect(!compact.contains(#""index":3"#))
  }

  @Test("Moves links and notes along with straightened or split pages")
  func movedLinks() throws {
    let links = [(40, "left"), (340, "right")].map { x, name in
      "<</Type/Annot/Subtype/Link/Rect[\(x) 300 \(x + 20) 330]/A<</S/URI/URI(https://example.org/\(name))>>>>"
    }.joined()
    let note = "<</Type/Annot/Subtype/Text/Rect[60 60 80 80]/Contents(A note)>>"
    let pdf = HandmadePDF.pages(page: "/Annots[\(links)\(note)<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]>>]").data
    let halves = [Homography.scale(x: 2, y: 1), .translation(x: -0.5, y: 0).then(.scale(x: 2, y: 1))]
    let graft = try Graft(
      pdf, [(1, .replacement), (1, .replacement)], size: PageSize(width: 200, height: 600), placements: halves)
    let pages = try graft.expanded().components(separatedBy: "/Type /Page\n")
    #expect(pages.count == 3)
    for text in ["/left", "/right", "(A note)"] { #expect(try graft.expanded().ranges(of: text).count == 1) }
    let rectangles = try graft.rectangles()
    #expect(rectangles == [[40, 300, 60, 330], [60, 60, 80, 80], [140, 300, 160, 330]])
  }

  @Test("Removes an owner password")
  func decrypts() throws {
    let folder = try TemporaryFolder()
    let plain = try folder.write(HandmadePDF.pages().data, to: "plain.pdf")
    try Command("qpdf", ["--encrypt", "", "owner", "256", "--print=none", "--", plain, folder / "locked.pdf"]).check()
    #expect(try PDFFacts(InputFile(path: folder / "locked.pdf"), pageCount: 1).canGraft)
    let graft = try Graft(try folder.data("locked.pdf"), [(1, .overlay)])
    #expect(try Command("qpdf", ["--is-encrypted", graft.output]).run().exitCode == 2)
    #expect(try Set(graft.text(page: 1)) == ["original1", "layer1"])
  }

  @Test("Adds translations to kept, overlaid, and replaced pages without visible change")
  func translation() throws {
    let texts = [1: "Schicht eins", 2: "Schicht zwei", 3: "Schicht drei"]
    let pages: [(number: Int, source: GraftRequest.Source)] = [
      (1, .original), (2, .overlay), (3, .replacement), (4, .original),
    ]
    let pdf = HandmadePDF.pages(4).data
    let graft = try Graft(pdf, pages, translation: texts, settings: ["translation": "de"])
    let tagged = try Graft(pdf, pages, translation: texts, settings: ["tagged": true])
    for page in 1...4 { #expect(try graft.text(page: page) == tagged.text(page: page)) }
    #expect(try graft.drawing(of: graft.output) == graft.drawing(of: tagged.output))
    let elements = try PDFStructureElement.all(in: graft.output).flatMap(\.flattened)
    #expect(
      elements.map(\.kind) == ["Document", "Sect", "Div", "P", "Sect", "P", "Div", "P", "Sect", "P", "Div", "P"])
    let said = elements.filter { $0.replacement != nil }
    #expect(said.map(\.replacement) == ["Schicht eins", "Schicht zwei", "Schicht drei"])
    #expect(said.allSatisfy { $0.language == "de" })
    let printed = try Command("pdfinfo", ["-struct-text", graft.output]).check()
    #expect(printed.errors.isEmpty && printed.output.ranges(of: "Translation (de)").count == 3)
    #expect(printed.output.contains("layer2") && printed.output.contains("layer3"))
  }

  @Test(
    "Keeps an original's structure, and appends the translation",
    arguments: [
      "10 0 R", "[10 0 R]", "[10 0 R 13 0 R]",
    ])
  func translationOfTaggedOriginal(kids: String) throws {
    var pdf = HandmadePDF.pages(3, catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 12 0 R")
    pdf.add("<</Type/StructElem/S/Document/Lang(en)/P 12 0 R/K[11 0 R]>>")
    pdf.add("<</Type/StructElem/S/P/ActualText(own)/P 10 0 R/Pg 4 0 R>>")
    pdf.add("<</Type/StructTreeRoot/K \(kids)>>")
    pdf.add("<</Type/StructElem/S/P/P 12 0 R>>")
    let graft = try Graft(
      pdf.data, [(1, .original), (2, .overlay), (3, .original)], translation: [1: "eins", 2: "zwei"],
      settings: ["translation": "de"])
    let elements = try PDFStructureElement.all(in: graft.output).flatMap(\.flattened)
    #expect(elements.compactMap(\.replacement).suffix(3) == ["own", "eins", "zwei"])
    #expect(elements.filter { $0.replacement != nil }.map(\.language).suffix(2) == ["de", "de"])
    #expect(elements.count { $0.kind == "Document" } == 1)
    let complaints = try [graft.original, graft.output].map {
      try Command("pdfinfo", ["-struct-text", $0]).check().errors.split(separator: "\n").count
    }
    #expect(complaints[0] == complaints[1])
    #expect(try graft.drawing(of: graft.output) == graft.drawing(of: graft.original))
  }

  @Test("Replaces an earlier translation")
  func translatedAgain() throws {
    let pages: [(number: Int, source: GraftRequest.Source)] = [(1, .original), (2, .overlay)]
    let first = try Graft(
      HandmadePDF.pages(2).data, pages, translation: [1: "eins", 2: "zwei"], settings: ["translation": "de"])
    let again = try Graft(
      first.folder.data("output.pdf"), pages, translation: [1: "EINS", 2: "ZWEI"], settings: ["translation": "de"])
    let elements = try PDFStructureElement.all(in: again.output).flatMap(\.flattened)
    #expect(elements.compactMap(\.replacement) == ["EINS", "ZWEI"])
    #expect(elements.count { $0.kind == "Div" } == 2)
  }

  @Test(
    "Survives an invalid or incomplete structure",
    arguments: [
      "/StructTreeRoot<</Type/StructTreeRoot>>", "/StructTreeRoot 2 0 R", "/StructTreeRoot(none)",
    ])
  func oddStructure(catalog: String) throws {
    let pdf = HandmadePDF.pages(1, catalog: catalog).data
    let graft = try Graft(pdf, [(1, .original)], translation: [1: "eins"], settings: ["translation": "de"])
    #expect(try graft.text(page: 1) == ["original1"])
    #expect(try graft.drawing(of: graft.output) == graft.drawing(of: graft.original))
  }

  @Test("Keeps the file's bytes if every page is kept, and repairs a damaged one")
  func untouched() throws {
    let folder = try TemporaryFolder()
    let sound = HandmadePDF.pages(2).data
    for (pdf, expected) in [(sound, true), (Data(sound.dropLast(12)), false)] {
      let outcome = try PDFGraft.graft(
        GraftRequest(pages: [1, 2].map { GraftRequest.Page(number: $0, source: .original) }),
        original: InputFile(path: folder.write(pdf, to: "original.pdf")),
        layers: InputFile(path: folder.write(sound, to: "layers.pdf")), output: folder / "output.pdf")
      #expect(outcome.isIdentical == expected)
      #expect(folder.contains("output.pdf") == !expected)
    }
    try Command("qpdf", ["--check", folder / "output.pdf"]).check()
  }

  @Test("Gives the same bytes for the same input")
  func isDeterministic() throws {
    let pages: [(number: Int, source: GraftRequest.Source)] = [(1, .overlay), (2, .replacement)]
    let first = try Graft(HandmadePDF.pages(2).data, pages)
    let second = try Graft(HandmadePDF.pages(2).data, pages)
    #expect(try first.folder.data("output.pdf") == second.folder.data("output.pdf"))
  }
}
