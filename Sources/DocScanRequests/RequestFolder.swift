// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// A temporary folder for a worker's pictures, which is deleted together with this object. If the program ends before that, the next program that
/// creates such a folder deletes the old one.
package final class RequestFolder {
  private static let prefix = "docscan-request-"
  /// The age in seconds below which an unlocked folder may just have been created.
  private static let youngest = 60

  package let path: String
  private let lock: OpenFile

  package init() throws(BatchError) {
    Self.removeAbandoned()
    var template = Array("\(temporaryFolder)/\(Self.prefix)XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw .missingPart("A folder for temporary files can't be created in \(temporaryFolder): \(errorText()).")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let lock = OpenFile(path: path), flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw .missingPart("The folder \(path) cannot be locked: \(errorText()).")
    }
    self.lock = lock
  }

  // A later program retries if this fails.
  deinit { _ = unsafe linux_remove_tree(path) }

  private static func removeAbandoned() {
    for name in Folder(root: temporaryFolder)?.entries()?.names ?? [] where name.hasPrefix(prefix) {
      let path = temporaryFolder + "/" + name
      guard let entry = fileStatus(path), entry.kind == S_IFDIR, entry.st_uid == geteuid(),
        time(nil) - entry.st_mtim.tv_sec > youngest, let file = OpenFile(path: path),
        flock(file.descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      _ = unsafe linux_remove_tree(path)
    }
  }
}
