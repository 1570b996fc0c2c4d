// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Where the directories of a TIFF file are, and what they point to; nothing is decoded.
struct TIFFDirectories {
  /// More entries or values than these are taken on trust.
  private static let mostEntries = 100_000
  private static let mostValues = 65_536

  private let file: InputFile
  private let isBig: Bool
  private let bigEndian: Bool

  init(_ file: InputFile) throws(PageFailure) {
    self.file = file
    bigEndian = try file.read(at: 0, count: 1) == [0x4D]
    isBig = try file.number(2, bytes: 2, bigEndian: bigEndian) == 43
  }

  /// The bytes of a number of entries, of an entry, and of an offset.
  private var widths: (count: Int, entry: Int, offset: Int) { isBig ? (8, 20, 8) : (2, 12, 4) }

  /// Where a directory says that the next one is; nil when that cannot be read.
  func offset(after directory: Int) throws(PageFailure) -> Int? {
    guard let count = try file.number(directory, bytes: widths.count, bigEndian: bigEndian), count < 1 << 20 else {
      return nil
    }
    return try offset(at: directory + widths.count + count * widths.entry)
  }

  /// Whether the last directory is there, and all that the directories point to.
  func isComplete() throws(PageFailure) -> Bool {
    guard var next = try offset(at: isBig ? 8 : 4), next > 0 else { return false }
    var entriesLeft = Self.mostEntries
    while entriesLeft > 0 {
      guard let count = try file.number(next, bytes: widths.count, bigEndian: bigEndian), (1...65_535).contains(count)
      else { return false }
      let entries = next + widths.count
      let end = entries + count * widths.entry
      guard end + widths.offset <= file.byteCount, let following = try offset(at: end) else { return false }
      guard try hasPicture(entries: entries, count: count) else { return false }
      if following == 0 { return true }
      next = following
      entriesLeft -= count
    }
    return true
  }

  /// Whether the strips or tiles of a directory, and its other values, lie inside the file.
  private func hasPicture(entries: Int, count: Int) throws(PageFailure) -> Bool {
    var offsets: [Int] = []
    var lengths: [Int] = []
    for index in 0..<count {
      let entry = entries + index * widths.entry
      guard let tag = try file.number(entry, bytes: 2, bigEndian: bigEndian),
        let type = try file.number(entry + 2, bytes: 2, bigEndian: bigEndian),
        let values = try file.number(entry + 4, bytes: widths.offset, bigEndian: bigEndian)
      else { return false }
      let width = Self.width(ofType: type)
      let size = values.multipliedReportingOverflow(by: width)
      guard !size.overflow else { return false }
      var place = entry + 4 + widths.offset
      if size.partialValue > widths.offset {
        guard let elsewhere = try offset(at: place), elsewhere <= file.byteCount - size.partialValue else {
          return false
        }
        place = elsewhere
      }
      switch tag {
      case 273, 324: offsets = try numbers(at: place, width: width, count: values)
      case 279, 325: lengths = try numbers(at: place, width: width, count: values)
      case _: break
      }
    }
    return zip(offsets, lengths).allSatisfy { $0 <= file.byteCount && $1 <= file.byteCount - $0 }
  }

  private func offset(at place: Int) throws(PageFailure) -> Int? {
    try file.number(place, bytes: widths.offset, bigEndian: bigEndian)
  }

  private func numbers(at place: Int, width: Int, count: Int) throws(PageFailure) -> [Int] {
    guard [2, 4, 8].contains(width), count <= Self.mostValues else { return [] }
    let bytes = try file.read(at: place, count: width * count)
    return stride(from: 0, to: bytes.count - width + 1, by: width).compactMap { start in
      let digits = bytes[start..<start + width]
      let value = (bigEndian ? Array(digits) : digits.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(exactly: value)
    }
  }

  /// Bytes of a value of a type.
  private static func width(ofType type: Int) -> Int {
    switch type {
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    case _: 1
    }
  }
}
