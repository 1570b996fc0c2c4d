// SPDX-License-Identifier: GPL-3.0-or-later
// Support: pictures that tests draw.

import CLeptonica
import DocScanNative
import DocScanVision
import Foundation
import Testing

/// A picture that a test draws, with 8 bits per channel.
struct TestPicture: Equatable {
  let width: Int
  let height: Int
  /// The number of channels: 1 for gray, 3 for RGB, 4 for RGB with alpha.
  let channels: Int
  private(set) var pixels: [UInt8]

  /// Creates a picture whose pixels are computed from their positions.
  init(_ width: Int, _ height: Int, channels: Int = 1, _ pixel: (_ x: Int, _ y: Int) -> [UInt8]) {
    self.width = width
    self.height = height
    self.channels = channels
    pixels = []
    pixels.reserveCapacity(width * height * channels)
    for y in 0..<height { for x in 0..<width { pixels += pixel(x, y) } }
  }

  /// Creates a gray picture.
  init(_ width: Int, _ height: Int, gray: (_ x: Int, _ y: Int) -> Int) {
    self.width = width
    self.height = height
    channels = 1
    pixels = unsafe [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
      for y in 0..<height { for x in 0..<width { unsafe buffer[y * width + x] = UInt8(gray(x, y)) } }
      count = width * height
    }
  }

  /// Creates a picture from a raster.
  init(_ raster: Raster) {
    width = raster.width
    height = raster.height
    channels = raster.channels.rawValue
    pixels = unsafe raster.withUnsafePixels { unsafe Array($0) }
  }

  /// Returns a black and white picture in which no two rows or columns are equal.
  static func bitonal(_ width: Int = 203, _ height: Int = 151) -> TestPicture {
    TestPicture(
      width, height,
      gray: { x, y in (x * x / 7 + y * 3) % 11 < 4 || (x < 20 && y < 30) || (y * y) % 13 == x % 13 ? 0 : 255 })
  }

  /// Returns a picture in all levels of gray, with a black corner at the top left.
  static func gray(_ width: Int = 203, _ height: Int = 151) -> TestPicture {
    TestPicture(width, height, gray: { x, y in x < 20 && y < 30 ? 0 : (x * 5 + y * 3 + x * y / 16) % 256 })
  }

  /// Returns a picture with smooth colors, and a red corner at the top left.
  static func rgb(_ width: Int = 203, _ height: Int = 151) -> TestPicture {
    TestPicture(width, height, channels: 3) { x, y in
      x < 20 && y < 30 ? [255, 0, 0] : [UInt8(x * 255 / width), UInt8(y * 255 / height), 128]
    }
  }

  subscript(x: Int, y: Int) -> [UInt8] {
    let start = (y * width + x) * channels
    return Array(pixels[start..<start + channels])
  }

  /// Returns the difference of the channel that differs most.
  func largestDifference(to other: TestPicture) -> Int {
    guard width == other.width, height == other.height, channels == other.channels else { return 256 }
    return zip(pixels, other.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// Returns the mean difference of all channels.
  func meanDifference(to other: TestPicture) -> Double {
    guard width == other.width, height == other.height, channels == other.channels else { return 256 }
    let sum = zip(pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(pixels.count)
  }

  /// Returns the picture rotated clockwise by quarter turns.
  func turned(_ turns: Int) -> TestPicture {
    var picture = self
    for _ in 0..<turns {
      let last = picture
      picture = TestPicture(last.height, last.width, channels: channels) { x, y in last[y, last.height - 1 - x] }
    }
    return picture
  }

  /// The picture as a PAM file.
  var pam: [UInt8] {
    let kind = [1: "GRAYSCALE", 3: "RGB", 4: "RGB_ALPHA"][channels] ?? ""
    let header = "P7\nWIDTH \(width)\nHEIGHT \(height)\nDEPTH \(channels)\nMAXVAL 255\nTUPLTYPE \(kind)\nENDHDR\n"
    return Array(header.utf8) + pixels
  }

  /// Returns the picture in one of Leptonica's formats, with fewer bits per pixel if it has few colors.
  func encoded(_ format: Int, depth: Int? = nil, dpi: (x: Int, y: Int)? = nil) throws -> [UInt8] {
    let bytes = pam
    var pix = unsafe bytes.withUnsafeBufferPointer { unsafe pixReadMem($0.baseAddress, $0.count) }
    defer { unsafe pixDestroy(&pix) }
    switch depth {
    case 1: unsafe replace(&pix, pixThresholdToBinary(pix, 128))
    case 4: unsafe replace(&pix, pixThresholdTo4bpp(pix, 16, 0))
    case 16: unsafe replace(&pix, pixConvert8To16(pix, 8))
    case 2: unsafe replace(&pix, pixOctreeQuantNumColors(pix, 64, 0))
    case _: break
    }
    unsafe pixSetResolution(pix, Int32(dpi?.x ?? 0), Int32(dpi?.y ?? 0))
    var data: UnsafeMutablePointer<UInt8>?
    var count = 0
    guard unsafe pixWriteMem(&data, &count, pix, Int32(format)) == 0, let data = unsafe data else {
      throw CocoaError(.fileWriteUnknown)
    }
    defer { unsafe lept_free(data) }
    return unsafe Array(UnsafeBufferPointer(start: data, count: count))
  }

  @unsafe
  private func replace(_ pix: inout UnsafeMutablePointer<PIX>?, _ new: UnsafeMutablePointer<PIX>?) {
    unsafe pixDestroy(&pix)
    unsafe pix = new
  }
}

extension TestPicture: CustomTestStringConvertible {
  var testDescription: String { "\(width) × \(height) × \(channels)" }
}
