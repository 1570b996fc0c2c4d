// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZlib
internal import DocScanFixtures

/// A picture file that attacks its reader.
enum PictureTrap: String, CaseIterable {
  case pngBomb, pngHuge, pngManyChunks, pngTextBomb
  case tiffLoop, tiffChain, tiffLZWBomb, tiffDeflateBomb, tiffManyStrips
  case gifBomb, jpeg2000Boxes, jpegSegments, bmpHuge, pnmHuge

  /// The file's extension.
  var ending: String {
    switch self {
    case .pngBomb, .pngHuge, .pngManyChunks, .pngTextBomb: "png"
    case .tiffLoop, .tiffChain, .tiffLZWBomb, .tiffDeflateBomb, .tiffManyStrips: "tif"
    case .gifBomb: "gif"
    case .jpeg2000Boxes: "jp2"
    case .jpegSegments: "jpg"
    case .bmpHuge: "bmp"
    case .pnmHuge: "pnm"
    }
  }

  func file(_ random: inout SeededGenerator) -> [UInt8] {
    let side = [4000, 7000, 20_000, 60_000][Int.random(in: 0..<4, using: &random)]
    switch self {
    case .pngBomb: return png(side, [("IDAT", Bomb.flate(megabytes: 600))])
    case .pngHuge: return png(0x7FFF_FFFF, [("IDAT", Bomb.flate(megabytes: 1))])
    case .pngManyChunks: return png(400, Array(repeating: ("IDAT", []), count: 200_000))
    case .pngTextBomb:
      let text = Array("Comment\0\0".utf8) + Bomb.flate(megabytes: 1024, of: Array("a".utf8))
      return png(
        20, [("zTXt", text), ("iCCP", text), ("IDAT", Bomb.deflated([UInt8](repeating: 255, count: 20 * 61)))])
    case .tiffLoop: return tiff(directories: 3, side: 64, compression: 1, data: [255], isLoop: true)
    case .tiffChain: return tiff(directories: 30_000, side: 1, compression: 1, data: [255])
    case .tiffLZWBomb: return tiff(directories: 1, side: side, compression: 5, data: Bomb.lzw(tables: 140))
    case .tiffDeflateBomb: return tiff(directories: 1, side: side, compression: 8, data: Bomb.flate(megabytes: 900))
    case .tiffManyStrips: return tiff(directories: 1, side: side, compression: 1, data: [255], rowsPerStrip: 1)
    case .gifBomb: return gif(side)
    case .jpeg2000Boxes: return boxes(Int.random(in: 1000...250_000, using: &random))
    case .jpegSegments: return [0xFF, 0xD8] + repeatElement([0xFF, 0xFE, 0, 2], count: 500_000).joined()
    case .bmpHuge:
      return Array("BM".utf8) + little([60, 0, 54, 40, side, -side, 0x18_0001, 0, 0, 0, 0, 0, 0]) + [0, 0, 0, 0, 0, 0]
    case .pnmHuge: return Array("P\(side % 7 % 2 == 0 ? 6 : 5)\n\(side * 9) \(side)\n255\n".utf8) + [1, 2, 3]
    }
  }

  private func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * (3 - $0))) } }

  private func little(_ numbers: [Int], size: Int = 4) -> [UInt8] {
    numbers.flatMap { number in (0..<size).map { UInt8(number >> (8 * $0) & 255) } }
  }

  private func png(_ side: Int, _ chunks: [(name: String, content: [UInt8])]) -> [UInt8] {
    let header = ("IHDR", big(side) + big(side) + [8, 2, 0, 0, 0])
    let all = [header] + chunks + [("IEND", [])]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (name, content) in all {
      let body = Array(name.utf8) + content
      file += big(content.count) + body + big(Int(unsafe crc32(0, body, UInt32(body.count))))
    }
    return file
  }

  /// Directories that share one picture.
  private func tiff(
    directories: Int, side: Int, compression: Int, data: [UInt8], rowsPerStrip: Int? = nil, isLoop: Bool = false
  ) -> [UInt8] {
    let strips = rowsPerStrip == nil ? 1 : side
    let entries = [
      (256, 4, 1, side), (257, 4, 1, side), (258, 3, 1, 8), (259, 3, 1, compression), (262, 3, 1, 1),
      (273, 4, strips, 8),
      (277, 3, 1, 1), (278, 4, 1, rowsPerStrip ?? side), (279, 4, strips, data.count),
    ]
    let size = 2 + 12 * entries.count + 4
    var file = Array("II".utf8) + little([42], size: 2) + little([8 + data.count]) + data
    for index in 0..<directories {
      let next = index + 1 < directories ? file.count + size : isLoop ? 8 + data.count : 0
      file += little([entries.count], size: 2)
      for (tag, type, count, value) in entries {
        file += little([tag, type], size: 2) + little([count, value])
      }
      file += little([next])
    }
    return file
  }

  private func gif(_ side: Int) -> [UInt8] {
    let codes = [UInt8](repeating: 0x44, count: 250_000)
    let blocks = stride(from: 0, to: codes.count, by: 250).flatMap { [250] + codes[$0..<$0 + 250] }
    return Array("GIF89a".utf8) + little([side, side], size: 2) + [0x80, 0, 0] + [0, 0, 0, 255, 255, 255] + [0x2C]
      + little([0, 0, side, side], size: 2) + [0, 2] + blocks + [0, 0x3B]
  }

  /// Returns nested boxes around the start of a codestream.
  private func boxes(_ depth: Int) -> [UInt8] {
    let signature = big(12) + Array("jP  ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]
    var file = signature
    for level in 0..<depth { file += big(8 * (depth - level)) + Array("jp2h".utf8) }
    return file + [0xFF, 0x4F, 0xFF, 0x51] + big(0x2F_0000) + big(400) + big(400) + [UInt8](repeating: 0, count: 60)
  }
}
