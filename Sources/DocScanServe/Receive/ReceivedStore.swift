// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWatch
internal import DocScanWorkers
internal import FoundationEssentials
internal import Glibc

/// Stores documents on their way into an inbox: incomplete pages, complete pages, and records of sent documents. The inbox's hidden folder
/// `.docscan-receive` contains a folder for each device. That folder contains a folder for each unsent document and a record for each sent one. A
/// page's file name contains its state, so that nothing is lost when the process ends: `3-81233.part` is an incomplete picture of 81,233 bytes;
/// `3-DIGEST.page` is a complete one.
final class ReceivedStore {
  /// A refused request: the HTTP status and the sentence for the client.
  struct Refusal: Error {
    let status: Int
    let sentence: String

    init(_ status: Int, _ sentence: String) { (self.status, self.sentence) = (status, sentence) }

    static var full: Refusal { Refusal(507, "The disk is full. Free some space, then send it again.") }
    static func failed(_ what: String) -> Refusal { Refusal(500, "\(what): \(errorText()).") }
  }

  /// A completely received picture.
  struct WholePage {
    let number: Int
    let sha256: String
    /// The path, relative to the store's folder.
    let path: String
  }

  struct Record: Codable {
    struct Page: Codable {
      var number: Int
      var sha256: String
      var corners: [Point]?
      var isGray: Bool?
    }

    var name: String
    /// The digest that identifies the document in the inbox's journal.
    var sha256: String
    /// The time at which the document was sent, in ISO 8601.
    var at: String
    /// The pages in order, or `nil` if whole files were uploaded.
    var pages: [Page]?
  }

  static let folderName = ".docscan-receive"
  private static let upload = ".upload-"

  let inbox: Folder
  let folder: Folder
  let formats: InputFormats
  let room: RoomLedger
  private var serial = 0
  private var cleaned = ContinuousClock.now

  init(inbox path: String) throws(BatchError) {
    guard let inbox = Folder(root: path) else {
      throw .noInput("The inbox \(path) cannot be opened: \(errorText()). Create it, or name another folder.")
    }
    guard let folder = inbox.makeFolder(Self.folderName, mode: 0o700) else {
      throw .output("The inbox \(path) cannot be written to: \(errorText()).")
    }
    if let objection = folder.objection(beside: inbox) {
      throw .output("\(folder.path) cannot be used. \(objection)")
    }
    (self.inbox, self.folder, room) = (inbox, folder, RoomLedger(folder))
    formats = try Installation.formats()
    clean()
  }

  // MARK: Names

  /// Returns whether a client may use a text as a document's ID: it can't lead out of the folder.
  static func isID(_ text: String) -> Bool {
    (8...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        let character = Character(UnicodeScalar(byte))
        return byte < 0x80 && (character.isLetter || character.isNumber || byte == UInt8(ascii: "-"))
      }
  }

  private func place(_ device: DeviceBook.Device, _ id: String) -> String { "\(device.folder)/\(id)" }

  private func recordPath(_ device: DeviceBook.Device, _ id: String) -> String { place(device, id) + ".json" }

  // MARK: Reading

  /// Returns the IDs of a device's documents, sent or not, newest first.
  func documents(of device: DeviceBook.Device) -> [String] {
    guard let own = folder.folder(device.folder) else { return [] }
    let ids = Set(
      (own.names() ?? []).map { $0.hasSuffix(".json") ? String($0.dropLast(5)) : $0 }.filter(Self.isID))
    func time(_ id: String) -> Int { (own.status(id + ".json") ?? own.status(id))?.st_mtim.tv_sec ?? 0 }
    return ids.map { (time($0), $0) }.sorted { ($1.0, $1.1) < ($0.0, $0.1) }.map(\.1)
  }

  func isOpen(_ device: DeviceBook.Device, _ id: String) -> Bool { folder.folder(place(device, id)) != nil }

  func record(_ device: DeviceBook.Device, _ id: String) throws(Refusal) -> Record? {
    guard let json = folder.contents(recordPath(device, id), most: 4 << 20) else { return nil }
    let record: Record
    do {
      record = try JSONDecoder().decode(Record.self, from: Data(json))
    } catch {
      throw Refusal(500, "The document's record can't be read.")
    }
    // A process may have ended in the middle of a delivery.
    if record.pages != nil, isOpen(device, id) { return try deliver(record, device, id) }
    return record
  }

