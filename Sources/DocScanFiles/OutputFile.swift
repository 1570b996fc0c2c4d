// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A new file that is written sequentially through a buffer.
public final class OutputFile {
  private static let bufferSize = 256 << 10

  /// The path of the file.
  public let path: String
  /// The number of bytes written so far.
  package private(set) var offset = 0
  /// The file descriptor, or -1 once the file is closed.
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private var digest = SHA256()
  private let files: WrittenFiles?

  /// Creates the file or truncates an existing one. Links and pipes are refused without waiting. The finished file is added to `files`.
  package init(path: String, notedIn files: WrittenFiles? = nil) throws(OutputError) {
    (self.path, self.files) = (path, files)
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { throw OutputError(operation: "create", path: path, code: errno) }
    buffer.reserveCapacity(Self.bufferSize)
    var entry = stat()
    guard unsafe fstat(descriptor, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else {
      throw OutputError(operation: "create", path: path, detail: "something that is not a file has this name.")
    }
  }

  /// Creates a file that doesn't exist yet. `mode` contains its permission bits regardless of the umask, or `nil` for the default.
  package init(newFile name: String, in folder: Folder, mode: UInt32? = nil) throws(OutputError) {
    (path, files) = ("\(folder.path)/\(name)", nil)
    descriptor = folder.makeFile(name, mode: mode ?? 0o666)
    guard descriptor >= 0 else { throw OutputError(operation: "create", path: path, code: errno) }
    buffer.reserveCapacity(Self.bufferSize)
    guard mode.map({ fchmod(descriptor, $0) == 0 || errno == EPERM || errno == EOPNOTSUPP }) ?? true else {
      throw failure("create")
    }
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// Appends bytes.
  ///
  /// - Parameter bytes: The bytes to append.
  /// - Throws: `OutputError` if the file can't be written.
  public func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    let before = buffer.count
    buffer.append(contentsOf: bytes)
    offset += buffer.count - before
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Appends text in UTF-8.
  ///
  /// - Parameter text: The text to append.
  /// - Throws: `OutputError` if the file can't be written.
  public func write(_ text: String) throws(OutputError) { try write(text.utf8) }

  package func reserve(_ bytes: Int) throws(OutputError) {
    let code = posix_fallocate(descriptor, 0, off_t(bytes))
    guard code == 0 else { throw OutputError(operation: "write", path: path, code: code) }
  }

  /// Flushes the data to disk and closes the file.
  ///
  /// A document's files are only passed to the system here. They are flushed together when the document is published.
  ///
  /// - Returns: The size and the digest of the file.
  /// - Throws: `OutputError` if the file can't be written.
  @discardableResult
  public func finish() throws(OutputError) -> ResultFile {
    try flush()
    guard descriptor >= 0 else { throw OutputError(operation: "write", path: path, code: EBADF) }
    guard files != nil || fsync(descriptor) == 0 else { throw failure("write") }
    try close()
    let file = ResultFile(bytes: offset, sha256: digest.digest())
    files?.note(file, at: path)
    return file
  }

  /// Closes the file without flushing it to disk, for files that aren't needed after a crash.
  ///
  /// - Throws: `OutputError` if the file can't be written.
  public func close() throws(OutputError) {
    try flush()
    guard descriptor >= 0 else { return }
    let closing = descriptor
    descriptor = -1
    // The descriptor is closed even if the system reports EINTR.
    guard Glibc.close(closing) == 0 || errno == EINTR else { throw failure("close") }
  }

  private func flush() throws(OutputError) {
    guard !buffer.isEmpty else { return }
    guard descriptor >= 0 else { throw OutputError(operation: "write", path: path, code: EBADF) }
    digest.update(buffer, count: buffer.count)
    var start = 0
    while start < buffer.count {
      let count = unsafe buffer.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress.map { unsafe $0 + start }, bytes.count - start)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure("write") }
      start += count
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func failure(_ operation: String) -> OutputError {
    OutputError(operation: operation, path: path, code: errno)
  }
}
