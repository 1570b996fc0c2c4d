// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import Glibc

/// A file that is open for reading, and what is read from it.
@safe
package final class InputFile {
  /// The file's name without its folders, for messages.
  package var name: String
  /// Which file it is, as it was when it was opened.
  package let identity: FileIdentity
  /// The number of bytes when it was opened.
  let byteCount: Int
  private let file: OpenFile
  /// Whether a PDF's page tree is nested too deeply; nil before it is looked at.
  var hasDeepPageTree: Bool?
  /// The file's bytes as memory; they are read when they are needed, and given back when memory is short.
  private lazy var mapping = unsafe Self.map(file.descriptor, byteCount)

  private init(_ file: OpenFile, name: String) {
    (self.file, self.name) = (file, name)
    var status = stat()
    let isFile = unsafe fstat(file.descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    identity = FileIdentity(status)
    byteCount = isFile ? identity.byteCount : 0
  }

  /// Takes over a descriptor of a regular file; anything else is taken for an empty file.
  package convenience init(adopting descriptor: Int32, name: String) {
    self.init(OpenFile(descriptor: descriptor), name: name)
  }

  /// Opens a regular file.
  package convenience init(path: String) throws(PageFailure) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let file = OpenFile(path: path, followingLinks: true) else {
      throw .loading(.unreadable, name, "it cannot be opened: \(Self.reason()).")
    }
    guard file.identity != nil else { throw .loading(.unreadable, name, "this is not a regular file.") }
    self.init(file, name: name)
  }

  deinit {
    if let start = unsafe mapping?.baseAddress { unsafe munmap(UnsafeMutableRawPointer(mutating: start), byteCount) }
  }

  /// The bytes from the start of the file, at most `limit` of them.
  func read(limit: Int) throws(PageFailure) -> [UInt8] { try read(at: 0, count: limit) }

  /// The bytes from an offset on, at most `count` of them; none behind the end of the file.
  func read(at offset: Int, count limit: Int) throws(PageFailure) -> [UInt8] {
    guard let bytes = file.read(at: offset, count: min(limit, byteCount - offset)) else {
      throw .loading(.unreadable, name, "it cannot be read: \(Self.reason()).")
    }
    return bytes
  }

  /// All bytes as memory, for libraries that read from there; it is valid as long as this object. A file that is cut
  /// short in the meantime ends the process.
  func withUnsafeMapping<Result>(
    _ body: (UnsafeRawBufferPointer) throws(PageFailure) -> Result
  ) throws(PageFailure) -> Result {
    guard let mapping = unsafe mapping else {
      throw .loading(
        .memory, name, "there is not enough memory for it. Raise limits.megabytesPerWorker in the pipeline.")
    }
    return try unsafe body(mapping)
  }

  @unsafe
  private static func map(_ descriptor: Int32, _ byteCount: Int) -> UnsafeRawBufferPointer? {
    guard byteCount > 0 else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    let start = unsafe mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let start = unsafe start, unsafe start != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
    return unsafe UnsafeRawBufferPointer(start: start, count: byteCount)
  }

  /// A descriptor at the file's start for a library that closes what it is given; -1 when there is none to be had.
  package func duplicateDescriptor() -> Int32 {
    lseek(file.descriptor, 0, SEEK_SET)
    return fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
