// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension JPEGHeader {
  /// The file as a PDF image, if PDF readers show it right: Huffman-coded, 8 bits, colours that need no guess.
  func passThrough(_ bytes: [UInt8], orientation: Int) -> PassThrough? {
    guard process <= 2, bitsPerComponent == 8, hasEnd, width > 0, height > 0, let colorSpace else { return nil }
    return PassThrough(
      bytes: bytes, encoding: .jpeg, colorSpace: colorSpace, bitsPerComponent: 8, width: width, height: height,
      orientation: orientation)
  }

  private var colorSpace: PagePicture.ColorSpace? {
    switch components.count {
    case 1: .gray
    // Without Adobe's segment, components that are called R, G and B hold just these, which few readers know.
    case 3: adobeTransform == nil && components == Array("RGB".utf8) ? nil : .rgb
    case 4: adobeTransform == nil ? .cmyk : .invertedCMYK
    case _: nil
    }
  }
}
