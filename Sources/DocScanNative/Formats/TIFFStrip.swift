// SPDX-License-Identifier: GPL-3.0-or-later

/// The compressed pixels of a TIFF file with one strip, as Leptonica writes it, little-endian.
struct TIFFStrip {
  let bytes: [UInt8]

  /// Nil when the file has another form.
  init?(_ file: [UInt8]) {
    func number(_ offset: Int, _ size: Int) -> Int? {
      guard offset >= 0, offset + size <= file.count else { return nil }
      return (0..<size).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
    }
    guard number(0, 2) == 0x4949, let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    var values: [Int: Int] = [:]
    for entry in 0..<count {
      let start = directory + 2 + 12 * entry
      guard let tag = number(start, 2), let type = number(start + 2, 2), number(start + 4, 4) == 1 else { continue }
      // 3 is a number of 16 bits, 4 one of 32.
      values[tag] = number(start + 8, type == 3 ? 2 : 4)
    }
    guard let offset = values[273], let length = values[279], offset + length <= file.count else { return nil }
    bytes = Array(file[offset..<offset + length])
  }
}
