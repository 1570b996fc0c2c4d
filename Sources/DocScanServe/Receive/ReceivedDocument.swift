// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWatch

/// The state of a document, as its device sees it. `openapi.json` describes the same values, and a test compares both.
struct ReceivedDocument: Encodable {
  enum State: String, Encodable {
    /// Pages are arriving; the document hasn't been sent yet.
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

  /// A picture of a document that hasn't been sent yet.
  struct Page: Encodable {
    var page: Int
    /// The number of bytes on disk and the total size, which are equal once the picture is complete.
    var received: Int
    var size: Int
    var isWhole: Bool
    var isExamined: Bool
    /// The size of the picture as loaded, in pixels, and the sheet's corners, or `nil` if unknown.
    var width: Int?
    var height: Int?
    var corners: [Point]?
    var problem: String?
  }

  /// A result of a document. Separator sheets can divide one document into several results.
  struct Result: Encodable {
    var name: String
    var pages: Int
    /// The addresses of the result's files, relative to the document's address, or `nil` if a file doesn't exist.
    var pdf: String?
    var text: String?
    var problem: String?
  }

  var id: String
  var state: State
  /// The name in the inbox, or `nil` before the document is sent.
  var name: String?
  /// The time at which the document was sent, in ISO 8601.
  var sent: String?
  /// The received pictures, or `nil` after the document was sent.
  var pages: [Page]?
  var results: [Result]?
}

/// The received documents with their states and results.
struct ReceivedLibrary {
  private static let endings = ["pdf", "txt"]

  let store: ReceivedStore
  let corners: CornerFinder
  /// The path of the output folder, which may not exist yet.
  let output: String

  func document(_ device: DeviceBook.Device, _ id: String) throws(ReceivedStore.Refusal) -> ReceivedDocument? {
    guard let record = try store.record(device, id) else {
      guard store.isOpen(device, id) else { return nil }
      return ReceivedDocument(id: id, state: .open, pages: pages(device, id))
    }
    let library = Folder(root: output)
    let (state, name) = InboxDelivery.state(of: record.sha256, named: record.name, in: store.inbox, library: library)
    let results = name.flatMap { name in library.map { StoredDocument.all(from: name, in: $0) } }
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
      switch corners.look(at: there, in: store.folder, of: device) {
      case .looking: page.isExamined = false
      case .found(let found): (page.width, page.height, page.corners) = (found.width, found.height, found.corners)
      case .failed(let reason): page.problem = reason
      }
      return page
    }
  }

  /// Returns a result file of a document, such as `1.pdf`, or `nil` if it doesn't exist.
  func file(_ name: String, _ device: DeviceBook.Device, _ id: String, to request: HTTPRequest) throws(ReceivedStore
    .Refusal) -> HTTPAnswer?
  {
    let parts = name.split(separator: ".")
    guard parts.count == 2, let number = Int(parts[0]), Self.endings.contains(String(parts[1])),
      let record = try store.record(device, id), let library = Folder(root: output),
      let made = InboxDelivery.state(of: record.sha256, named: record.name, in: store.inbox, library: library).name
    else { return nil }
    let documents = StoredDocument.all(from: made, in: library)
    guard documents.indices.contains(number - 1) else { return nil }
    let document = documents[number - 1]
    return ServedFolder(library: library, isDocument: { $0 == document.place })?
      .find(pathNames(document.place) + [Self.name(of: document, String(parts[1]))])
      .map { FileAnswer.of($0, to: request) }
  }
}
