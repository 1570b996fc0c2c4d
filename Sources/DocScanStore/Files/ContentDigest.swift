// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import Glibc

/// SHA-256 digests in hexadecimal.
package enum ContentDigest {
  package static func sha256(_ bytes: some Sequence<UInt8>) -> String {
    var state = SHA256()
    let all = [UInt8](bytes)
    state.update(all, count: all.count)
    return state.digest()
  }

  /// Returns the digests of a document's files. Throws if a file has changed, or if `goesOn` returns `false`.
  package static func digest(files: [SourceFile], while goesOn: () -> Bool = { true }) throws(PageFailure)
    -> InputDigest
  {
    InputDigest(
      files: try files.map { (file) throws(PageFailure) in
        let open = try file.open()
        return try sha256(open.descriptor, named: file.path, while: goesOn)
      })
  }

  private static func sha256(
    _ descriptor: Int32, named path: String, while goesOn: () -> Bool
  ) throws(PageFailure) -> String {
    func unreadable(_ message: String) -> PageFailure {
      PageFailure(kind: .unreadable, stage: "load", message: message)
    }
    var state = SHA256()
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while goesOn() {
      let count = unsafe read(descriptor, &chunk, chunk.count)
      if count == 0 { return state.digest() }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw unreadable("\(path) cannot be read: \(errorText()).")
      }
      state.update(chunk, count: count)
    }
    throw unreadable("\(path) was not read to its end.")
  }

  /// Returns the digest of a file that was opened and not read yet. `name` is the file's name for errors.
  package static func sha256(_ file: OpenFile, named name: String) throws(OutputError) -> String {
    do throws(PageFailure) {
      return try withExtendedLifetime(file) { () throws(PageFailure) in
        try sha256(file.descriptor, named: name) { true }
      }
    } catch {
      throw OutputError(operation: "read", path: name, code: errno)
    }
  }
}
