// SPDX-License-Identifier: GPL-3.0-or-later

internal import CJPEG
internal import CPixels
internal import DocScanCore
internal import DocScanVision
internal import Glibc

/// Decodes and encodes JPEG with libjpeg.
enum JPEGPicture {
  struct Decoded {
    var raster: Raster
    /// Whether libjpeg reported no warnings.
    var isSound: Bool
    /// The pixels per inch in the JFIF header, or `nil` if undeclared.
    var resolution: (x: Double, y: Double)?
  }

  /// Decodes a whole file. Missing rows are a failure, because libjpeg fills them with arbitrary pixels.
  static func decode(_ bytes: [UInt8], _ header: JPEGHeader, file: String) throws(PageFailure) -> Decoded {
    var report = JPEGReport()
    let channels: Raster.Channels = header.components.count == 1 ? .gray : .rgb
    let raster = try unsafe Raster(
      width: header.width, height: header.height, channels: channels, isBitonal: channels == .gray ? nil : false
    ) {
      (pixels) throws(PageFailure) in
      let status = unsafe bytes.withUnsafeBufferPointer { data in
        unsafe jpeg_shim_decode(
          data.baseAddress, Int64(data.count), Int32(header.width), Int32(header.height), Int32(channels.rawValue),
          pixels.baseAddress, &report)
      }
      guard status == 0 else {
        throw .loading(
          .unreadable, file, "the JPEG picture cannot be decoded (\(text(of: report.message))). Copy or scan it again.")
      }
    }
    // A few missing bits in the last row of blocks are invisible.
    guard Int(report.wholeRows) > header.height - 16 else {
      throw .loading(
        .unreadable, file,
        header.hasEnd
          ? "the picture is damaged from row \(report.wholeRows) of \(header.height). Copy or scan it again."
          : "the picture ends before its last row. The file was cut off; copy or scan it again.")
    }
    return Decoded(
      raster: try raster.withoutFalseColour(), isSound: report.warnings == 0,
      resolution: report.densityX > 0 ? (report.densityX, report.densityY) : nil)
  }

  static func encode(_ raster: Raster, quality: Int, dpi: Double) throws(PageFailure) -> [UInt8] {
    var report = JPEGReport()
    var data: UnsafeMutablePointer<UInt8>?
    var count: Int64 = 0
    let status = unsafe raster.withUnsafePixels { pixels in
      unsafe jpeg_shim_encode(
        pixels.baseAddress, Int32(raster.width), Int32(raster.height), Int32(raster.channels.rawValue),
        Int32(quality), dpi, &data, &count, &report)
    }
    defer { unsafe free(data) }
    guard status == 0, let data = unsafe data else {
      throw PageFailure(
        kind: .library, message: "The page's picture cannot be compressed: \(text(of: report.message)).")
    }
    return unsafe Array(UnsafeBufferPointer(start: data, count: Int(count)))
  }
}

/// The segments of a JPEG file before its pixels.
struct JPEGHeader: Sendable {
  /// The start-of-frame type, from 0 to 15: 0 is baseline, 1 extended, 2 progressive.
  var process = 0
  var bitsPerComponent = 0
  var width = 0
  var height = 0
  var components: [UInt8] = []
  /// The color transform in Adobe's segment: 0 none, 1 YCbCr, 2 YCCK, or `nil` without the segment.
  var adobeTransform: UInt8?
  private(set) var hasEnd = false

  init?(_ bytes: [UInt8]) {
    var position = 2
    while position + 4 <= bytes.count {
      guard bytes[position] == 0xFF else { return nil }
      let marker = bytes[position + 1]
      // Fill bytes, and markers without a length.
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

  /// Returns the file as a PDF image if viewers show it correctly: Huffman-coded, 8 bits, unambiguous colors.
  func passThrough(_ bytes: [UInt8]) -> PassThrough? {
    guard process <= 2, bitsPerComponent == 8, hasEnd, width > 0, height > 0, let colorSpace else { return nil }
    return PassThrough(
      bytes: bytes, encoding: .jpeg, colorSpace: colorSpace, bitsPerComponent: 8, width: width, height: height,
      orientation: 1)
  }

  private var colorSpace: PagePicture.ColorSpace? {
    switch components.count {
    case 1: .gray
    // Without Adobe's segment, components named R, G and B are RGB, which few viewers know.
    case 3: adobeTransform == nil && components == Array("RGB".utf8) ? nil : .rgb
    case 4: adobeTransform == nil ? .cmyk : .invertedCMYK
    case _: nil
    }
  }
}

struct JPEGDecoder: PictureDecoder {
  static let format = InputFormat(
    name: "JPEG", endings: ["jpg", "jpeg", "jpe"], signatures: [.init("\u{FF}\u{D8}\u{FF}")])
  private static let longestSearch = 64 << 20

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    JPEGHeader(bytes).map { ($0.width, $0.height) }
  }

  /// Checks for an end marker anywhere after the picture's start, because phones append videos and second pictures.
  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    if try file.endsWithMarker() { return true }
    return JPEGHeader(try file.read(limit: longestSearch))?.hasEnd ?? false
  }

  func load() throws(PageFailure) -> LoadedPage {
    guard let header = JPEGHeader(file.bytes) else { throw damaged }
    let picture = try JPEGPicture.decode(file.bytes, header, file: file.name)
    let camera = CameraData(bytes: file.bytes)
    return try page(
      picture.raster, resolution: [picture.resolution],
      passThrough: picture.isSound ? header.passThrough(file.bytes) : nil, camera: camera)
  }
}
