// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles

/// An encoded picture as an image object of a PDF (ISO 32000-1, 8.9.5).
package struct PictureObject {
  private let picture: PagePicture

  /// Checks a picture. Throws if its size or format is impossible.
  package init(_ picture: PagePicture, path: String) throws(OutputError) {
    let isPossible =
      picture.width > 0 && picture.height > 0 && [1, 2, 4, 8, 16].contains(picture.bitsPerComponent)
      && (1...8).contains(picture.orientation)
    guard isPossible else {
      throw OutputError(operation: "write", path: path, detail: "the picture's size or format is not possible.")
    }
    self.picture = picture
  }

  /// The entries of the image's dictionary, besides its length.
  package var entries: String {
    let decode = picture.colorSpace == .invertedCMYK ? "/Decode[1 0 1 0 1 0 1 0]" : ""
    return """
      /Type/XObject/Subtype/Image/Width \(picture.width)/Height \(picture.height)\
      /ColorSpace/\(picture.colorSpace.pdfName)/BitsPerComponent \(picture.bitsPerComponent)\(decode)\(filter)
      """
  }

  package var ink: MRCObjects? { picture.ink.map { MRCObjects(ink: $0, colorSpace: picture.colorSpace) } }

  /// The filter and its parameters (7.4).
  private var filter: String {
    switch picture.encoding {
    case .jpeg: "/Filter/DCTDecode"
    case .jpeg2000: "/Filter/JPXDecode"
    case .ccittGroup4:
      "/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns \(picture.width)/Rows \(picture.height)>>"
    case .flate:
      """
      /Filter/FlateDecode/DecodeParms<</Predictor 15/Colors \(picture.colorSpace.components)\
      /BitsPerComponent \(picture.bitsPerComponent)/Columns \(picture.width)>>
      """
    }
  }

  /// Returns the matrix that shows the image upright on a page of the given size (8.9.5.1; EXIF 2.3, Orientation).
  package func matrix(width: Double, height: Double) -> String {
    switch picture.orientation {
    case 2: PDFSyntax.numbers(-width, 0, 0, height, width, 0)
    case 3: PDFSyntax.numbers(-width, 0, 0, -height, width, height)
    case 4: PDFSyntax.numbers(width, 0, 0, -height, 0, height)
    case 5: PDFSyntax.numbers(0, -height, -width, 0, width, height)
    case 6: PDFSyntax.numbers(0, -height, width, 0, 0, height)
    case 7: PDFSyntax.numbers(0, height, width, 0, 0, 0)
    case 8: PDFSyntax.numbers(0, height, -width, 0, width, 0)
    case _: PDFSyntax.numbers(width, 0, 0, height, 0, 0)
    }
  }
}

/// The text layers over a page's picture: an image of the colors, and the stencil mask through which it is painted (ISO 32000-1, 8.9.6.3).
package struct MRCObjects {
  let ink: MRCLayers
  let colorSpace: PagePicture.ColorSpace

  /// The entries of the mask's dictionary, besides its length. Black pixels, which decode to 0, are painted (8.9.6.2).
  package var maskEntries: String {
    """
    /Type/XObject/Subtype/Image/ImageMask true/Width \(ink.mask.width)/Height \(ink.mask.height)/BitsPerComponent 1\
    /Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns \(ink.mask.width)/Rows \(ink.mask.height)>>
    """
  }

  /// Returns the entries of the color image's dictionary, besides its length. `mask` is the mask's object number.
  package func colourEntries(mask: Int) -> String {
    """
    /Type/XObject/Subtype/Image/Width \(ink.colours.width)/Height \(ink.colours.height)\
    /ColorSpace/\(colorSpace.pdfName)/BitsPerComponent 8/Filter/DCTDecode/Mask \(mask) 0 R
    """
  }
}

extension PagePicture.ColorSpace {
  /// The name of the PDF's color space (8.6.4).
  var pdfName: String {
    switch self {
    case .gray: "DeviceGray"
    case .rgb: "DeviceRGB"
    case .cmyk, .invertedCMYK: "DeviceCMYK"
    }
  }
}
