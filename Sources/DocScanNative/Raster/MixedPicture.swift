// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore

/// Makes the picture of a PDF page of layers: sharp letters over a small picture of all the rest (ITU-T T.44).
package enum MixedPicture {
  /// Letters lower than this have their edges drawn twice as fine as the page's pixels are.
  private static let fineLetters = 20.0
  /// Pages with more pixels have letters enough to read as they are, and would need too much memory.
  private static let mostFinePixels = 6_000_000
  /// So much of the letters' height is a pixel of the layer below: 100 to 150 pixels per inch for common print.
  private static let backgroundShare = 1 / 10.0
  /// So much of the letters' height is a pixel of the ink's colours.
  private static let colourShare = 1 / 2.0
  /// JPEG's quality for the two small layers, 1 to 100.
  private static let quality = 50
  /// A page with a larger share of ink is dark itself.
  private static let mostInk = 0.25

  /// Encodes a grey or coloured page and leaves its layers in files of the folder; nil if it has no letters to part.
  ///
  /// `letterHeight` is the middle height of the page's letters in pixels, 0 if there are none. The files are `name`
  /// with the endings `.picture` (the layer below), `.mask` and `.colours`.
  package static func encode(
    _ raster: Raster, letterHeight: Double, dpi: Double, to folder: String, name: String
  ) throws(PageFailure) -> PagePicture? {
    guard letterHeight >= 1 else { return nil }
    let isFine = letterHeight < fineLetters && raster.width * raster.height <= mostFinePixels
    let mask = try blank(raster, scale: isFine ? 2 : 1, channels: .gray)
    let background = try blank(raster, scale: min(1, 1 / (letterHeight * backgroundShare)), channels: raster.channels)
    let colours = try blank(raster, scale: min(1, 1 / (letterHeight * colourShare)), channels: raster.channels)
    var ink = 0.0
    try unsafe Vision.call { error in
      unsafe raster.withVisionImage { page in
        unsafe mask.withVisionImage { mask in
          unsafe background.withVisionImage { background in
            unsafe colours.withVisionImage { colours in
              unsafe vision_separate(page, letterHeight, mask, background, colours, &ink, error)
            }
          }
        }
      }
    }
    guard ink > 0, ink <= mostInk else { return nil }
    let layers = MRCLayers(
      mask: layer(mask, "\(name).mask"), colours: layer(colours, "\(name).colours"))
    try PictureEncoder.write(try PictureEncoder.faxed(mask), to: folder, name: layers.mask.untrustedFileName)
    try PictureEncoder.write(
      try JPEGPicture.encode(colours, quality: quality, dpi: dpi * Double(colours.width) / Double(raster.width)),
      to: folder, name: layers.colours.untrustedFileName)
    try PictureEncoder.write(
      try JPEGPicture.encode(background, quality: quality, dpi: dpi * Double(background.width) / Double(raster.width)),
      to: folder, name: "\(name).picture")
    return PagePicture(
      untrustedFileName: "\(name).picture", encoding: .jpeg, colorSpace: raster.channels == .gray ? .gray : .rgb,
      bitsPerComponent: 8, width: background.width, height: background.height, ink: layers)
  }

  private static func layer(_ raster: Raster, _ name: String) -> MRCLayers.Layer {
    MRCLayers.Layer(untrustedFileName: name, width: raster.width, height: raster.height)
  }

  /// Room for a layer of a page.
  private static func blank(
    _ page: Raster, scale: Double, channels: Raster.Channels
  ) throws(PageFailure) -> Raster {
    try unsafe Raster(
      width: max(1, Int(Double(page.width) * scale)), height: max(1, Int(Double(page.height) * scale)),
      channels: channels
    ) { pixels in unsafe pixels.initialize(repeating: 255) }
  }
}
