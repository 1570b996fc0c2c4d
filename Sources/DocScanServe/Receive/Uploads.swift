// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// A body whose answer is known before it has come: it is read, so that the client hears the answer, and kept nowhere.
final class RefusedUpload: HTTPUpload {
  let answer: HTTPAnswer
  private var rest: Int

  /// Reads so many bytes at most.
  init(_ answer: HTTPAnswer, most: Int) { (self.answer, rest) = (answer, most) }

  func take(_ piece: HTTPUploadPiece) -> Bool {
    rest -= piece.bytes.count
    return rest >= 0
  }
}

/// A picture on its way to the disk. What has come stays there when the connection ends.
final class PageUpload: HTTPUpload {
  let path: String
  /// Where its first byte belongs in the picture, and how large that is.
  let offset: Int
  let size: Int
  private let most: Int
  private let descriptor: Int32
  private(set) var count = 0
  /// Why it cannot be kept; nil if it can.
  private(set) var refusal: ReceivedStore.Refusal?

  /// Takes over a descriptor; `count` bytes are to come.
  init(_ file: (descriptor: Int32, path: String), offset: Int, count: Int, of size: Int) {
    (descriptor, path) = file
    (self.offset, self.size, most) = (offset, size, count)
  }

  deinit { close(descriptor) }

  /// Somebody sends the same picture again, over a newer connection: this one writes nothing more.
  func stop() { refusal = ReceivedStore.Refusal(409, "The same page is being sent over another connection.") }

  func take(_ piece: HTTPUploadPiece) -> Bool {
    guard count + piece.bytes.count <= most else { return false }
    if refusal == nil, !write(all: piece.bytes, to: descriptor, at: offset + count) {
      refusal = errno == ENOSPC || errno == EDQUOT ? .full : .failed("The page cannot be kept")
    }
    count += piece.bytes.count
    return true
  }
}

/// Files of a form, or one file that is the body, on their way to the disk. What nobody takes is removed: by ``discard()``, which
/// comes before the answer, so that whoever hears a refusal finds nothing left of it, or else with this.
final class DocumentUpload: HTTPUpload {
  /// A file that has come.
  struct File {
    /// Its path in the store's folder.
    let path: String
    /// What the client calls it.
    let name: String
    let sha256: String
  }

  /// The name of the form's fields that are files of the document, and of the one that says what it is to be called.
  private static let (fileKey, nameKey) = ("file", "name")
  private static let longestName = 1000

  let device: DeviceBook.Device
  private let store: ReceivedStore
  private var files: [File] = []
  private var name: [UInt8] = []
  private var open: (descriptor: Int32, path: String, name: String, count: Int)?
  private var digest = SHA256()
  private var rest = ReceiveLimits.documentBytes
  private(set) var refusal: ReceivedStore.Refusal?

  /// A body that is one file has the name that the address gives it.
  init(_ store: ReceivedStore, _ device: DeviceBook.Device) { (self.store, self.device) = (store, device) }

  deinit { discard() }

  /// Removes the files that nobody has taken.
  func discard() {
    closeFile()
    for file in files { _ = store.folder.remove(file.path) }
    files = []
  }

  func take(_ piece: HTTPUploadPiece) -> Bool {
    rest -= piece.bytes.count
    guard rest >= 0 else { return false }
    if refusal != nil { return true }
    do throws(ReceivedStore.Refusal) {
      switch piece.key {
      case nil, Self.fileKey: try keep(piece)
      case Self.nameKey:
        if name.count + piece.bytes.count <= Self.longestName { name += piece.bytes }
      case _: throw ReceivedStore.Refusal(400, "The form's fields are \"file\", once for each file, and \"name\".")
      }
    } catch {
      refusal = error
      discard()
    }
    return true
  }

  private func keep(_ piece: HTTPUploadPiece) throws(ReceivedStore.Refusal) {
    // A part may begin with no bytes at all, and then once more.
    if piece.offset == 0, open?.count != 0 {
      closeFile()
      guard files.count < ReceiveLimits.pages else {
        throw ReceivedStore.Refusal(413, "A document has at most \(ReceiveLimits.pages) files.")
      }
      try store.requireRoom(0)
      let made = try store.temporary(of: device)
      open = (made.descriptor, made.path, piece.fileName ?? "", 0)
    }
    guard let open else { return }
    guard write(all: piece.bytes, to: open.descriptor, at: piece.offset) else {
      throw errno == ENOSPC || errno == EDQUOT ? .full : .failed("The file cannot be kept")
    }
    self.open?.count += piece.bytes.count
    digest.update(piece.bytes, count: piece.bytes.count)
  }

  private func closeFile() {
    guard let open else { return }
    // An error of the disk is one now.
    if fsync(open.descriptor) != 0, errno != EINVAL { refusal = refusal ?? .failed("The file cannot be kept") }
    close(open.descriptor)
    files.append(File(path: open.path, name: open.name, sha256: digest.digest()))
    self.open = nil
  }

  /// The files and the name that the document is to have, once all has come.
  func finish() throws(ReceivedStore.Refusal) -> (files: [File], name: String) {
    closeFile()
    if let refusal { throw refusal }
    guard !files.isEmpty else {
      throw ReceivedStore.Refusal(400, "There is no file. With curl: -F file=@scan.pdf")
    }
    return (files, String(decoding: name, as: UTF8.self))
  }
}

/// Writes all bytes to a place in a file; false, with `errno`, where that fails.
private func write(all bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Bool {
  var written = 0
  while written < bytes.count {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe pwrite(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written, off_t(offset + written))
    }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    written += count
  }
  return true
}
