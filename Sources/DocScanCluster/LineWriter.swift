// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// A writer for a file with one JSON value per line. The file is closed between writes, so that thousands can be in use.
final class LineWriter {
  private static let bufferSize = 16 << 10

  private let folder: Folder
  private let name: String
  private var buffer: [UInt8] = []
  private var digest = SHA256()
  private var isBegun = false
  private var path: String { "\(folder.path)/\(name)" }

  init(_ name: String, in folder: Folder) { (self.folder, self.name) = (folder, name) }

  func write(_ value: some Encodable) throws(OutputError) {
    do {
      buffer += [UInt8](try JSONText.compact(value))
    } catch {
      throw OutputError(operation: "write", path: path, detail: "\(error)")
    }
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.bufferSize { try flush(syncing: false) }
  }

  /// Writes all buffered data to disk, and returns the SHA-256 digest of the file.
  func finish() throws(OutputError) -> String {
    try flush(syncing: true)
    return digest.digest()
  }

  private func flush(syncing: Bool) throws(OutputError) {
    if !isBegun { _ = folder.remove(name) }
    let descriptor = isBegun ? folder.fileToAppend(name) : folder.makeFile(name)
    guard descriptor >= 0 else { throw OutputError(operation: "create", path: path, code: errno) }
    defer { close(descriptor) }
    isBegun = true
    digest.update(buffer, count: buffer.count)
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw OutputError(operation: "write", path: path, code: errno) }
      rest = rest.dropFirst(count)
    }
    buffer.removeAll(keepingCapacity: true)
    guard !syncing || fsync(descriptor) == 0 else { throw OutputError(operation: "write", path: path, code: errno) }
  }
}
