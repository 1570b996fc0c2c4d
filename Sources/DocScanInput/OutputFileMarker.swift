// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanFiles
internal import Glibc

/// The mark that distinguishes single result files from scans, because only folders of results have a record. It's an extended attribute with the
/// size and modification time, so the file's content doesn't change. A file that another program wrote under the same name counts as a new document.
/// So does a copy without attributes, or a file on a file system that doesn't support them.
package enum OutputFileMarker {
  private static let name = "user.docscan.result"

  /// Marks a finished file. Errors are ignored, because the file is usable without a mark.
  package static func set(on path: String) {
    guard let value = value(of: path) else { return }
    _ = unsafe linux_set_attribute(path, name, value, value.utf8.count)
  }

  package static func isSet(on path: String) -> Bool {
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
