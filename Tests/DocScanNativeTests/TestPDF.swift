// SPDX-License-Identifier: GPL-3.0-or-later
// Support: PDFs written by hand.

import DocScanCore

/// A PDF written by hand.
struct TestPDF {
  private var objects: [[UInt8]] = [[], []]
  private var pages: [Int] = []

  /// Adds an object, and returns its number.
  private mutating func add(_ text: String, stream: [UInt8]? = nil) -> Int {
    var object = Array(text.utf8)
    if let stream { object += Array("stream\n".utf8) + stream + Array("\nendstream".utf8) }
    objects.append(object)
    return objects.count
  }

  /// Adds an uncompressed or a compressed picture, and returns its object's number.
  mutating func addImage(_ picture: TestPicture) -> Int {
    let space = picture.channels == 1 ? "/DeviceGray" : "/DeviceRGB"
    return add(
      "<</Subtype/Image/Width \(picture.width)/Height \(picture.height)/ColorSpace\(space)/BitsPerComponent 8"
        + "/Length \(picture.pixels.count)>>", stream: picture.pixels)
  }

  /// Adds a worker's picture.
  mutating func addImage(_ picture: PagePicture, bytes: [UInt8]) -> Int {
    let space = [.gray: "Gray", .rgb: "RGB", .cmyk: "CMYK", .invertedCMYK: "CMYK"][picture.colorSpace] ?? ""
    let (columns, bits) = ("/Columns \(picture.width)", "/BitsPerComponent \(picture.bitsPerComponent)")
    let filter =
      switch picture.encoding {
      case .jpeg: "/Filter/DCTDecode"
      case .jpeg2000: "/Filter/JPXDecode"
      case .ccittGroup4: "/Filter/CCITTFaxDecode/DecodeParms<</K -1\(columns)/Rows \(picture.height)>>"
      case .flate:
        "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors \(picture.colorSpace.components)\(bits)\(columns)>>"
      }
    let inverted = picture.colorSpace == .invertedCMYK ? "/Decode[1 0 1 0 1 0 1 0]" : ""
    return add(
      "<</Subtype/Image/Width \(picture.width)/Height \(picture.height)/ColorSpace/Device\(space)\(bits)\(filter)"
        + "\(inverted)/Length \(bytes.count)>>", stream: bytes)
  }

  /// Adds a page whose pictures are named I1, I2, and so on, in order; F is Helvetica, and B is bold. `meaning` maps characters to the
  /// UTF-16 of the text that they represent.
  mutating func addPage(
    _ width: Double, _ height: Double, content: String, images: [Int] = [], extra: String = "",
    meaning: [UInt8: String] = [:]
  ) {
    let map = meaning.map { "<\(String($0.key, radix: 16))> <\($0.value)>" }.joined(separator: "\n")
    let meanings = Array(
      """
      begincmap 1 begincodespacerange <00> <ff> endcodespacerange \(meaning.count) beginbfchar
      \(map)
      endbfchar endcmap
      """.utf8)
    let unicode = meaning.isEmpty ? "" : "/ToUnicode \(add("<</Length \(meanings.count)>>", stream: meanings)) 0 R"
    let names = images.enumerated().map { "/I\($0.offset + 1) \($0.element) 0 R" }.joined()
    let stream = add("<</Length \(content.utf8.count)>>", stream: Array(content.utf8))
    pages.append(
      add(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(height)]/Contents \(stream) 0 R\(extra)"
          + "/Resources<</XObject<<\(names)>>/Font<</B<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>"
          + "/F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding\(unicode)>>>>>>>>"))
  }

  /// Returns a page with only a picture.
  static func page(of picture: TestPicture, _ width: Double, _ height: Double, extra: String = "") -> TestPDF {
    var pdf = TestPDF()
    let image = pdf.addImage(picture)
    pdf.addPage(width, height, content: "q \(width) 0 0 \(height) 0 0 cm /I1 Do Q", images: [image], extra: extra)
    return pdf
  }

  /// Returns a page with lines of text, 20 points apart.
  static func page(
    text: [String], _ width: Double = 612, _ height: Double = 792, extra: String = "", meaning: [UInt8: String] = [:],
    boldLines: Set<Int> = []
  ) -> TestPDF {
    var pdf = TestPDF()
    let lines = text.enumerated().map {
      "BT /\(boldLines.contains($0.offset) ? "B" : "F") 12 Tf 72 \(height - 72 - 20 * Double($0.offset)) Td (\($0.element)) Tj ET"
    }
    pdf.addPage(width, height, content: lines.joined(separator: "\n"), extra: extra, meaning: meaning)
    return pdf
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    var objects = objects
    objects[0] = Array("<</Type/Catalog/Pages 2 0 R>>".utf8)
    objects[1] = Array(
      "<</Type/Pages/Count \(pages.count)/Kids[\(pages.map { "\($0) 0 R" }.joined(separator: " "))]>>".utf8)
    var file = Array("%PDF-1.6\n".utf8)
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let offset = String(file.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
      file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
    }
    return file
      + Array("\(table)trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(file.count)\n%%EOF\n".utf8)
  }
}
