// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
package import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// A folder in which a worker leaves pictures for requests, removed with everything in it when nobody holds it any more.
///
/// A program that ends does not remove it; then the next one does that makes such a folder.
package final class RequestFolder {
  private static let prefix = "docscan-request-"
  /// One that is younger may just be without its lock, in seconds.
  private static let youngest = 60

  package let path: String
  /// Locked for as long as the folder is needed.
  private let lock: OpenFile

  package init() throws(BatchError) {
    Self.removeAbandoned()
    var template = Array("\(temporaryFolder)/\(Self.prefix)XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw .missingPart("There is no folder for temporary files: \(temporaryFolder): \(errorText()).")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let lock = OpenFile(path: path), flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw .missingPart("The folder \(path) cannot be locked: \(errorText()).")
    }
    self.lock = lock
  }

  // What cannot be removed now, a later program tries again.
  deinit { _ = unsafe linux_remove_tree(path) }

  /// Removes the folders of this user's programs that have ended.
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
