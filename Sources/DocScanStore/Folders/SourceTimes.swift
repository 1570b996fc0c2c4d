// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
internal import Glibc

/// The modification times of results, which are set to that of their source.
package enum SourceTimes {
  /// Durably sets the modification times of a built folder and its content to the latest one of the files. Call this before linking others' files.
  package static func apply(_ files: [SourceFile], to folder: Folder) throws(OutputError) {
    guard let latest = files.map(\.identity.modified).max(by: <) else { return }
    // Content first, because changing it updates the folder's time.
    for name in folder.paths().sorted(by: >) {
      guard let file = folder.file(name) else {
        throw OutputError(operation: "open", path: "\(folder.path)/\(name)", code: errno)
      }
      try apply(latest, to: file.descriptor, named: "\(folder.path)/\(name)")
    }
    try apply(latest, to: folder.descriptor, named: folder.path)
  }

  package static func copy(from path: String, to target: String) throws(OutputError) {
    var entry = stat()
    guard unsafe stat(path, &entry) == 0 else { throw OutputError(operation: "read", path: path, code: errno) }
    guard let file = OpenFile(path: target) else { throw OutputError(operation: "open", path: target, code: errno) }
    try apply((entry.st_mtim.tv_sec, entry.st_mtim.tv_nsec), to: file.descriptor, named: target)
  }

  private static func apply(
    _ time: (seconds: Int, nanoseconds: Int), to descriptor: Int32, named path: String
  ) throws(OutputError) {
    let modified = timespec(tv_sec: time.seconds, tv_nsec: time.nanoseconds)
    guard unsafe futimens(descriptor, [modified, modified]) == 0 else {
      throw OutputError(operation: "set the time of", path: path, code: errno)
    }
    // Some network file systems can't sync folders.
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw OutputError(operation: "write", path: path, code: errno)
    }
  }
}
