// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The ink over a page's picture as two image objects of a PDF (ISO 32000-1, 8.9.6.3).
///
/// They are an image of its colours, and the stencil mask that the image is painted through.
struct MRCObjects {
  private let ink: MRCLayers
  private let colorSpace: PagePicture.ColorSpace

  /// The colours are in the colour space of the picture below.
  init(_ ink: MRCLayers, colorSpace: PagePicture.ColorSpace) {
    (self.ink, self.colorSpace) = (ink, colorSpace)
  }

  /// What the mask's dictionary says, besides its length; black, which decodes to 0, is painted (8.9.6.2).
  var maskEntries: String {
    """
    /Type/XObject/Subtype/Image/ImageMask true/Width \(ink.mask.width)/Height \(ink.mask.height)/BitsPerComponent 1\
    /Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns \(ink.mask.width)/Rows \(ink.mask.height)>>
    """
  }

  /// What the dictionary of the colours says, besides its length; `mask` is the mask's object number.
  func colourEntries(mask: Int) -> String {
    """
    /Type/XObject/Subtype/Image/Width \(ink.colours.width)/Height \(ink.colours.height)\
    /ColorSpace/\(colorSpace.pdfName)/BitsPerComponent 8/Filter/DCTDecode/Mask \(mask) 0 R
    """
  }
}
