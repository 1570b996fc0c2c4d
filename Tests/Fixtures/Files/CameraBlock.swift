// SPDX-License-Identifier: GPL-3.0-or-later

public import FoundationEssentials

/// A camera's data in a file: a TIFF structure of big-endian numbers (CIPA DC-008, *Exif 2.32*, 4.5).
public struct CameraBlock {
  /// A directory, by the tag that refers to it.
  public enum Folder: UInt16 {
    case main = 0
    case exif = 0x8769
    case gps = 0x8825
  }

  private struct Entry {
    var tag: UInt16
    var type: UInt16
    var count: Int
    var value: [UInt8]
  }

  private var entries: [Folder: [Entry]] = [:]

  public init() {}

  /// Returns a camera of 2019, with a time in its zone; `place` adds the position of Lisbon.
  public static func sample(place: Bool = false, original: String = "2019:01:09 12:30:05") -> CameraBlock {
    var block = CameraBlock()
    block.add(0x010F, "Canon")
    block.add(0x0110, "EOS 5D & <more>")
    block.add(0x9003, original, to: .exif)
    block.add(0x9011, "+01:00", to: .exif)
    guard place else { return block }
    block.add(1, "N", to: .gps)
    block.add(2, [(38, 1), (42, 1), (3060, 100)], to: .gps)
    block.add(3, "W", to: .gps)
    block.add(4, [(9, 1), (825, 100), (0, 1)], to: .gps)
    return block
  }

  /// Adds a text.
  public mutating func add(_ tag: UInt16, _ text: String, to folder: Folder = .main) {
    add(tag, bytes: Array(text.utf8) + [0], to: folder)
  }

  /// Adds a text of any bytes.
  public mutating func add(_ tag: UInt16, bytes: [UInt8], to folder: Folder = .main) {
    entries[folder, default: []].append(Entry(tag: tag, type: 2, count: bytes.count, value: bytes))
  }

  /// Adds fractions.
  public mutating func add(_ tag: UInt16, _ fractions: [(UInt32, UInt32)], to folder: Folder = .main) {
    let value = fractions.flatMap { Self.bytes($0.0) + Self.bytes($0.1) }
    entries[folder, default: []].append(Entry(tag: tag, type: 5, count: fractions.count, value: value))
  }

  /// Adds a number of 16 bits.
  public mutating func add(_ tag: UInt16, short: UInt16, to folder: Folder = .main) {
    entries[folder, default: []].append(Entry(tag: tag, type: 3, count: 1, value: Self.short(short)))
  }

  /// Adds a number of 32 bits.
  public mutating func add(_ tag: UInt16, number: UInt32, to folder: Folder = .main) {
    entries[folder, default: []].append(Entry(tag: tag, type: 4, count: 1, value: Self.bytes(number)))
  }

  /// Returns the structure as PNG and WebP store it.
  public func structure() -> [UInt8] {
    var block = self
    var folders: [(Folder, Int)] = []
    var end = 8 + Self.size(entries[.main] ?? [], pointers: entries.keys.count { $0 != .main })
    for folder in [Folder.exif, .gps] where entries[folder] != nil {
      folders.append((folder, end))
      block.add(folder.rawValue, number: UInt32(end))
      end += Self.size(entries[folder] ?? [], pointers: 0)
    }
    var bytes: [UInt8] = Array("MM\0*".utf8) + Self.bytes(UInt32(8)) + Self.directory(block.entries[.main] ?? [], at: 8)
    for (folder, place) in folders { bytes += Self.directory(entries[folder] ?? [], at: place) }
    return bytes
  }

  /// Returns the JPEG file with this block.
  public func added(toJPEG jpeg: Data) throws -> Data {
    let content = Array("Exif\0\0".utf8) + structure()
    guard jpeg.prefix(2) == Data([0xFF, 0xD8]), content.count < 0xFFFE else {
      throw FixtureError("A JPEG file starts with FF D8, and its segments have at most 65,533 bytes.")
    }
    let length = content.count + 2
    return jpeg.prefix(2) + Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + content) + jpeg.dropFirst(2)
  }

  private static func size(_ entries: [Entry], pointers: Int) -> Int {
    6 + 12 * (entries.count + pointers) + entries.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count : 0) }
  }

  /// Returns a directory, followed by the values that don't fit into it.
  private static func directory(_ entries: [Entry], at place: Int) -> [UInt8] {
    var values: [UInt8] = []
    let start = place + 6 + 12 * entries.count
    var bytes = short(UInt16(entries.count))
    for entry in entries.sorted(by: { $0.tag < $1.tag }) {
      bytes += short(entry.tag) + short(entry.type) + Self.bytes(UInt32(entry.count))
      if entry.value.count <= 4 {
        bytes += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        bytes += Self.bytes(UInt32(start + values.count))
        values += entry.value
      }
    }
    return bytes + [0, 0, 0, 0] + values
  }

  private static func short(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    short(UInt16(number >> 16)) + short(UInt16(number & 0xFFFF))
  }
}
