// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision
package import DocScanCore
package import DocScanVision

/// Creates the layers of a PDF page: sharp letters over a small picture of everything else (ITU-T T.44).
package enum MixedPicture {
  /// The letter height, in pixels, below which the mask has twice the page's resolution.
  private static let fineLetters = 20.0
  /// The number of pixels above which a page isn't magnified, because its letters are legible and memory could run out.
  private static let mostFinePixels = 6_000_000
  /// The size of a background pixel as a share of the letters' height: 100 to 150 pixels per inch for common print.
  private static let backgroundShare = 1 / 10.0
  /// The size of an ink color's pixel as a share of the letters' height.
  private static let colourShare = 1 / 2.0
  /// The JPEG quality of the two small layers, from 1 to 100.
  private static let quality = 50
  /// The share of ink above which a page counts as dark.
  private static let mostInk = 0.25

  /// Encodes a gray or color page, and writes its layers to `name` with the extensions `.picture` (background), `.mask` and `.colours`, or returns
  /// `nil` if there are no letters to separate. `letterHeight` is the letters' median height in pixels, or 0 without letters.
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

  private static func blank(
    _ page: Raster, scale: Double, channels: Raster.Channels
  ) throws(PageFailure) -> Raster {
    try unsafe Raster(
      width: max(1, Int(Double(page.width) * scale)), height: max(1, Int(Double(page.height) * scale)),
      channels: channels
    ) { pixels in unsafe pixels.initialize(repeating: 255) }
  }
}
