// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanStore
package import FoundationEssentials
internal import Glibc

/// The input of requests: a file that must not change, or bytes in memory.
package struct PageSource: Sendable {
  private enum Content: Sendable {
    case file(SourceFile)
    case bytes(Data)
  }

  package let name: String
  /// The path of a file as the program gave it, or `nil` for bytes.
  private let path: String?
  private let content: Content

  /// Creates a source from a file. Throws if the file doesn't exist or isn't a regular file.
  package init(file path: String) throws(PageFailure) {
    (name, self.path) = (fileName(path), path)
    do throws(PageFailure) {
      content = .file(try SourceFile(path: path))
    } catch {
      throw error.naming(path, insteadOf: fileName(path))
    }
  }

  package init(data: Data, name: String) { (content, self.name, path) = (.bytes(data), name, nil) }

  /// Returns a failure with the whole path of the file.
  func placed(_ failure: PageFailure) -> PageFailure { path.map { failure.naming($0, insteadOf: name) } ?? failure }

  /// Opens the input for a worker. Throws if the file has changed.
  package func open() throws(PageFailure) -> OpenFile {
    switch content {
    case .file(let file): return try file.open()
    case .bytes(let data): return try Self.file(of: data, named: name)
    }
  }

  /// O_TMPFILE, which Swift's Glibc lacks.
  private static let withoutName = 0o20000000 | O_DIRECTORY

  /// Writes bytes to an unnamed file, which disappears when it's closed.
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

package var temporaryFolder: String { unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp" }

extension PageFailure {
  /// Returns the failure with a message that begins with a path instead of a name.
  fileprivate func naming(_ path: String, insteadOf name: String) -> PageFailure {
    var failure = self
    if message.hasPrefix(name + ":") { failure.message = path + message.dropFirst(name.count) }
    return failure
  }
}
