// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore

/// The documents of an inbox that were found and are not done, and how far each of them is.
///
/// A document is in one state at a time: `queued` ▶ `hashing` ▶ `processing` ▶ gone, or, where a document with the same content
/// is processed, `hashing` ▶ `duplicate` ▶ `queued` once that one is done.
struct InboxDocuments {
  /// How far a document is.
  enum State {
    /// It waits until it can be taken.
    case queued
    /// The run has it; its content is not known yet.
    case hashing
    /// A document with the same content is processed before it.
    case duplicate(sha256: String)
    /// Its results are being made under a name. The entry is nil if its content could not be read.
    case processing(name: String, entry: ContentEntry?)
  }

  /// A document of an item.
  struct Document {
    let item: InboxItem
    let files: [InboxScan.File]
    /// It is called what it would like to be called, until it is processed.
    var input: InputDocument
    fileprivate(set) var state = State.queued

    /// The name under which it is processed; nil before.
    fileprivate var name: String? { if case .processing(let name, _) = state { name } else { nil } }

    /// What the journal knows of it; nil before it is processed.
    var entry: ContentEntry? { if case .processing(_, let entry) = state { entry } else { nil } }
  }

  /// In the order in which they were found, which is that of their turns.
  private var documents: [Document] = []

  /// How many can be taken.
  var queued: Int { documents.count { if case .queued = $0.state { true } else { false } } }

  /// How many have no name so far.
  var unnamed: Int { documents.count { $0.name == nil } }

  /// The names under which documents are processed.
  var names: [String] { documents.compactMap(\.name) }

  mutating func append(_ added: some Sequence<Document>) { documents += added }

  /// Takes the first that is queued.
  mutating func takeNext() -> Document? {
    guard let index = documents.firstIndex(where: { if case .queued = $0.state { true } else { false } }) else {
      return nil
    }
    documents[index].state = .hashing
    return documents[index]
  }

  /// A document whose content is known now: it is to be processed, to wait, or to be removed. Nil if it was not taken from here.
  func hashed(_ input: InputDocument) -> Document? {
    index(hashing: input).map { documents[$0] }
  }

  /// Whether a document with this content is processed.
  func isProcessing(sha256: String) -> Bool { documents.contains { $0.entry?.sha256 == sha256 } }

  /// A document whose content is known waits for the one with the same content, or is processed.
  mutating func enter(_ state: State, _ input: InputDocument) {
    guard let index = index(hashing: input) else { return }
    documents[index].input = input
    documents[index].state = state
  }

  /// A document whose content is known is nothing to process.
  mutating func remove(hashing input: InputDocument) {
    if let index = index(hashing: input) { documents.remove(at: index) }
  }

  /// The document that is processed under a name.
  func processing(_ name: String) -> Document? { documents.first { $0.name == name } }

  /// A document is processed under another name; gives what the journal is to know.
  mutating func rename(_ name: String, to other: String) -> ContentEntry? {
    guard let index = documents.firstIndex(where: { $0.name == name }) else { return nil }
    var entry = documents[index].entry
    entry?.name = other
    documents[index].state = .processing(name: other, entry: entry)
    return entry
  }

  /// A document is done: those that waited for its content are queued again.
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
      return document.input.paths == input.paths
    }
  }
}
