// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanCore

struct PNGDecoder: PictureDecoder {
  static let format = InputFormat(
    name: "PNG", endings: ["png"], signatures: [.init("\u{89}PNG\r\n\u{1A}\n")])

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? { sizeForLeptonica(bytes) }

  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    try file.tail(4096).firstIndex(of: "IEND") != nil
  }

  var unreadPictures: Int { max(0, (PNGHeader(file.bytes)?.frames ?? 1) - 1) }

  func load() throws(PageFailure) -> LoadedPage {
    let image = try unsafe decode(file.bytes) { unsafe pixReadMemPng($0, $1) }
    let header = PNGHeader(file.bytes)
    return try page(image, passThrough: header?.passThrough(file.bytes), camera: header?.camera(file.bytes))
  }
}

/// The pixel format of a PNG file, from its chunks.
struct PNGHeader: Sendable {
  var width = 0
  var height = 0
  var bitsPerComponent = 0
  /// The color type: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha.
  var colorType: UInt8 = 0
  var isInterlaced = false
  var isTransparent = false
  var data: [Range<Int>] = []
  private var camera: Range<Int>?
  /// The number of animation frames (*PNG*, third edition, 11.3.6.1).
  private(set) var frames = 1
  private var isWhole = false

  init?(_ bytes: [UInt8]) {
    var position = 8
    while position + 12 <= bytes.count {
      let length = bytes.bigEndian(position, 4)
      let content = position + 8
      guard content + length + 4 <= bytes.count else { return nil }
      switch String(decoding: bytes[position + 4..<content], as: UTF8.self) {
      case "IHDR":
        guard length >= 13 else { return nil }
        width = bytes.bigEndian(content, 4)
        height = bytes.bigEndian(content + 4, 4)
        bitsPerComponent = Int(bytes[content + 8])
        colorType = bytes[content + 9]
        isInterlaced = bytes[content + 12] != 0
      case "tRNS": isTransparent = true
      case "IDAT": data.append(content..<content + length)
      case "eXIf": camera = content..<content + length
      case "acTL" where length >= 4: frames = bytes.bigEndian(content, 4)
      case "IEND": isWhole = true
      case _: break
      }
      position = content + length + 4
    }
    guard width > 0, height > 0, !data.isEmpty else { return nil }
  }

  func camera(_ bytes: [UInt8]) -> CameraData? { camera.map { CameraData(structure: bytes[$0]) } }

  /// Returns the compressed pixels as a PDF image: gray and RGB without transparency or interlacing need no change.
  func passThrough(_ bytes: [UInt8]) -> PassThrough? {
    guard isWhole, !isInterlaced, !isTransparent, bitsPerComponent <= 8, colorType == 0 || colorType == 2 else {
      return nil
    }
    return PassThrough(
      bytes: compressedPixels(bytes), encoding: .flate, colorSpace: colorType == 0 ? .gray : .rgb,
      bitsPerComponent: bitsPerComponent, width: width, height: height, orientation: 1)
  }

  func compressedPixels(_ bytes: [UInt8]) -> [UInt8] { data.flatMap { bytes[$0] } }
}
