// SPDX-License-Identifier: GPL-3.0-or-later
// Support: disks that are full or read-only.

import DocScanFixtures
import FoundationEssentials
import Glibc

/// A separate in-memory disk for a test, which is unmounted with its last reference.
final class SmallDisk {
  let path: String

  /// Whether this process may mount disks.
  static let isPossible: Bool = {
    do {
      let folder = try TemporaryFolder()
      _ = try SmallDisk(at: try folder.makeFolder("disk"), kilobytes: 64)
      return true
    } catch {
      return false
    }
  }()

  /// Mounts an empty disk on a folder.
  init(at path: String, kilobytes: Int) throws {
    self.path = path
    guard geteuid() == 0 else { throw FixtureError("Only root mounts disks.") }
    try Command("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "docscan-test", path]).check()
  }

  deinit {
    do {
      try Command("umount", ["--lazy", path]).check()
    } catch {
      print("\(path) stays mounted: \(error)")
    }
  }

  /// Makes the disk read-only.
  func lock() throws { try Command("mount", ["-o", "remount,ro", path]).check() }

  /// Fills the disk with a file until this many kilobytes are left.
  func fill(leavingKilobytes left: Int) throws {
    var state = statvfs()
    guard unsafe statvfs(path, &state) == 0 else { throw FixtureError("\(path) has no size.") }
    let free = Int(state.f_bavail) * Int(state.f_frsize)
    try Data(count: free - left << 10).write(to: URL(filePath: path + "/filler"))
  }

  /// Removes the file that fills the disk.
  func makeSpace() throws {
    // A child process that another test starts while the file is written may keep it open.
    guard unsafe truncate(path + "/filler", 0) == 0 else { throw FixtureError("The filler stays.") }
    try FileManager.default.removeItem(atPath: path + "/filler")
  }
}
