// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanStore
package import FoundationEssentials
internal import Glibc

/// A file with pages that requests are made about: one on the disk, as it was when it was first looked at, or bytes.
package struct PageSource: Sendable {
  private enum Content: Sendable {
    case file(SourceFile)
    case bytes(Data)
  }

  /// What messages call it.
  package let name: String
  private let content: Content

  /// A file; fails when it is gone, or no regular file.
  package init(file path: String) throws(PageFailure) {
    content = .file(try SourceFile(path: path))
    name = fileName(path)
  }

  /// The bytes of a file.
  package init(data: Data, name: String) { (content, self.name) = (.bytes(data), name) }

  /// Opens it for a worker; fails when the file is no longer what it was.
  package func open() throws(PageFailure) -> OpenFile {
    switch content {
    case .file(let file): return try file.open()
    case .bytes(let data): return try Self.file(of: data, named: name)
    }
  }

  /// O_TMPFILE, which Swift's Glibc lacks.
  private static let withoutName = 0o20000000 | O_DIRECTORY

  /// A file without a name, gone when it is closed.
  private static func file(of data: Data, named name: String) throws(PageFailure) -> OpenFile {
    let file = OpenFile(
      descriptor: unsafe Glibc.open(temporaryFolder, withoutName | O_RDWR | O_CLOEXEC, 0o600))
    guard file.descriptor >= 0 else {
      throw PageFailure(
        kind: .storage, stage: "load", message: "\(temporaryFolder): no temporary file: \(errorText()).")
    }
    var written = 0
    while written < data.count {
      let count = unsafe data.withUnsafeBytes { bytes in
        unsafe pwrite(
          file.descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written, off_t(written))
      }
      guard count > 0 else {
        throw PageFailure(
          kind: .storage, stage: "load", message: "\(name): no room in \(temporaryFolder): \(errorText()).")
      }
      written += count
    }
    return file
  }
}

/// Where files without a place of their own go.
package var temporaryFolder: String { unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp" }
