// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import Glibc

/// A file that is open for reading, and what is read from it.
@safe
public final class InputFile {
  /// Tells files apart, and a file from what it was before it was changed.
  public struct Identity: Hashable, Sendable {
    var device: UInt
    var inode: UInt
    var byteCount: Int
    var seconds: Int
    var nanoseconds: Int
  }

  /// The file's name without its folders, for messages.
  public var name: String
  public let identity: Identity
  private let descriptor: Int32
  /// Whether a PDF's page tree is nested too deeply; nil before it is looked at.
  var hasDeepPageTree: Bool?
  /// The file's bytes as memory; they are read when they are needed, and given back when memory is short.
  private lazy var mapping = unsafe Self.map(descriptor, identity.byteCount)

  /// Takes over a descriptor of a regular file; anything else is taken for an empty file.
  public init(adopting descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    var status = stat()
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    identity = Identity(
      device: status.st_dev, inode: status.st_ino, byteCount: isFile ? Int(status.st_size) : 0,
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }

  /// Opens a regular file.
  public convenience init(path: String) throws(PageFailure) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .loading(.unreadable, name, "it cannot be opened: \(Self.reason()).")
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .loading(.unreadable, name, "this is not a regular file.")
    }
    self.init(adopting: descriptor, name: name)
  }

  deinit {
    if let start = unsafe mapping?.baseAddress { unsafe munmap(UnsafeMutableRawPointer(mutating: start), byteCount) }
    close(descriptor)
  }

  var byteCount: Int { identity.byteCount }

  /// The bytes from the start of the file, at most `limit` of them.
  func read(limit: Int) throws(PageFailure) -> [UInt8] { try read(at: 0, count: limit) }

  /// The bytes from an offset on, at most `count` of them; none behind the end of the file.
  func read(at offset: Int, count limit: Int) throws(PageFailure) -> [UInt8] {
    let wanted = max(0, min(limit, byteCount - offset))
    var problem: String?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      while count < wanted {
        let got = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: count), wanted - count, off_t(offset + count))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { problem = Self.reason() }
        guard got > 0 else { return }
        count += got
      }
    }
    if let problem { throw .loading(.unreadable, name, "it cannot be read: \(problem).") }
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
  public func duplicateDescriptor() -> Int32 {
    lseek(descriptor, 0, SEEK_SET)
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
