// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanInput
internal import DocScanStore

/// The pending documents of an inbox, and their states. A document's states are `queued` ▶ `hashing` ▶ `processing`, and then the document is
/// removed. If another document with the same content is being processed: `hashing` ▶ `duplicate`, and `queued` again when that document is
/// finished.
struct InboxDocuments {
  enum State {
    case queued
    /// A run has taken the document, and is computing its digest.
    case hashing
    case duplicate(sha256: String)
    /// The document is being processed under a name. The entry is `nil` if its content couldn't be read.
    case processing(name: String, entry: ContentEntry?)
  }

  /// A document of an inbox item.
  struct Document {
    let item: InboxItem
    let files: [InboxScan.File]
    /// The input, with its preferred name until it's processed.
    var input: InputDocument
    fileprivate(set) var state = State.queued

    fileprivate var name: String? { if case .processing(let name, _) = state { name } else { nil } }

    var entry: ContentEntry? { if case .processing(_, let entry) = state { entry } else { nil } }
  }

  private var documents: [Document] = []

  var queued: Int { documents.count { if case .queued = $0.state { true } else { false } } }

  var unnamed: Int { documents.count { $0.name == nil } }

  var names: [String] { documents.compactMap(\.name) }

  mutating func append(_ added: some Sequence<Document>) { documents += added }

  /// Returns the first queued document, which enters the state `hashing`, or `nil` if there is none.
  mutating func takeNext() -> Document? {
    guard let index = documents.firstIndex(where: { if case .queued = $0.state { true } else { false } }) else {
      return nil
    }
    documents[index].state = .hashing
    return documents[index]
  }

  /// Returns the document for an input whose digest was computed, or `nil` if there is none. The caller then changes its state or removes it.
  func hashed(_ input: InputDocument) -> Document? {
    index(hashing: input).map { documents[$0] }
  }

  func isProcessing(sha256: String) -> Bool { documents.contains { $0.entry?.sha256 == sha256 } }

  mutating func enter(_ state: State, _ input: InputDocument) {
    guard let index = index(hashing: input) else { return }
    documents[index].input = input
    documents[index].state = state
  }

  mutating func remove(hashing input: InputDocument) {
    if let index = index(hashing: input) { documents.remove(at: index) }
  }

  func processing(_ name: String) -> Document? { documents.first { $0.name == name } }

  /// Changes the name of a document during processing. Returns its updated journal entry, or `nil` if it has none.
  mutating func rename(_ name: String, to other: String) -> ContentEntry? {
    guard let index = documents.firstIndex(where: { $0.name == name }) else { return nil }
    var entry = documents[index].entry
    entry?.name = other
    documents[index].state = .processing(name: other, entry: entry)
    return entry
  }

  /// Removes a finished document, and queues its duplicates again.
  mutating func remove(processing name: String) {
    guard let index = documents.firstIndex(where: { $0.name == name }) else { return }
    let sha256 = documents.remove(at: index).entry?.sha256
    for index in documents.indices {
      if case .duplicate(let waited) = documents[index].state, waited == sha256 { documents[index].state = .queued }
    }
  }

  private func index(hashing input: InputDocument) -> Int? {
    documents.firstIndex { document in
      guard case .hashing = document.state else { return false }
      return document.input.paths.map(PathKey.init) == input.paths.map(PathKey.init)
    }
  }
}