  func wholePages(_ device: DeviceBook.Device, _ id: String) -> [Int: WholePage] {
    let place = place(device, id)
    var pages: [Int: WholePage] = [:]
    for name in folder.folder(place)?.names() ?? [] where name.hasSuffix(".page") {
      let parts = name.dropLast(5).split(separator: "-")
      guard parts.count == 2, let number = Int(parts[0]) else { continue }
      pages[number] = WholePage(number: number, sha256: String(parts[1]), path: "\(place)/\(name)")
    }
    return pages
  }

  func parts(_ device: DeviceBook.Device, _ id: String) -> [Int: (received: Int, size: Int)] {
    let place = place(device, id)
    guard let document = folder.folder(place) else { return [:] }
    var parts: [Int: (received: Int, size: Int)] = [:]
    for name in document.names() ?? [] where name.hasSuffix(".part") {
      let numbers = name.dropLast(5).split(separator: "-").compactMap { Int($0) }
      guard numbers.count == 2, let status = document.status(name) else { continue }
      parts[numbers[0]] = (Int(status.st_size), numbers[1])
    }
    return parts
  }

  // MARK: Pages

  /// Opens an incomplete picture's file to write from an offset. If the offset is inside the received part, the rest is received again.
  func beginPage(
    _ device: DeviceBook.Device, _ id: String, _ number: Int, offset: Int, size: Int
  ) throws(Refusal) -> (descriptor: Int32, path: String) {
    let place = place(device, id)
    if !isOpen(device, id) {
      clean()
      let open = documents(of: device).filter { isOpen(device, $0) }.count
      guard open < ReceiveLimits.openDocuments else {
        throw Refusal(429, "This device has \(open) documents that were not sent. Send or delete some.")
      }
    }
    guard let document = folder.makeFolder(place, mode: 0o700) else { throw .failed("The page cannot be kept") }
    let there = parts(device, id)[number]
    let received = there.map { $0.size == size ? $0.received : 0 } ?? 0
    guard offset <= received else {
      throw Refusal(409, "Only \(received) bytes of this page have arrived. Continue from there.")
    }
    if let there, there.size != size { _ = document.remove("\(number)-\(there.size).part") }
    let name = "\(number)-\(size).part"
    let descriptor = document.lockFile(name, mode: 0o666)
    guard descriptor >= 0 else { throw .failed("The page cannot be kept") }
    guard ftruncate(descriptor, off_t(offset)) == 0 else {
      let failure = Refusal.failed("The page cannot be kept")
      close(descriptor)
      throw failure
    }
    return (descriptor, "\(place)/\(name)")
  }

  /// Marks a picture whose bytes have all arrived as complete, and flushes it to disk.
  func finishPage(_ device: DeviceBook.Device, _ id: String, _ number: Int, path: String) throws(Refusal) -> WholePage {
    guard let file = folder.file(path), let prefix = file.read(at: 0, count: InputFormats.prefixLength) else {
      throw .failed("The page cannot be read")
    }
    guard let format = formats.format(of: prefix), !format.isDocument else {
      _ = folder.remove(path)
      throw Refusal(415, "This is not a picture that docscan can read.")
    }
    guard fsync(file.descriptor) == 0 else { throw .failed("The page cannot be kept") }
    var state = SHA256()
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while let bytes = file.next(into: &chunk), !bytes.isEmpty { state.update(chunk, count: bytes.count) }
    let digest = state.digest()
    let place = place(device, id)
    // A newer picture replaces the one with the same number.
    for page in [wholePages(device, id)[number]].compactMap(\.self) { _ = folder.remove(page.path) }
    let name = "\(place)/\(number)-\(digest).page"
    guard folder.rename(path, name, .replacing), folder.folder(place)?.sync() == true else {
      throw .failed("The page cannot be kept")
    }
    return WholePage(number: number, sha256: digest, path: name)
  }

