// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import Glibc

/// The user's folder for docscan's keys and pending events: `docscan` in `XDG_STATE_HOME`. Unlike results, it never comes from others.
package enum StateFolder {
  /// Opens the folder and creates it if necessary. Returns `nil` if neither `XDG_STATE_HOME` nor `HOME` is set, or the folder can't be created.
  package static func opened() -> Folder? {
    guard let state = userFolder("XDG_STATE_HOME", below: ".local/state") else { return nil }
    for folder in [parentFolder(of: state), state, state + "/docscan"] {
      unsafe mkdir(folder, 0o700)
    }
    return Folder(root: state + "/docscan")
  }

  /// Returns the content of a file that only the user can read, or `nil` if it doesn't exist or others can read it.
  package static func secret(_ name: String, in folder: Folder, most: Int) -> [UInt8]? {
    guard let status = folder.status(name), status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { return nil }
    return folder.contents(name, most: most)
  }

  /// Waits for an exclusive lock among the user's processes. The caller releases it by closing the descriptor.
  package static func lock(_ name: String, in folder: Folder) throws(BatchError) -> Int32 {
    let lock = folder.lockFile(name, mode: 0o600)
    guard lock >= 0 else { throw .output("\(folder.path)/\(name) cannot be written: \(errorText()).") }
    while flock(lock, LOCK_EX) != 0, errno == EINTR {}
    return lock
  }
}
