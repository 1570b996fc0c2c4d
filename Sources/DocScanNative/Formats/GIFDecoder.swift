// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLeptonica
internal import DocScanCore

/// Reads the first frame of GIF files.
struct GIFDecoder: PictureDecoder {
  static let format = InputFormat(name: "GIF", endings: ["gif"], signatures: [.init("GIF87a"), .init("GIF89a")])

  let file: PictureBytes

  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    GIFFrame(bytes).map { ($0.width, $0.height) }
  }

  static func isComplete(_ file: InputFile) throws(PageFailure) -> Bool {
    try file.tail(64).last { $0 != 0 } == 0x3B
  }

  var unreadPictures: Int { GIFFrame(file.bytes)?.framesAfter(in: file.bytes) ?? 0 }

  func load() throws(PageFailure) -> LoadedPage {
    try page(try unsafe decode(GIFFrame(file.bytes)?.bytes ?? []) { unsafe pixReadMemGif($0, $1) })
  }
}

/// The first frame of a GIF file. The rest of an animation is never decoded.
struct GIFFrame {
  let width: Int
  let height: Int
  /// A GIF file with only this frame.
  let bytes: [UInt8]

  init?(_ bytes: [UInt8]) {
    guard bytes.count > 13 else { return nil }
    var position = 13 + Self.paletteLength(bytes[10])
    while position < bytes.count {
      switch bytes[position] {
      case 0x21:
        guard let end = Self.endOfBlocks(bytes, from: position + 2) else { return nil }
        position = end
      case 0x2C:
        guard position + 10 < bytes.count else { return nil }
        (width, height) = (bytes.littleEndian(position + 5, 2), bytes.littleEndian(position + 7, 2))
        let pixels = position + 10 + Self.paletteLength(bytes[position + 9]) + 1
        guard let end = Self.endOfBlocks(bytes, from: pixels) else { return nil }
        self.bytes = bytes[..<end] + [0x3B]
        return
      case _: return nil
      }
    }
    return nil
  }

  func framesAfter(in file: [UInt8]) -> Int {
    var (position, count) = (bytes.count - 1, 0)
    while position < file.count {
      switch file[position] {
      case 0x21:
        guard let end = Self.endOfBlocks(file, from: position + 2) else { return count }
        position = end
      case 0x2C where position + 10 < file.count:
        count += 1
        let pixels = position + 10 + Self.paletteLength(file[position + 9]) + 1
        guard let end = Self.endOfBlocks(file, from: pixels) else { return count }
        position = end
      case _: return count
      }
    }
    return count
  }

  private static func paletteLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

  private static func endOfBlocks(_ bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    while position < bytes.count {
      guard bytes[position] != 0 else { return position + 1 }
      position += 1 + Int(bytes[position])
    }
    return nil
  }
}
