// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import Glibc

/// Discards a request's body whose answer is already known. Reading it to the end lets the client receive the answer.
final class RefusedUpload: HTTPUpload {
  let answer: HTTPAnswer
  private var rest: Int

  init(_ answer: HTTPAnswer, most: Int) { (self.answer, rest) = (answer, most) }

  func take(_ piece: HTTPUploadPiece) -> Bool {
    rest -= piece.bytes.count
    return rest >= 0
  }
}

/// Writes a page's picture to disk. If the connection ends, the received part stays there.
final class PageUpload: HTTPUpload {
  let path: String
  /// The byte offset of the upload in the picture, and the picture's total size.
  let offset: Int
  let size: Int
  private let most: Int
  private let descriptor: Int32
  private let room: RoomLedger.Reservation
  private(set) var count = 0
  private(set) var refusal: ReceivedStore.Refusal?

  /// Takes ownership of a descriptor. `count` is the number of bytes that the request announces.
  init(
    _ file: (descriptor: Int32, path: String), offset: Int, count: Int, of size: Int, _ room: RoomLedger.Reservation
  ) {
    (descriptor, path) = file
    self.room = room
    (self.offset, self.size, most) = (offset, size, count)
  }

  deinit { close(descriptor) }

  func stop() { refusal = ReceivedStore.Refusal(409, "The same page is being sent over another connection.") }

  func take(_ piece: HTTPUploadPiece) -> Bool {
    guard count + piece.bytes.count <= most else { return false }
    if refusal == nil {
      do throws(ReceivedStore.Refusal) {
        try room.use(piece.bytes.count)
        try write(all: piece.bytes, to: descriptor, at: offset + count)
      } catch {
        refusal = error
        // On a full disk, a part that may never be continued would stay for days.
        if error.status == ReceivedStore.Refusal.full.status { ftruncate(descriptor, off_t(offset)) }
      }
    }
    count += piece.bytes.count
    return true
  }
}

/// Writes the files of a form, or a single file that is the whole body, to disk. Files that aren't delivered are removed: by ``discard()`` before
/// the answer, so that a refused client leaves nothing behind, or at the latest when this value is deallocated.
final class DocumentUpload: HTTPUpload {
  struct File {
    /// The path, relative to the store's folder.
    let path: String
    let name: String
    let sha256: String
  }

  private static let (fileKey, nameKey) = ("file", "name")
  private static let longestName = 1000

  let device: DeviceBook.Device
  private let store: ReceivedStore
  private let room: RoomLedger.Reservation
  private var files: [File] = []
  private var name: [UInt8] = []
  private var open: (descriptor: Int32, path: String, name: String, count: Int)?
  private var digest = SHA256()
  private var rest = ReceiveLimits.documentBytes
  private(set) var refusal: ReceivedStore.Refusal?

  init(_ store: ReceivedStore, _ device: DeviceBook.Device, _ room: RoomLedger.Reservation) {
    (self.store, self.device, self.room) = (store, device, room)
  }

  deinit { discard() }

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
    // A form part can begin with an empty chunk, which is followed by another one at offset 0.
    if piece.offset == 0, open?.count != 0 {
      closeFile()
      guard files.count < ReceiveLimits.pages else {
        throw ReceivedStore.Refusal(413, "A document has at most \(ReceiveLimits.pages) files.")
      }
      let made = try store.temporary(of: device)
      open = (made.descriptor, made.path, piece.fileName ?? "", 0)
    }
    guard let open else { return }
    try room.use(piece.bytes.count)
    try write(all: piece.bytes, to: open.descriptor, at: piece.offset)
    self.open?.count += piece.bytes.count
    digest.update(piece.bytes, count: piece.bytes.count)
  }

  private func closeFile() {
    guard let open else { return }
    // Disk errors must be reported before the file is delivered.
    if fsync(open.descriptor) != 0, errno != EINVAL { refusal = refusal ?? .failed("The file cannot be kept") }
    close(open.descriptor)
    files.append(File(path: open.path, name: open.name, sha256: digest.digest()))
    self.open = nil
  }

  /// Returns the received files and the document's name from the form. Throws if there are no files or if one couldn't be stored.
  func finish() throws(ReceivedStore.Refusal) -> (files: [File], name: String) {
    closeFile()
    if let refusal { throw refusal }
    guard !files.isEmpty else {
      throw ReceivedStore.Refusal(400, "The form contains no file. With curl: -F file=@scan.pdf")
    }
    return (files, String(decoding: name, as: UTF8.self))
  }
}

private func write(all bytes: [UInt8], to descriptor: Int32, at offset: Int) throws(ReceivedStore.Refusal) {
  var written = 0
  while written < bytes.count {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe pwrite(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written, off_t(offset + written))
    }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { throw errno == ENOSPC || errno == EDQUOT ? .full : .failed("The document cannot be kept") }
    written += count
  }
}
