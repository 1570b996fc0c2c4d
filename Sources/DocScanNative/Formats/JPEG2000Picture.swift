// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Decodes JPEG 2000 by poppler, as the picture of a PDF page that is made around it.
///
/// Leptonica knows few of its forms and crashes on some that are damaged; poppler knows those that PDFs have.
struct JPEG2000Picture {
  private let header: JPEG2000Header
  private let stream: [UInt8]

  init(header: JPEG2000Header, bytes: [UInt8]) {
    self.header = header
    stream = header.isBare ? Self.boxed(bytes, header) : bytes
  }

  /// The pixels; any complaint of the decoder is a failure.
  func raster(file: String, limits: LimitSettings) throws(PageFailure) -> Raster {
    let before = Libraries.complaints
    let page = try PDFFile(bytes: pdf, name: file, limits: limits).page(1)
    let raster = try page.draw(DrawingPlan(width: header.width, height: header.height))
    guard Libraries.complaints == before else {
      throw .loading(
        .unreadable, file,
        "the JPEG 2000 picture cannot be decoded. The file is damaged or incomplete; copy or scan it again.")
    }
    return raster
  }

  /// A PDF with one page, a point for each pixel.
  private var pdf: [UInt8] {
    let (width, height) = (header.width, header.height)
    let content = "\(width) 0 0 \(height) 0 0 cm /I Do"
    let space = header.components < 3 ? "/DeviceGray" : "/DeviceRGB"
    let objects = [
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(height)]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
      "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
      "<</Subtype/Image/Width \(width)/Height \(height)/ColorSpace\(space)/BitsPerComponent 8/Filter/JPXDecode"
        + "/Length \(stream.count)>>stream\n",
    ]
    var pdf = Array("%PDF-1.5\n".utf8)
    var table = "xref\n0 6\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let offset = String(pdf.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
      pdf += Array("\(index + 1) 0 obj\n\(object)".utf8)
      if index == 4 { pdf += stream + Array("\nendstream".utf8) }
      pdf += Array("\nendobj\n".utf8)
    }
    return pdf + Array("\(table)trailer<</Size 6/Root 1 0 R>>\nstartxref\n\(pdf.count)\n%%EOF\n".utf8)
  }

  /// A bare codestream in the boxes of a JP2 file.
  private static func boxed(_ codestream: [UInt8], _ header: JPEG2000Header) -> [UInt8] {
    func number(_ value: Int, _ size: Int = 4) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
      number(content.count + 8) + Array(name.utf8) + content
    }
    let sizes = number(header.height) + number(header.width) + number(header.components, 2)
    let image = box("ihdr", sizes + [7, 7, 0, 0])
    let colours = box("colr", [1, 0, 0] + number(header.components < 3 ? 17 : 16))
    return box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
      + box("jp2h", image + colours) + box("jp2c", codestream)
  }
}
