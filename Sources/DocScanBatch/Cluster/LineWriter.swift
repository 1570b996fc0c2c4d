// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import Glibc

/// A file that gets a JSON value on each line; between writes it is closed, so that thousands can be in use.
final class LineWriter {
  private static let bufferSize = 16 << 10

  private let path: String
  private var buffer: [UInt8] = []
  private var digest = SHA256()
  private var isBegun = false

  init(path: String) { self.path = path }

  func write(_ value: some Encodable) throws(OutputError) {
    do {
      buffer += [UInt8](try JSONText.compact(value))
    } catch {
      throw OutputError(operation: "write", path: path, detail: "\(error)")
    }
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.bufferSize { try flush(syncing: false) }
  }

  /// Puts everything on the disk, and gives its digest.
  func finish() throws(OutputError) -> String {
    try flush(syncing: true)
    return digest.digest()
  }

  private func flush(syncing: Bool) throws(OutputError) {
    let mode = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (isBegun ? O_APPEND : O_TRUNC)
    let descriptor = unsafe open(path, mode, 0o666)
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

/// Writes a value as JSON in one step, whatever was there, and gives the digest of the file.
func replaceJSON(_ value: some Encodable, at path: String) throws(OutputError) -> String {
  let written = try writeJSON(value, to: path + ".new")
  guard unsafe rename(path + ".new", path) == 0 else {
    throw OutputError(operation: "put in place", path: path, code: errno)
  }
  return written.sha256
}
