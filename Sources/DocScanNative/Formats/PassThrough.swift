// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A picture's compressed bytes as they are in its file, and what a PDF must say of them.
package struct PassThrough: Sendable {
  /// The stream of the PDF image.
  private(set) var bytes: [UInt8]
  let encoding: PagePicture.Encoding
  let colorSpace: PagePicture.ColorSpace
  let bitsPerComponent: Int
  let width: Int
  let height: Int
  /// The EXIF orientation, 1 to 8.
  let orientation: Int

  /// Whether a PDF/A can hold it.
  package var isArchival: Bool { colorSpace.isArchival }

  /// The same picture in a file that does not tell where it was taken.
  var withoutPlace: PassThrough {
    var picture = self
    switch encoding {
    case .jpeg: picture.bytes = JPEGSegments(bytes).withoutPlace ?? bytes
    case .jpeg2000: picture.bytes = JPEG2000Header.withoutPlace(bytes) ?? bytes
    // Only pixels.
    case .ccittGroup4, .flate: break
    }
    return picture
  }

  /// The picture as the writers know it, once its bytes are in a file.
  func picture(fileName: String) -> PagePicture {
    PagePicture(
      untrustedFileName: fileName, encoding: encoding, colorSpace: colorSpace, bitsPerComponent: bitsPerComponent,
      width: width, height: height, orientation: orientation)
  }
}
