// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanVision
public import FoundationEssentials

/// A PDF as from a scanner: each page is one image.
public struct ImagePDF {
  /// The compression of a page's image.
  public enum Encoding: Hashable, Sendable {
    case jpeg(quality: Int)
    /// Fax group 4, for black and white.
    case g4
    case flate
  }

  /// A compressed image.
  struct Stream {
    let bytes: [UInt8]
    let width: Int
    let height: Int
    let bitsPerComponent: Int
    let components: Int
    let blackIsOne: Bool
    let hasPredictor: Bool
  }

  /// The pages in order.
  public var pages: [ImagePDFPage]

  public init(_ pages: [ImagePDFPage] = []) { self.pages = pages }

  /// Creates a document of images with the same resolution.
  public init(_ images: [Raster], dpi: Double, encoding: Encoding = .jpeg(quality: 80)) {
    pages = images.map { ImagePDFPage($0, dpi: dpi, encoding: encoding) }
  }

  /// Returns the bytes of the file.
  public func data() throws -> Data {
    var file = PDFBytes()
    let kids = pages.indices.map { "\(3 + $0 * 3) 0 R" }.joined(separator: " ")
    file.add("<< /Type /Catalog /Pages 2 0 R >>")
    file.add("<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>")
    for (index, page) in pages.enumerated() {
      let number = 3 + index * 3
      file.add(page.dictionary(contents: number + 1, image: number + 2))
      file.add(stream: Array(page.contents.utf8), "")
      let image = try LeptonicaPicture(page.preparedImage(), dpi: page.dpi).compressed(as: page.encoding)
      file.add(stream: image.bytes, page.imageEntries(image))
    }
    return file.finished()
  }

  /// Writes the file.
  public func write(to path: String) throws { try data().write(to: URL(filePath: path)) }
}
