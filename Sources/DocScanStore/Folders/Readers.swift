// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWriters
internal import Glibc

/// Who may read a document's results: nobody who could not read all of its sources.
package enum Readers: Sendable {
  /// Those of these files; of none, whoever the process's mask for new files lets in.
  case ofSources([SourceFile])
  /// Those of the results that are there now, as for corrections.
  case asBefore

  /// Takes rights away from a built folder and from all in it, where it has more than it may; what it has less, stays.
  package func restrict(_ built: Folder, in library: Folder, as name: String) throws(OutputError) {
    let (folder, root) = (built.status, library.status)
    // With the setgid bit somebody chose the group that results are for.
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
    // Some disks have no rights of their own.
    guard isDone || errno == EPERM || errno == EOPNOTSUPP else {
      throw OutputError(operation: "set the permissions of", path: path, code: errno)
    }
  }

  /// All rights of those who may read.
  private static func rights(of mode: mode_t) -> mode_t {
    0o700 | (mode & 0o040 != 0 ? 0o070 : 0) | (mode & 0o004 != 0 ? 0o007 : 0)
  }
}
