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
  /// Whether a PDF's page tree names things that aren't pages, for which qpdf takes them.
  var hasEmptyKids = false
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

/// Whether the end that a file's format demands is there: a copy that is still under way lacks it.
///
/// Only marks and lengths at their places are compared, and no more than a bounded part of the file is read. A file that
/// passes may still be damaged.
extension InputFile {
  /// More boxes than these are taken on trust.
  private static let mostBoxes = 10_000

  /// Whether the file is complete, as far as its format tells.
  package var isComplete: Bool {
    do throws(PageFailure) {
      return try decoderType()?.isComplete(self) ?? true
    } catch {
      // What cannot be read shows no end.
      return false
    }
  }

  /// The last bytes, at most this many.
  func tail(_ count: Int) throws(PageFailure) -> [UInt8] { try read(at: max(0, byteCount - count), count: count) }

  /// A number of 1 to 8 bytes at an offset; nil when the file ends before.
  func number(_ offset: Int, bytes count: Int, bigEndian: Bool) throws(PageFailure) -> Int? {
    let digits = try read(at: offset, count: count)
    guard digits.count == count else { return nil }
    let value = (bigEndian ? digits : digits.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  /// Whether the file has at least as many bytes; false if that is not known.
  func isAsLong(as size: Int?) -> Bool { size.map { byteCount >= $0 } ?? false }

  /// Whether the end marker of JPEG and JPEG 2000 is there, with nothing but padding after it.
  func endsWithMarker() throws(PageFailure) -> Bool {
    var tail = try tail(4096)[...]
    while tail.last == 0 { tail.removeLast() }
    return tail.suffix(2) == [0xFF, 0xD9]
  }

  /// Whether the boxes of the ISO base format reach the file's end exactly; one without a length reaches to any end.
  func hasWholeBoxes() throws(PageFailure) -> (isWhole: Bool, isOpen: Bool) {
    var offset = 0
    for _ in 0..<Self.mostBoxes {
      if offset == byteCount { return (true, false) }
      guard var length = try number(offset, bytes: 4, bigEndian: true) else { return (false, false) }
      if length == 0 { return (true, true) }
      if length == 1 {
        guard let long = try number(offset + 8, bytes: 8, bigEndian: true) else { return (false, false) }
        length = long
      }
      guard length >= 8, length <= byteCount - offset else { return (false, false) }
      offset += length
    }
    return (true, false)
  }
}

extension Collection where Element == UInt8 {
  /// The number in some of these bytes, the highest first.
  func bigEndian(_ offset: Int, _ size: Int) -> Int { dropFirst(offset).prefix(size).reduce(0) { $0 << 8 | Int($1) } }

  /// The number in some of these bytes, the lowest first.
  func littleEndian(_ offset: Int, _ size: Int) -> Int {
    dropFirst(offset).prefix(size).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Where a text begins in these bytes.
  func firstIndex(of text: String) -> Index? {
    let wanted = Array(text.utf8)
    return indices.first { self[$0...].starts(with: wanted) }
  }
}