  /// Removes one picture of an unsent document, or the whole document if `number` is `nil`.
  func remove(_ device: DeviceBook.Device, _ id: String, page number: Int? = nil) throws(Refusal) {
    let place = place(device, id)
    guard let number else {
      guard folder.removeTree(place) else { throw .failed("The document cannot be removed") }
      return
    }
    let paths = [
      wholePages(device, id)[number]?.path, parts(device, id)[number].map { "\(place)/\(number)-\($0.size).part" },
    ].compactMap(\.self)
    for path in paths where !folder.remove(path) { throw .failed("The page cannot be removed") }
  }

  // MARK: Delivery

  func send(
    _ pages: [Record.Page], named wish: String, from device: DeviceBook.Device, _ id: String
  ) throws(Refusal) -> Record {
    let record = Record(
      name: try freeName(InboxDelivery.name(typed: wish)), sha256: InboxDelivery.digest(of: pages.map(\.sha256)),
      at: Date().formatted(.iso8601), pages: pages)
    try write(record, device, id)
    return try deliver(record, device, id)
  }

  /// Delivers a document. Continues from the point at which an earlier process was interrupted.
  private func deliver(_ record: Record, _ device: DeviceBook.Device, _ id: String) throws(Refusal) -> Record {
    let (place, staging) = (place(device, id), "\(device.folder)/.send-\(id)")
    let whole = wholePages(device, id)
    let pages = record.pages ?? []
    let isBegun = folder.exists(staging)
    // The document is in the inbox already; only the cleanup was interrupted.
    guard isBegun || pages.contains(where: { whole[$0.number] != nil }) else {
      _ = folder.removeTree(place)
      return record
    }
    guard let target = folder.makeFolder(staging) else { throw .failed("The document cannot be sent") }
    var list: [ReceivedPages.Page] = []
    for (index, page) in pages.enumerated() {
      let digits = "\(index + 1)"
      let stem = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      var name = (target.names() ?? []).first { $0.hasPrefix(stem + ".") }
      if name == nil, let there = whole[page.number] {
        let format = folder.file(there.path)?.read(at: 0, count: InputFormats.prefixLength)
          .flatMap { formats.format(of: $0) }
        let new = "\(stem).\(format?.endings.first ?? "jpg")"
        guard folder.rename(there.path, to: target, new) else { throw .failed("The document cannot be sent") }
        name = new
      }
      guard let name else { throw Refusal(500, "Page \(page.number) is gone.") }
      list.append(ReceivedPages.Page(file: name, corners: page.corners, isGray: page.isGray))
    }
    let manifest = ReceivedPages(by: device.name, at: record.at, pages: list)
    guard target.write(try json(manifest), to: ReceivedPages.fileName), target.sync() else {
      throw .failed("The document cannot be sent")
    }
    let delivered = try putIntoInbox(staging, record, device, id)
    _ = folder.removeTree(place)
    return delivered
  }

  /// Puts uploaded files into the inbox: a single file unchanged, several pictures as the pages of one document.
  func deliver(
    _ files: [DocumentUpload.File], named wish: String, from device: DeviceBook.Device
  ) throws(Refusal) -> (id: String, record: Record) {
    let id = String(Secret.token().prefix(24))
    let kinds = try files.map { (file) throws(Refusal) in
      guard let prefix = folder.contents(file.path, upTo: InputFormats.prefixLength),
        let format = formats.format(of: prefix)
      else { throw Refusal(415, "\(shown(file.name)) is neither a PDF nor a picture that docscan can read.") }
      return format
    }
    let digest = InboxDelivery.digest(of: files.map(\.sha256))
    let now = Date().formatted(.iso8601)
    if files.count == 1, let file = files.first, let format = kinds.first {
      let name = InboxDelivery.fileName(like: wish.isEmpty ? file.name : InboxDelivery.name(typed: wish), format)
      let record = Record(name: try freeName(name), sha256: digest, at: now)
      return (id, try putIntoInbox(file.path, record, device, id))
    }
    guard kinds.allSatisfy({ !$0.isDocument }) else {
      throw Refusal(415, "Send one file, or several pictures, which become the pages of one document.")
    }
    let staging = "\(device.folder)/.send-\(id)"
    guard let target = folder.makeFolder(staging) else { throw .failed("The document cannot be kept") }
    defer { _ = folder.removeTree(staging) }
    var list: [ReceivedPages.Page] = []
    for (index, file) in files.enumerated() {
      let digits = "\(index + 1)"
      let name =
        String(repeating: "0", count: max(0, 4 - digits.count)) + "\(digits).\(kinds[index].endings.first ?? "jpg")"
      guard folder.rename(file.path, to: target, name) else { throw .failed("The document cannot be kept") }
      list.append(ReceivedPages.Page(file: name, corners: nil))
    }
    guard target.write(try json(ReceivedPages(by: device.name, at: now, pages: list)), to: ReceivedPages.fileName),
      target.sync()
    else { throw .failed("The document cannot be kept") }
    let stem =
      wish.isEmpty ? InboxDelivery.name(like: Self.stem(files.first?.name ?? "")) : InboxDelivery.name(typed: wish)
    return (id, try putIntoInbox(staging, Record(name: try freeName(stem), sha256: digest, at: now), device, id))
  }

