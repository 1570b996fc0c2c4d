// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
internal import Glibc

/// The permitted readers of a document's results: only users who can read all of its sources.
package enum Readers: Sendable {
  /// The readers of these files. Without files, the umask decides.
  case ofSources([SourceFile])
  /// The readers of the current results, for corrections.
  case asBefore

  /// Removes excess permissions from a built folder and its content. Never adds permissions.
  package func restrict(_ built: Folder, in library: Folder, as name: String) throws(OutputError) {
    let (folder, root) = (built.status, library.status)
    // The setgid bit means that the user chose a group for the results.
    let isChosenGroup = root.st_mode & S_ISGID != 0
    let rights: mode_t =
      switch self {
      case .ofSources(let files):
        files.reduce(0o777) { rights, file in
          let isSameGroup = isChosenGroup || file.group == folder.st_gid || file.mode & 0o004 != 0
          return rights & Self.rights(of: isSameGroup ? file.mode : file.mode & ~0o070)
        }
      case .asBefore: library.status(name).map { Self.rights(of: $0.st_mode) } ?? 0o777
      }
    guard rights != 0o777 else { return }
    for path in built.paths() {
      guard let entry = built.status(path), [S_IFREG, S_IFDIR].contains(entry.kind),
        entry.st_mode & 0o777 & ~rights != 0
      else { continue }
      try check(built.setMode(path, entry.st_mode & 0o7000 | entry.st_mode & rights), "\(built.path)/\(path)")
    }
    try check(fchmod(built.descriptor, folder.st_mode & 0o7000 | folder.st_mode & rights) == 0, built.path)
  }

  private func check(_ isDone: Bool, _ path: String) throws(OutputError) {
    // Some file systems have no permissions.
    guard isDone || errno == EPERM || errno == EOPNOTSUPP else {
      throw OutputError(operation: "set the permissions of", path: path, code: errno)
    }
  }

  /// Returns permissions that grant all rights to the users who may read.
  private static func rights(of mode: mode_t) -> mode_t {
    0o700 | (mode & 0o040 != 0 ? 0o070 : 0) | (mode & 0o004 != 0 ? 0o007 : 0)
  }
}
