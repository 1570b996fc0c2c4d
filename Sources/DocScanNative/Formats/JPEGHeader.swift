// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What the segments of a JPEG file say before its pixels.
struct JPEGHeader: Sendable {
  /// The number of the start-of-frame segment, 0 to 15: 0 baseline, 1 extended, 2 progressive.
  var process = 0
  var bitsPerComponent = 0
  var width = 0
  var height = 0
  /// The components' identifiers.
  var components: [UInt8] = []
  /// What Adobe's segment says of the colours: 0 as they are, 1 YCbCr, 2 YCCK; nil without one.
  var adobeTransform: UInt8?
  /// Whether there is an end-of-image marker after the first scan.
  private(set) var hasEnd = false

  /// Nil when there is no frame.
  init?(_ bytes: [UInt8]) {
    var position = 2
    while position + 4 <= bytes.count {
      guard bytes[position] == 0xFF else { return nil }
      let marker = bytes[position + 1]
      // Fill bytes before a marker, and markers without a length.
      if marker == 0xFF || marker == 0x01 || (0xD0...0xD8).contains(marker) {
        position += marker == 0xFF ? 1 : 2
        continue
      }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      guard length >= 2, position + 2 + length <= bytes.count else { break }
      read(marker, bytes[(position + 4)..<(position + 2 + length)])
      position += 2 + length
      if marker == 0xDA {
        hasEnd = Self.hasEnd(bytes, from: position)
        break
      }
    }
    guard !components.isEmpty else { return nil }
  }

  private mutating func read(_ marker: UInt8, _ content: ArraySlice<UInt8>) {
    let body = Array(content)
    switch marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      guard body.count >= 6, components.isEmpty else { return }
      process = Int(marker - 0xC0)
      bitsPerComponent = Int(body[0])
      height = Int(body[1]) << 8 | Int(body[2])
      width = Int(body[3]) << 8 | Int(body[4])
      components = stride(from: 6, to: min(body.count, 6 + 3 * Int(body[5])), by: 3).map { body[$0] }
    case 0xEE:
      if body.count >= 12, body.starts(with: Array("Adobe".utf8)) { adobeTransform = body[11] }
    case _: break
    }
  }

  private static func hasEnd(_ bytes: [UInt8], from start: Int) -> Bool {
    guard start + 2 <= bytes.count else { return false }
    var index = bytes.count - 2
    while index >= start {
      if bytes[index] == 0xFF, bytes[index + 1] == 0xD9 { return true }
      index -= 1
    }
    return false
  }

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
