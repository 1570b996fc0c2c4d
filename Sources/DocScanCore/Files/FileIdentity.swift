// SPDX-License-Identifier: GPL-3.0-or-later

package import Glibc

/// Which bytes a file holds, as far as that can be told without reading them.
///
/// It tells files apart, and a file from what it was before it was changed.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt
  /// How large it is.
  package let byteCount: Int
  private let modifiedTimes: [Int]
  /// Changes with the content and the name, and cannot be set by a program.
  private let changedTimes: [Int]

  /// When the bytes changed last: seconds since 1970, and nanoseconds.
  package var modified: (seconds: Int, nanoseconds: Int) { (modifiedTimes[0], modifiedTimes[1]) }

  /// What the system says of a file.
  package init(_ entry: stat) {
    device = UInt(entry.st_dev)
    inode = UInt(entry.st_ino)
    byteCount = Int(entry.st_size)
    modifiedTimes = [entry.st_mtim.tv_sec, entry.st_mtim.tv_nsec]
    changedTimes = [entry.st_ctim.tv_sec, entry.st_ctim.tv_nsec]
  }

  /// What is at a path now; nil when that is not a regular file.
  package init?(path: String) {
    var entry = stat()
    guard unsafe lstat(path, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(entry)
  }

  /// Whether a file that was moved has the same bytes: the time of its last change in any respect is another one.
  package func hasSameBytes(as other: FileIdentity) -> Bool {
    byteCount == other.byteCount && modifiedTimes == other.modifiedTimes
  }

  /// Whether it got its bytes or its name at a time, in seconds since 1970, or later.
  package func isChanged(since time: Int) -> Bool { changedTimes[0] >= time }

  /// The identity as text, to be compared with later ones. The device is left out: its number may change at a restart.
  package var text: String {
    "\(inode) \(byteCount) \(modifiedTimes[0]).\(modifiedTimes[1]) \(changedTimes[0]).\(changedTimes[1])"
  }
}
