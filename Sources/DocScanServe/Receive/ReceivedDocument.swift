// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore
internal import DocScanWatch

/// What a device is told of a document of its own: `openapi.json` says the same, and a test compares them.
struct ReceivedDocument: Encodable {
  /// How far it is.
  enum State: String, Encodable {
    /// Its pages arrive, until it is sent.
    case open
    case waiting, reading, complete, partial, failed, gone

    init(_ state: InboxDelivery.State) {
      self =
        switch state {
        case .waiting: .waiting
        case .reading: .reading
        case .complete: .complete
        case .partial: .partial
        case .failed: .failed
        case .gone: .gone
        }
    }
  }

  /// A picture of a document that is open.
  struct Page: Encodable {
    var page: Int
    /// How many of its bytes are on the disk, and how many it has; the same where it is whole.
    var received: Int
    var size: Int
    var isWhole: Bool
    /// Whether a worker has looked for the sheet.
    var isExamined: Bool
    /// The size of the picture as it is loaded, in pixels, and the corners of the sheet on it; nil if they are not known.
    var width: Int?
    var height: Int?
    var corners: [Point]?
    /// Why the picture cannot be read; nil if it can.
    var problem: String?
  }

  /// What was made of it; several where separator sheets divided it.
  struct Result: Encodable {
    var name: String
    var pages: Int
    /// Where its files are, relative to the address of the document; nil if it has no such file.
    var pdf: String?
    var text: String?
    /// Why it failed; nil if it did not.
    var problem: String?
  }

  var id: String
  var state: State
  /// What it is called in the inbox; nil before it is sent.
  var name: String?
  /// When it was sent, in ISO 8601.
  var sent: String?
  /// The pictures that have come, while it is open.
  var pages: [Page]?
  var results: [Result]?
}

/// The documents that a server receives: their states, and the files that were made of them.
struct ReceivedLibrary {
  private static let endings = ["pdf", "txt"]

  let store: ReceivedStore
  let corners: CornerFinder
  /// The output folder, which may be made later.
  let output: String

  /// A document of a device; nil if it has none of that id.
  func document(_ device: DeviceBook.Device, _ id: String) throws(ReceivedStore.Refusal) -> ReceivedDocument? {
    guard let record = try store.record(device, id) else {
      guard store.isOpen(device, id) else { return nil }
      return ReceivedDocument(id: id, state: .open, pages: pages(device, id))
    }
    let library = Folder(root: output)
    let (state, name) = InboxDelivery.state(of: record.sha256, named: record.name, in: store.inbox, library: library)
    let results = name.flatMap { name in library.map { StoredDocument.named(name, in: $0) } }
    return ReceivedDocument(
      id: id, state: .init(state), name: record.name, sent: record.at,
      results: results.map { results in results.enumerated().map { result($0.offset, $0.element) } })
  }

  private func result(_ index: Int, _ document: StoredDocument) -> ReceivedDocument.Result {
    let files = document.files
    let addresses = Self.endings.map { ending in
      files?.identity(Self.name(of: document, ending)) != nil ? "results/\(index + 1).\(ending)" : nil
    }
    return ReceivedDocument.Result(
      name: document.record.name, pages: document.record.pages.count, pdf: addresses[0], text: addresses[1],
      problem: document.record.failure?.message)
  }

  private static func name(of document: StoredDocument, _ ending: String) -> String {
    "\(fileName(document.place)).\(ending)"
  }

  /// The pictures of a document that is open, by their numbers.
  private func pages(_ device: DeviceBook.Device, _ id: String) -> [ReceivedDocument.Page] {
    let parts = store.parts(device, id)
    let whole = store.wholePages(device, id)
    return Set(parts.keys).union(whole.keys).sorted().map { number in
      guard let there = whole[number] else {
        let part = parts[number]
        return ReceivedDocument.Page(
          page: number, received: part?.received ?? 0, size: part?.size ?? 0, isWhole: false, isExamined: false)
      }
      let size = store.folder.identity(there.path)?.byteCount ?? 0
      var page = ReceivedDocument.Page(page: number, received: size, size: size, isWhole: true, isExamined: true)
      switch corners.look(at: there, in: store.folder) {
      case .looking: page.isExamined = false
      case .found(let found): (page.width, page.height, page.corners) = (found.width, found.height, found.corners)
      case .failed(let reason): page.problem = reason
      }
      return page
    }
  }

  /// A file that was made of a document, such as `1.pdf`; nil if there is none.
  func file(_ name: String, _ device: DeviceBook.Device, _ id: String, to request: HTTPRequest) throws(ReceivedStore
    .Refusal) -> HTTPAnswer?
  {
    let parts = name.split(separator: ".")
    guard parts.count == 2, let number = Int(parts[0]), Self.endings.contains(String(parts[1])),
      let record = try store.record(device, id), let library = Folder(root: output),
      let made = InboxDelivery.state(of: record.sha256, named: record.name, in: store.inbox, library: library).name
    else { return nil }
    let documents = StoredDocument.named(made, in: library)
    guard documents.indices.contains(number - 1) else { return nil }
    let document = documents[number - 1]
    return ServedFolder(library: library, isDocument: { $0 == document.place })?
      .find(pathNames(document.place) + [Self.name(of: document, String(parts[1]))])
      .map { FileAnswer.of($0, to: request) }
  }
}
