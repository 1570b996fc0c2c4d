// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import CPixels

/// The pixels of a fax-compressed PDF picture (ISO 32000-1, 7.4.6), decoded as the only strip of a TIFF file.
struct FaxBitmap {
  /// The rows, padded to whole bytes, in which 0 is black unless the picture's dictionary inverts it.
  let bytes: [UInt8]

  init?(_ picture: PDFObject, width: Int, height: Int) {
    let parameters = picture["/DecodeParms"].isArray ? picture["/DecodeParms"][0] : picture["/DecodeParms"]
    let kind = Int(parameters["/K"].number ?? 0)
    guard Int(parameters["/Columns"].number ?? 1728) == width, !parameters["/EncodedByteAlign"].isTrue else {
      return nil
    }
    let strip = picture.rawBytes
    let file = Self.tiff(strip, width: width, height: height, kind: kind)
    let pix = unsafe file.withUnsafeBufferPointer { unsafe pixReadMemTiff($0.baseAddress, $0.count, 0) }
    guard let image = unsafe PixImage(adopting: pix), image.depth == 1, image.width == width, image.height == height
    else { return nil }
    bytes = image.rows(inverted: !parameters["/BlackIs1"].isTrue)
  }

  /// Returns a big-endian TIFF file with one strip (*TIFF 6.0*, 1992).
  private static func tiff(_ strip: [UInt8], width: Int, height: Int, kind: Int) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    // Tags in ascending order; Group 3 with K above 0 is two-dimensional.
    var entries: [(tag: Int, value: Int)] = [
      (256, width), (257, height), (258, 1), (259, kind < 0 ? 4 : 3), (262, 0), (273, 0), (277, 1), (278, height),
      (279, strip.count),
    ]
    if kind >= 0 { entries.append((292, kind > 0 ? 1 : 0)) }
    let end = 8 + 2 + 12 * entries.count + 4
    let directory = entries.flatMap { entry in
      number(entry.tag, 2) + number(4, 2) + number(1, 4) + number(entry.tag == 273 ? end : entry.value, 4)
    }
    return Array("MM".utf8) + number(42, 2) + number(8, 4) + number(entries.count, 2) + directory + number(0, 4) + strip
  }
}