  /// Writes the record, and moves a file or folder into the inbox with one rename. Returns the record, with another name if its name was taken.
  private func putIntoInbox(
    _ path: String, _ record: Record, _ device: DeviceBook.Device, _ id: String
  ) throws(Refusal) -> Record {
    var record = record
    while true {
      try write(record, device, id)
      if folder.rename(path, to: inbox, record.name, .exclusive) { break }
      guard errno == EEXIST else { throw .failed("The document cannot be put into the inbox") }
      record.name = try freeName(record.name)
    }
    guard inbox.sync() else { throw .failed("The document cannot be put into the inbox") }
    return record
  }

  private func freeName(_ wish: String) throws(Refusal) -> String {
    guard inbox.exists(wish) else { return wish }
    let (stem, ending) = (Self.stem(wish), wish.dropFirst(Self.stem(wish).count))
    for number in 2...10_000 where !inbox.exists("\(stem)-\(number)\(ending)") { return "\(stem)-\(number)\(ending)" }
    throw Refusal(409, "The inbox has too many documents named \(shown(wish)).")
  }

  private static func stem(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  // MARK: Files

  func temporary(of device: DeviceBook.Device) throws(Refusal) -> (descriptor: Int32, path: String) {
    guard folder.makeFolder(device.folder, mode: 0o700) != nil else { throw .failed("The file cannot be kept") }
    serial += 1
    let path = "\(device.folder)/\(Self.upload)\(getpid())-\(serial)"
    let descriptor = folder.makeFile(path)
    guard descriptor >= 0 else { throw .failed("The file cannot be kept") }
    return (descriptor, path)
  }

  private func write(_ record: Record, _ device: DeviceBook.Device, _ id: String) throws(Refusal) {
    guard folder.makeFolder(device.folder, mode: 0o700) != nil,
      folder.write(try json(record), to: recordPath(device, id), mode: 0o600),
      folder.folder(device.folder)?.sync() == true
    else { throw .failed("The document cannot be noted") }
  }

  private func json(_ value: some Encodable) throws(Refusal) -> [UInt8] {
    do {
      return [UInt8](try JSONText.pretty(value))
    } catch {
      throw Refusal(500, "The document cannot be noted: \(error).")
    }
  }

  /// Removes abandoned files: uploads of earlier processes, documents that were never sent, and old records.
  private func clean() {
    guard cleaned <= .now else { return }
    cleaned = .now + .seconds(3600)
    let now = Int(Date().timeIntervalSince1970)
    func days(_ status: stat?) -> Int { status.map { (now - $0.st_mtim.tv_sec) / 86_400 } ?? 0 }
    for device in folder.names() ?? [] {
      guard let own = folder.folder(device) else { continue }
      for name in own.names() ?? [] {
        let isOwn = name.hasPrefix("\(Self.upload)\(getpid())-")
        let isOld =
          name.hasPrefix(Self.upload)
          ? !isOwn
          : name.hasSuffix(".json")
            ? days(own.status(name)) >= ReceiveLimits.days.sent : days(own.status(name)) >= ReceiveLimits.days.open
        if isOld, !own.remove(name) { _ = own.removeTree(name) }
      }
    }
  }

  private func shown(_ name: String) -> String { name.isEmpty ? "This file" : visibleText(name) }
}

extension Folder {
  func contents(_ name: String, upTo count: Int) -> [UInt8]? { file(name)?.read(at: 0, count: count) }
}
