// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What the boxes of a JP2 file say of its pixels.
struct JPEG2000Header: Sendable {
  var width = 0
  var height = 0
  var components = 0
  /// Bits a component, less one; 255 when they differ.
  var depth: UInt8 = 0
  /// The numbered colour space: 16 is sRGB, 17 grey.
  var colorSpace: Int?
  /// Whether there is a palette, or an order of channels such as one with alpha.
  var hasChannelMap = false

  /// Nil for a bare codestream, and when a box is damaged.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 12, bytes[0] == 0 else { return nil }
    read(bytes, 0..<bytes.count)
    guard width > 0, height > 0 else { return nil }
  }

  private mutating func read(_ bytes: [UInt8], _ range: Range<Int>) {
    func number(_ offset: Int, _ size: Int) -> Int { (0..<size).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
    var position = range.lowerBound
    while position + 8 <= range.upperBound {
      let length = number(position, 4)
      // 0 runs to the end of the file and 1 has a length of 64 bits: only the codestream does that.
      guard length >= 8, position + length <= range.upperBound else { return }
      let content = position + 8..<position + length
      switch String(decoding: bytes[position + 4..<position + 8], as: UTF8.self) {
      case "jp2h": read(bytes, content)
      case "ihdr" where content.count >= 14:
        height = number(content.lowerBound, 4)
        width = number(content.lowerBound + 4, 4)
        components = number(content.lowerBound + 8, 2)
        depth = bytes[content.lowerBound + 10]
      case "colr" where content.count >= 7 && bytes[content.lowerBound] == 1 && colorSpace == nil:
        colorSpace = number(content.lowerBound + 3, 4)
      case "pclr", "cmap", "cdef", "bpcc": hasChannelMap = true
      case _: break
      }
      position += length
    }
  }

  /// The file as a PDF image, if it is plain: 8 bits, sRGB or grey, without alpha.
  func passThrough(_ bytes: [UInt8]) -> PassThrough? {
    guard depth == 7, !hasChannelMap else { return nil }
    let space: PagePicture.ColorSpace
    switch (colorSpace, components) {
    case (16, 3): space = .rgb
    case (17, 1): space = .gray
    case _: return nil
    }
    return PassThrough(
      bytes: bytes, encoding: .jpeg2000, colorSpace: space, bitsPerComponent: 8, width: width, height: height,
      orientation: 1)
  }
}
