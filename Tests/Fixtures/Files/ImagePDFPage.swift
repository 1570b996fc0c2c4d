// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanVision

/// A page of an `ImagePDF`, with the oddities of scanners' and converters' pages.
public struct ImagePDFPage {
  public var image: Raster
  /// The pixels per inch, which determine the page's size.
  public var dpi: Double
  public var encoding: ImagePDF.Encoding
  /// `/Rotate`: the clockwise rotation in a viewer, a multiple of 90.
  public var rotate = 0
  /// The lower left corner of the page's MediaBox, in its own units.
  public var origin = Point(x: 0, y: 0)
  /// The part that a viewer shows, in points from the top-left corner of the unrotated page, or `nil` for the whole page.
  public var crop: Box?
  /// `/UserUnit`: the number of points in one unit of the page.
  public var userUnit = 1.0
  /// Words under the image, in pixels of the image, as from an earlier recognition.
  public var hiddenWords: [DrawnWord] = []

  public init(_ image: Raster, dpi: Double, encoding: ImagePDF.Encoding = .jpeg(quality: 80)) {
    self.image = image
    self.dpi = dpi
    self.encoding = encoding
  }

  /// Width and height in the page's units.
  private var size: PageSize {
    let units = 72 / dpi / userUnit
    return PageSize(width: Double(image.width) * units, height: Double(image.height) * units)
  }

  /// Returns the image in the form that its encoding requires.
  func preparedImage() throws -> Raster {
    encoding == .g4 && !image.isBitonal ? try image.bitonal() : image
  }

  /// Returns the page object.
  func dictionary(contents: Int, image: Int) -> String {
    var entries = "/Type /Page /Parent 2 0 R /MediaBox \(rectangle(origin.x, origin.y, size.width, size.height))"
    if let crop {
      entries += " /CropBox "
      entries += rectangle(
        origin.x + crop.x / userUnit, origin.y + size.height - crop.maxY / userUnit, crop.width / userUnit,
        crop.height / userUnit)
    }
    if rotate != 0 { entries += " /Rotate \(rotate)" }
    if userUnit != 1 { entries += " /UserUnit \(number(userUnit))" }
    let font = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >>"
    entries += " /Resources << /XObject << /I \(image) 0 R >> \(font) >> /Contents \(contents) 0 R"
    return "<< \(entries) >>"
  }

  /// The content stream: the image, with the hidden words.
  var contents: String {
    var text = "q \(number(size.width)) 0 0 \(number(size.height)) \(number(origin.x)) \(number(origin.y)) cm /I Do Q\n"
    let units = 72 / dpi / userUnit
    for word in hiddenWords {
      let escaped = word.text.unicodeScalars.filter { $0.isASCII && !"()\\".unicodeScalars.contains($0) }
      let (x, y) = (origin.x + word.box.x * units, origin.y + size.height - word.box.maxY * units)
      text += "BT 3 Tr /F \(number(word.box.height * units)) Tf \(number(x)) \(number(y)) Td "
      text += "(\(String(String.UnicodeScalarView(escaped))) ) Tj ET\n"
    }
    return text
  }

  /// Returns the entries of the image object.
  func imageEntries(_ stream: ImagePDF.Stream) -> String {
    let colour = stream.components == 3 ? "/DeviceRGB" : "/DeviceGray"
    let filter =
      switch encoding {
      case .jpeg: "/Filter /DCTDecode"
      case .g4:
        "/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns \(stream.width) /Rows \(stream.height) "
          + "/BlackIs1 \(stream.blackIsOne ? "false" : "true") >>"
      case .flate:
        stream.hasPredictor
          ? "/Filter /FlateDecode /DecodeParms << /Predictor 14 /Columns \(stream.width) "
            + "/Colors \(stream.components) /BitsPerComponent \(stream.bitsPerComponent) >>"
          : "/Filter /FlateDecode"
      }
    return "/Type /XObject /Subtype /Image /Width \(stream.width) /Height \(stream.height) /ColorSpace \(colour) "
      + "/BitsPerComponent \(stream.bitsPerComponent) \(filter)"
  }

  private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    "[\(number(x)) \(number(y)) \(number(x + width)) \(number(y + height))]"
  }

  private func number(_ value: Double) -> String {
    let rounded = value.rounded(toPlaces: 4)
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
  }
}
