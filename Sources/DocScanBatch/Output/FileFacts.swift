// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// Whether a path is a regular file, and no link.
func isRegularFile(_ path: String) -> Bool {
  var entry = stat()
  return unsafe lstat(path, &entry) == 0 && entry.st_mode & S_IFMT == S_IFREG
}

/// The number of bytes in a file; 0 when it is not there.
func fileSize(_ path: String) -> Int {
  var entry = stat()
  return unsafe stat(path, &entry) == 0 ? Int(entry.st_size) : 0
}

/// A path without links, `.` and `..`; the path itself where nothing is there.
func canonicalPath(_ path: String) -> String {
  guard let resolved = unsafe realpath(path, nil) else { return path }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}

/// Removes a file of the scratch folder; what cannot be removed now goes with the folder.
func removeFile(_ path: String) { unsafe unlink(path) }

/// The paths of all that is below a folder, relative to it.
func subpaths(of folder: String) throws(OutputError) -> [String] {
  do {
    return try FileManager.default.subpathsOfDirectory(atPath: folder)
  } catch {
    throw OutputError(operation: "read", path: folder, detail: "\(error)")
  }
}
