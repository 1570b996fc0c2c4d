// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanStore
internal import Glibc

/// What tells a single file that docscan made from a scan: folders of results have a record, and this is beside no record.
///
/// It is an extended attribute, so the file itself has no byte more. It says how long the file was and when it was
/// written: what another program writes under the same name is a new document. Where a disk has no such attributes, and
/// after a copy without them, the file counts as a new document, too.
enum ResultMark {
  private static let name = "user.docscan.result"

  /// Marks a finished file. A disk that keeps no marks takes nothing from the result.
  static func set(on path: String) {
    guard let value = value(of: path) else { return }
    _ = unsafe linux_set_attribute(path, name, value, value.utf8.count)
  }

  /// Whether a file is as docscan made it.
  static func isSet(on path: String) -> Bool {
    guard let value = value(of: path) else { return false }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { found in
      let length = unsafe linux_attribute(path, name, found.baseAddress, found.count)
      return unsafe length > 0 && found[..<length].map(UInt8.init(bitPattern:)).elementsEqual(value.utf8)
    }
  }

  private static func value(of path: String) -> String? {
    guard let entry = fileStatus(path, followingLinks: true) else { return nil }
    return "\(entry.st_size) \(entry.st_mtim.tv_sec).\(entry.st_mtim.tv_nsec)"
  }
}
