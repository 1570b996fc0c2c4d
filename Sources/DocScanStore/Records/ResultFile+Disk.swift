// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
internal import Glibc

extension [String: ResultFile] {
  package func areIn(_ folder: Folder?) -> Bool {
    guard let folder else { return isEmpty }
    return allSatisfy { folder.identity($0.key)?.byteCount == $0.value.bytes }
  }
}

extension ResultFile {
  package init(_ name: String, in folder: Folder) throws(OutputError) {
    guard let file = folder.file(name), let size = file.identity?.byteCount else {
      throw OutputError(operation: "read", path: "\(folder.path)/\(name)", code: errno)
    }
    self.init(bytes: size, sha256: try ContentDigest.sha256(file, named: "\(folder.path)/\(name)"))
  }

  package func isUnchanged(_ name: String, in folder: Folder) throws(OutputError) -> Bool {
    guard folder.identity(name)?.byteCount == bytes else { return false }
    return try ResultFile(name, in: folder) == self
  }
}
