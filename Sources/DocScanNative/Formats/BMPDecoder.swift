// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanCore

/// Reads BMP files.
struct BMPDecoder: PictureDecoder {
  static let format = InputFormat(name: "BMP", endings: ["bmp"], signatures: [.init("BM?????????????")])

  let file: PictureBytes

  /// Two forms: OS/2's with 16-bit sizes, and Windows' with 32 bits, whose height is negative from the top down.
  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count >= 26 else { return nil }
    guard bytes.littleEndian(14, 4) != 12 else { return (bytes.littleEndian(18, 2), bytes.littleEndian(20, 2)) }
    func number(_ offset: Int) -> Int32 { Int32(truncatingIfNeeded: bytes.littleEndian(offset, 4)) }
    return (Int(number(18)), Int(number(22).magnitude))
  }

  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    file.isAsLong(as: try file.number(2, bytes: 4, bigEndian: false))
  }

  func load() throws(PageFailure) -> LoadedPage {
    try page(try unsafe decode(file.bytes) { unsafe pixReadMemBmp($0, $1) })
  }
}
