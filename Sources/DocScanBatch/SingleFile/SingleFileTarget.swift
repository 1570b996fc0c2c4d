// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import Glibc

/// The destination of a single file. Existing files are replaced only on request, and inputs never.
enum SingleFileTarget {
  /// Throws if the file can't be written at this path. Writes nothing.
  static func check(_ path: String, inputs: [String], overwrite: Bool) throws(BatchError) {
    // Missing folders are created when there is a file to write.
    var above = parentFolder(of: path)
    while fileStatus(above, followingLinks: true) == nil, above != parentFolder(of: above) {
      above = parentFolder(of: above)
    }
    guard let folder = realPath(above) else { throw .output("\(path) cannot be written: \(errorText()).") }
    guard unsafe access(folder, W_OK | X_OK) == 0 else {
      throw .output("\(path) cannot be written: \(errorText()).")
    }
    // A broken link counts as existing.
    guard fileStatus(path) != nil else { return }
    for input in inputs where isInput(path, input) {
      throw .usage("\(path) is an input, which is never replaced. Choose another name for the result.")
    }
    guard overwrite else {
      throw .output("\(path) exists already. Choose another name, or replace it with --overwrite.")
    }
    guard fileStatus(path, followingLinks: true).map({ $0.kind == S_IFREG }) ?? true else {
      throw .usage("\(path) is not a regular file, so it is not replaced. Choose another name for the result.")
    }
  }

  static func place(_ built: String, at path: String, overwrite: Bool) throws(OutputError) {
    OutputFileMarker.set(on: built)
    if overwrite {
      guard unsafe rename(built, path) == 0 else {
        throw OutputError(operation: "put in place", path: path, code: errno)
      }
    } else if unsafe linux_rename_exclusively(built, path) != 0 {
      // Network file systems only support links, which never replace a file either.
      let isUnknown = errno == EINVAL || errno == ENOSYS
      guard isUnknown, unsafe link(built, path) == 0 else {
        throw OutputError(operation: "put in place", path: path, code: errno)
      }
    }
    let folder = unsafe open(parentFolder(of: path), O_RDONLY | O_CLOEXEC)
    // A folder that can be written but not read can't be synced.
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private static func isInput(_ path: String, _ input: String) -> Bool {
    guard let there = fileStatus(path, followingLinks: true) else { return false }
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    var inputs = [input]
    if fileStatus(input, followingLinks: true) == nil, unsafe glob(input, 0, nil, &found) == 0 {
      inputs = unsafe (0..<Int(found.gl_pathc)).compactMap {
        unsafe found.gl_pathv[$0].map { unsafe String(cString: $0) }
      }
    }
    return inputs.contains { input in
      guard let given = fileStatus(input, followingLinks: true) else { return false }
      if given.isSameFile(as: there) { return true }
      guard given.kind == S_IFDIR, let folder = realPath(input), let file = realPath(path) else { return false }
      return DocScanFiles.path(file, below: folder) != nil
    }
  }
}
