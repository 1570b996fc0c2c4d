// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWriters
internal import Glibc

/// Gives results the time at which their source was changed last.
package enum SourceTimes {
  /// Gives a built folder, and every file and folder in it, the latest time of the files, so that a power cut keeps it.
  ///
  /// It has to be called before anything is put into the folder that docscan did not make.
  package static func apply(_ files: [SourceFile], to folder: Folder) throws(OutputError) {
    guard let latest = files.map(\.identity.modified).max(by: <) else { return }
    // What is in a folder comes before the folder.
    for name in folder.paths().sorted(by: >) {
      guard let file = folder.file(name) else {
        throw OutputError(operation: "open", path: "\(folder.path)/\(name)", code: errno)
      }
      try apply(latest, to: file.descriptor, named: "\(folder.path)/\(name)")
    }
    try apply(latest, to: folder.descriptor, named: folder.path)
  }

  /// Gives a file the time of another one, or of a folder.
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
    // Some network disks have no such thing for folders.
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw OutputError(operation: "write", path: path, code: errno)
    }
  }
}
