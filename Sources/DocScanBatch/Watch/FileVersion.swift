// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// Which bytes a path holds, as far as that can be told without reading them.
struct FileVersion: Hashable, Sendable {
  private var device: UInt64
  private var inode: UInt64
  private var size: Int64
  private var modified: [Int]
  /// Changes with the content and the name, and cannot be set by a program.
  private var changed: [Int]

  init(_ entry: stat) {
    device = UInt64(entry.st_dev)
    inode = UInt64(entry.st_ino)
    size = Int64(entry.st_size)
    modified = [entry.st_mtim.tv_sec, entry.st_mtim.tv_nsec]
    changed = [entry.st_ctim.tv_sec, entry.st_ctim.tv_nsec]
  }

  /// What is at a path now; nil when that is not a regular file.
  init?(path: String) {
    var entry = stat()
    guard unsafe lstat(path, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(entry)
  }

  /// Whether a file that was moved has the same bytes: the time of its last change in any respect is another one.
  func hasSameBytes(as other: FileVersion) -> Bool { size == other.size && modified == other.modified }

  /// Whether it got its bytes or its name at a time, in seconds since 1970, or later.
  func isChanged(since time: Int) -> Bool { changed[0] >= time }

  /// The version as text, to be compared with later ones. The device is left out: its number may change at a restart.
  var text: String { "\(inode) \(size) \(modified[0]).\(modified[1]) \(changed[0]).\(changed[1])" }
}
