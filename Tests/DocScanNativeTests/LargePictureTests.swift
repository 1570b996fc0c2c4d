// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: no picture of a PDF page is lost without a message, even if it is too large for cairo.

import CLeptonica
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import Foundation
import Testing

@Suite("Pictures that cairo doesn't draw")
struct LargePictureTests {
  /// Returns a strip of paper with a black bar in each of its parts.
  private static func strip(_ length: Int, isWide: Bool, isBitonal: Bool) throws -> Raster {
    let (width, height) = isWide ? (length, 200) : (200, length)
    return try unsafe Raster(width: width, height: height, channels: .gray, isBitonal: isBitonal) { target in
      for index in target.indices {
        let along = isWide ? index % width : index / width
        unsafe target[index] = along % 1000 < 40 ? 0 : 255
      }
    }
  }

  private static func ink(_ raster: Raster) -> Double {
    let pixels = TestPicture(raster).pixels
    return Double(pixels.reduce(0) { $0 + 255 - Int($1) }) / 255 / Double(raster.width * raster.height)
  }

  @Test(
    "Draws scans of more than 32,767 pixels", arguments: [ImagePDF.Encoding.flate, .g4, .jpeg(quality: 80)],
    [false, true])
  func long(encoding: ImagePDF.Encoding, isWide: Bool) throws {
    let pdf = try ImagePDF(
      [try Self.strip(34_000, isWide: isWide, isBitonal: encoding == .g4)], dpi: 300, encoding: encoding
    ).data()
    let page = try load(Array(pdf)).raster
    #expect(max(page.width, page.height) > 32_000)
    // A twenty-fifth of the strip is black, and so are its last rows or columns.
    #expect(abs(Self.ink(page) - 0.04) < 0.004)
    let (length, part) = (isWide ? page.width : page.height, 33_020 * (isWide ? page.width : page.height) / 34_000)
    let shown = TestPicture(page)
    #expect((isWide ? shown[part, 100] : shown[100, part])[0] < 100 && part < length)
  }

  @Test("Fails if a large picture can't be decoded, and isn't blank")
  func undecodable() throws {
    var pdf = HandmadePDF()
    pdf.add("<</Type/Catalog/Pages 2 0 R>>")
    pdf.add("<</Type/Pages/Kids[3 0 R]/Count 1>>")
    pdf.add(
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 48 7920]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>")
    pdf.add(stream: "q 48 0 0 7920 0 0 cm /I Do Q")
    let entries = "/Subtype/Image/Width 200/Height 33000/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode"
    pdf.add(stream: "nothing", entries: entries)
    let failure = try #require(try failure(Array(pdf.data)))
    #expect(failure.kind == .unreadable && failure.message.contains("200 × 33000 pixels (JBIG2Decode) can't be drawn"))
  }

  @Test("Fails if a page's picture has ink and the drawn page has none")
  func lostInk() throws {
    // poppler draws nothing through a clip path that is a line, although the page has a picture.
    var pdf = TestPDF()
    let image = pdf.addImage(.bitonal(425, 550))
    pdf.addPage(306, 396, content: "q 0 0 m 0 0 l W n 306 0 0 396 0 0 cm /I1 Do Q", images: [image])
    #expect(try failure(pdf.bytes)?.message.contains("can't be drawn") == true)
    var blank = TestPDF()
    let white = blank.addImage(TestPicture(425, 550) { _, _ in [255] })
    blank.addPage(306, 396, content: "q 306 0 0 396 0 0 cm /I1 Do Q", images: [white])
    #expect(try failure(blank.bytes) == nil)
  }
}

