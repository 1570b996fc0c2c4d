// SPDX-License-Identifier: GPL-3.0-or-later

extension JPEG2000Header {
  /// The file without its boxes for data of other programs; nil where none of these may tell where it was taken.
  static func withoutPlace(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.first != 0xFF else { return nil }
    var kept: [UInt8] = []
    var (position, mayTell) = (0, false)
    while position + 8 <= bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      // The codestream, which may run to the end of the file.
      guard length >= 8, position + length <= bytes.count else { break }
      let box = bytes[position..<position + length]
      if ["uuid", "uinf", "xml ", "asoc"].contains(String(decoding: box.dropFirst(4).prefix(4), as: UTF8.self)) {
        mayTell = mayTell || ["GPS", "JpgTiffExif"].contains { box.firstRange(of: Array($0.utf8)) != nil }
      } else {
        kept += box
      }
      position += length
    }
    return mayTell ? kept + bytes[position...] : nil
  }
}
