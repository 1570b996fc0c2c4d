// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import Glibc

/// A file open for reading.
@safe
package final class InputFile {
  package var name: String
  package let identity: FileIdentity
  let byteCount: Int
  private let file: OpenFile
  /// Whether the PDF's page tree is nested too deeply, or `nil` before the check.
  var hasDeepPageTree: Bool?
  /// Whether the PDF's page tree contains non-pages, which qpdf counts as pages.
  var hasEmptyKids = false
  /// Returns the next password to try, given the number of those that don't fit, or `nil` if there is none.
  package var askForPassword: (_ tried: Int) -> String? = { _ in nil }
  /// The password that opened the PDF, or `nil` if it needs none or hasn't been opened.
  var password: PDFPassword?
  private lazy var mapping = unsafe Self.map(file.descriptor, byteCount)

  private init(_ file: OpenFile, name: String) {
    (self.file, self.name) = (file, name)
    var status = stat()
    let isFile = unsafe fstat(file.descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    identity = FileIdentity(status)
    byteCount = isFile ? identity.byteCount : 0
  }

  package convenience init(adopting descriptor: Int32, name: String) {
    self.init(OpenFile(descriptor: descriptor), name: name)
  }

  package convenience init(path: String) throws(PageFailure) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let file = OpenFile(path: path, followingLinks: true) else {
      throw .loading(.unreadable, name, "the file can't be opened: \(Self.reason()).")
    }
    guard file.identity != nil else { throw .loading(.unreadable, name, "this is not a regular file.") }
    self.init(file, name: name)
  }

  deinit {
    if let start = unsafe mapping?.baseAddress { unsafe munmap(UnsafeMutableRawPointer(mutating: start), byteCount) }
  }

  func read(limit: Int) throws(PageFailure) -> [UInt8] { try read(at: 0, count: limit) }

  func read(at offset: Int, count limit: Int) throws(PageFailure) -> [UInt8] {
    guard let bytes = file.read(at: offset, count: min(limit, byteCount - offset)) else {
      throw .loading(.unreadable, name, "the file can't be read: \(Self.reason()).")
    }
    return bytes
  }

  /// Maps the file for the lifetime of this object. Truncating the file in the meantime ends the process.
  func withUnsafeMapping<Result>(
    _ body: (UnsafeRawBufferPointer) throws(PageFailure) -> Result
  ) throws(PageFailure) -> Result {
    guard let mapping = unsafe mapping else {
      throw .loading(
        .memory, name, "the file doesn't fit into memory. Raise limits.megabytesPerWorker in the pipeline.")
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

  /// Returns a descriptor at the file's start for a library that closes it, or -1 on failure.
  package func duplicateDescriptor() -> Int32 {
    lseek(file.descriptor, 0, SEEK_SET)
    return fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}

/// Checks for the end that a format requires, which a copy in progress lacks. Only a bounded part is checked, so a file that passes may be damaged.
extension InputFile {
  private static let mostBoxes = 10_000

  package var isComplete: Bool {
    do throws(PageFailure) {
      return try decoderType()?.isComplete(self) ?? true
    } catch {
      // A file that can't be read shows no end.
      return false
    }
  }

  func tail(_ count: Int) throws(PageFailure) -> [UInt8] { try read(at: max(0, byteCount - count), count: count) }

  func number(_ offset: Int, bytes count: Int, bigEndian: Bool) throws(PageFailure) -> Int? {
    let digits = try read(at: offset, count: count)
    guard digits.count == count else { return nil }
    let value = (bigEndian ? digits : digits.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  func isAsLong(as size: Int?) -> Bool { size.map { byteCount >= $0 } ?? false }

  /// Returns whether the end marker of JPEG and JPEG 2000 is present, followed only by padding.
  func endsWithMarker() throws(PageFailure) -> Bool {
    var tail = try tail(4096)[...]
    while tail.last == 0 { tail.removeLast() }
    return tail.suffix(2) == [0xFF, 0xD9]
  }

  /// Returns whether ISO base media boxes end exactly at the file's end, and whether the last box is open: without a length, it extends to the end.
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
  func bigEndian(_ offset: Int, _ size: Int) -> Int { dropFirst(offset).prefix(size).reduce(0) { $0 << 8 | Int($1) } }

  func littleEndian(_ offset: Int, _ size: Int) -> Int {
    dropFirst(offset).prefix(size).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func firstIndex(of text: String) -> Index? {
    let wanted = Array(text.utf8)
    return indices.first { self[$0...].starts(with: wanted) }
  }
}