@Suite("PDFs that other programs repair or open")
struct RepairedPDFTests {
  /// Returns a file with a page for each text. The page list contains `kid` instead of a reference to page `odd`, or the page itself if `kid` is
  /// `nil`.
  private static func pdf(_ texts: [String], odd: Int, as kid: String?) -> [UInt8] {
    var pdf = HandmadePDF()
    pdf.add("<</Type/Catalog/Pages 2 0 R>>")
    let resources = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
    func page(_ index: Int) -> String {
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents \(4 + 2 * index) 0 R\(resources)>>"
    }
    let kids = texts.indices.map { $0 == odd ? kid ?? page($0) : "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
    let count = kid == nil ? texts.count : texts.count - 1
    pdf.add("<</Type/Pages/Kids[\(kids)]/Count \(count)>>")
    for (index, text) in texts.enumerated() {
      pdf.add(page(index))
      pdf.add(stream: "BT /F 20 Tf 50 150 Td (\(text)) Tj ET")
    }
    return Array(pdf.data)
  }

  @Test("Reads a page that is written in the list of pages itself, and all others", arguments: [0, 1, 2])
  func directPage(odd: Int) throws {
    let file = Self.pdf(["alpha beta", "gamma delta", "epsilon zeta"], odd: odd, as: nil)
    for (page, word) in [(1, "alpha"), (2, "gamma"), (3, "epsilon")] {
      let text = try existingText(file, page: page, pipeline: #"{"pages": {"existingText": "redo"}}"#)
      #expect(text?.text.words.first?.text == word)
    }
  }

  @Test("Reads all pages of a page list that contains a null entry", arguments: [0, 1])
  func nullPage(odd: Int) throws {
    let file = Self.pdf(["alpha beta", "gamma delta", "epsilon zeta"], odd: odd, as: "null")
    let words = try (1...2).map { page in
      try existingText(file, page: page, pipeline: #"{"pages": {"existingText": "redo"}}"#)?.text.words.first?.text
    }
    #expect(words == (odd == 0 ? ["gamma", "epsilon"] : ["alpha", "epsilon"]))
  }

  @Test(
    "Opens encrypted PDFs with passwords beyond ASCII", arguments: ["geheim ü", "цена", "5 €"], [128, 256])
  func passwords(password: String, bits: Int) throws {
    try withTemporaryFolder { folder in
      let (plain, locked) = (
        folder.appendingPathComponent("plain.pdf").path, folder.appendingPathComponent("locked.pdf").path
      )
      try Data(TestPDF.page(of: .bitonal(425, 550), 306, 396).bytes).write(to: URL(filePath: plain))
      // Before 256 bits, passwords can't have other letters.
      guard bits == 256 || password != "цена" else { return }
      let weak = bits == 256 ? [] : ["--allow-weak-crypto"]
      try Command("qpdf", weak + ["--encrypt", password, "owner", "\(bits)", "--", plain, locked]).check()
      let input = try InputFile(path: locked)
      input.askForPassword = { ["wrong", password].dropFirst($0).first }
      let file = try DocumentFile(input, limits: try settings().limits)
      #expect(TestPicture(try file.load(page: 1, settings: try settings().pages).raster) == .bitonal(425, 550))
      #expect(file.facts()?.canGraft == true)
      let other = try InputFile(path: locked)
      other.askForPassword = { $0 == 0 ? "wrong" : nil }
      let error = #expect(throws: PageFailure.self) { try DocumentFile(other, limits: settings().limits) }
      #expect(error?.message.contains("none of the passwords") == true)
      #expect(!PDFFacts(other, pageCount: 1).canGraft)
    }
  }

  @Test("Reports the pictures of a file that aren't pages")
  func unreadPictures() throws {
    func unread(_ bytes: [UInt8]) throws -> Int {
      try withTemporaryFolder { folder in
        let file = folder.appendingPathComponent("file")
        try Data(bytes).write(to: file)
        return try DocumentFile(InputFile(path: file.path), limits: settings().limits).unreadPictures
      }
    }
    let picture = TestPicture.bitonal(40, 30)
    var gif = try picture.encoded(Int(IFF_GIF), depth: 1)
    #expect(try unread(gif) == 0)
    gif.removeLast()
    for _ in 0..<2 { gif += [0x2C, 0, 0, 0, 0, 40, 0, 30, 0, 0, 2, 1, 0, 0] }
    #expect(try unread(gif + [0x3B]) == 2)
    let pnm = try TestPicture.gray(40, 30).encoded(Int(IFF_PNM))
    #expect(try unread(pnm) == 0)
    #expect(try unread(pnm + pnm + pnm) == 2)
  }

  @Test("Notes that a PDF is a portfolio")
  func portfolio() throws {
    var pdf = HandmadePDF()
    pdf.add("<</Type/Catalog/Pages 2 0 R/Collection<</Type/Collection/View/D>>>>")
    pdf.add("<</Type/Pages/Kids[3 0 R]/Count 1>>")
    pdf.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>")
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("file.pdf")
      try pdf.data.write(to: file)
      #expect(PDFFacts(try InputFile(path: file.path), pageCount: 1).conditions == [.portfolio])
    }
  }
}
