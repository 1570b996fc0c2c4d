// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension InputFile {
  /// Where a TIFF directory says that the next one is, which libtiff does not tell; nil when it cannot be read.
  func offsetOfTIFFDirectory(after offset: UInt64, isBig: Bool, isBigEndian: Bool) -> UInt64? {
    func number(_ offset: UInt64, _ size: Int) -> UInt64? {
      guard offset < byteCount else { return nil }
      do throws(PageFailure) {
        let bytes = try read(at: Int(offset), count: size)
        return bytes.count == size ? (isBigEndian ? bytes : bytes.reversed()).reduce(0) { $0 << 8 | UInt64($1) } : nil
      } catch {
        // The caller says what that means.
        return nil
      }
    }
    guard let count = number(offset, isBig ? 8 : 2), count < 1 << 20 else { return nil }
    return isBig ? number(offset + 8 + 20 * count, 8) : number(offset + 2 + 12 * count, 4)
  }
}
