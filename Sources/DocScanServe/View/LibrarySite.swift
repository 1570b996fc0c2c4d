// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
package import DocScanReview
internal import DocScanStore
internal import FoundationEssentials

/// The website of a library: `index.html` in the library, and the files that it loads from `.docscan/view`.
package final class LibrarySite {
  package struct Result: Sendable {
    /// The path of the page to open.
    package var page: String
    package var documents = 0
    package var pages = 0
    package var changed = 0
    /// Whether the update was interrupted, so some pages have no pictures yet.
    package var interrupted = false
    package var notes: [String] = []
  }

  /// The number of cards that the page shows before it has loaded all.
  private static let firstCards = 60

  let library: Folder
  private let store: SiteStore
  private let files: SiteFolder
  private let pictures: PictureRun

  /// Opens or creates the website of an output folder. Throws if the folder isn't a library or can't be written to.
  package convenience init(library: String) throws(BatchError) {
    try self.init(library: StoredDocument.library(library))
  }

  /// Opens or creates the website of a review service's library. Throws if the library can't be written to.
  package convenience init(of service: ReviewService) throws(BatchError) { try self.init(library: service.root) }

  init(library: Folder) throws(BatchError) {
    self.library = library
    files = try SiteFolder(library: library)
    store = try SiteStore(library: library)
    pictures = PictureRun(library: library, view: files.root)
  }

  /// Updates the website to match the library. `makingPictures` renders pictures for documents that have none, from their PDFs, with `passwords` for
  /// encrypted ones. `rebuild` rewrites all data. `workers` is `nil` for the default number. `interruption` stops the rendering, and `onEvent`
  /// receives its events.
  package func update(
    makingPictures: Bool = true, rebuild: Bool = false, workers: Int? = nil,
    passwords: [String] = [], interruption: Interruption = Interruption(),
    onEvent: @escaping (BatchEvent) -> Void = { _ in }
  ) throws(BatchError) -> Result {
    var result = Result(page: "\(library.path)/index.html")
    // This fails if the user has an `index.html` of their own, and must do so before anything else is written.
    try store.own.write(Data(SiteFiles.index), to: result.page)
    for (name, bytes) in SiteFiles.app { try files.write(Data(bytes), to: "app/\(name)") }
    var (changed, waiting) = try updateDocuments(rebuild: rebuild, triesAgain: !passwords.isEmpty)
    if makingPictures, !waiting.isEmpty {
      let made = try pictures.make(
        waiting, workers: workers, passwords: passwords, interruption: interruption, onEvent: onEvent)
      result.interrupted = made.interrupted
      if made.failed > 0 {
        result.notes.append(
          "The pictures of \(made.failed) \(made.failed == 1 ? "document" : "documents") could not be made.")
      }
      changed.formUnion(try updateDocuments(rebuild: false).changed)
      waiting = []
    }
    if !waiting.isEmpty {
      result.notes.append(
        "\(waiting.count == 1 ? "1 document has" : "\(waiting.count) documents have") no pictures. To make them, leave out --no-pictures."
      )
    }
    try pictures.removeAll(except: store.pdfs())
    result.notes += try updateLedger()
    (result.documents, result.pages) = try store.counts()
    result.changed = changed.count
    try writeLibrary(result)
    return result
  }

  func shows(_ place: String) -> Bool {
    do {
      return try store.known(place) != nil
    } catch {
      return false
    }
  }

  // MARK: Documents

  /// Updates the data of changed documents. `triesAgain` is `true` if `waiting` includes PDFs that couldn't be opened before. Returns the places of
  /// the changed documents, and the PDFs of documents without pictures.
  private func updateDocuments(rebuild: Bool, triesAgain: Bool = false) throws(BatchError) -> (
    changed: Set<String>, waiting: [PictureRun.Source]
  ) {
    let documents = try IndexedDocument.all(in: library)
    var gone = try store.places()
    var changed: Set<String> = []
    var waiting: [PictureRun.Source] = []
    var chunks: Set<Int> = []
    try store.transaction { () throws(BatchError) in
      for indexed in documents {
        let place = indexed.place
        // The library itself isn't a document.
        guard !place.isEmpty else { continue }
        let record = "\(indexed.recordStamp) \(indexed.editsStamp)"
        if !rebuild, !triesAgain, try store.isDone(place, record: record) {
          gone[place] = nil
          continue
        }
        guard let document = indexed.stored(in: library) else { continue }
        gone[place] = nil
        let source = PictureRun.Source(of: document, in: library)
        let made = source.flatMap { pictures.folder(of: $0) }
        let found = PagePictures(of: document, at: place, in: library, made: made)
        let mayHavePictures = found.map { $0.content == .images } ?? true
        let isWaiting = mayHavePictures && source.map { !pictures.hasTried($0) || triesAgain && made == nil } ?? false
        if let source, isWaiting { waiting.append(source) }
        let stamp = "\(indexed.stamp) \(found?.folder ?? "") \(indexed.editsStamp)"
        let known = try store.known(place)
        if rebuild || known?.stamp != stamp {
          let facts = DocumentFacts(document)
          let data = DocumentData(
            document: document, place: place, pictures: found,
            day: files.date(of: document, place: place, facts: facts), facts: facts)
          try files.write(data)
          chunks.insert(try store.note(data, stamp: stamp, pdf: source?.sha256) / SiteStore.cardsInChunk)
          changed.insert(place)
        }
        try store.note(place, record: isWaiting ? "" : record)
      }
      for (place, slot) in gone {
        try store.forget(place)
        try files.remove(document: place)
        chunks.insert(slot / SiteStore.cardsInChunk)
      }
      if !chunks.isEmpty { try store.note(ledgerState: nil) }
      // Written inside the transaction: if the process is killed in between, the next run writes the chunks again.
      for chunk in chunks {
        let cards = try store.cards(inChunk: chunk)
        try files.write(.array(cards), to: files.cards(chunk))
      }
    }
    return (changed, waiting)
  }

  private func writeLibrary(_ result: Result) throws(BatchError) {
    let absolute = URL(filePath: library.path).absoluteURL.standardized.path
    let ledger = files.exists("data/ledger.js")
    try files.write(
      .object([
        "name": .string(fileName(absolute)),
        "documents": .number(Double(result.documents)), "pages": .number(Double(result.pages)),
        "chunks": .array(try store.chunks().map { .string(files.cards($0)) }),
        "newest": .array(try store.newestCards(Self.firstCards)), "ledger": .boolean(ledger),
        "chart": .boolean(ledger && files.exists("data/ledger.svg")),
      ]), to: "data/library")
  }

  // MARK: Receipts

  /// Writes the receipts and their chart if there are any, unless nothing has changed. Returns messages for the user.
  private func updateLedger() throws(BatchError) -> [String] {
    let rules = library.contents(Ledger.categoryFile) ?? []
    let state = String(decoding: rules, as: UTF8.self)
    if try store.ledgerState() == state { return [] }
    let notes = try writeLedger()
    try store.note(ledgerState: state)
    return notes
  }

  private func writeLedger() throws(BatchError) -> [String] {
    let ledger: Ledger
    do throws(BatchError) {
      ledger = try Ledger(library: library, rules: Ledger.rules(in: library))
    } catch {
      throw .output("The receipts cannot be shown: \(error)")
    }
    guard !ledger.receipts.isEmpty || !ledger.withoutReceipt.isEmpty else {
      try files.remove("data/ledger.js")
      try files.remove("data/ledger.svg")
      return []
    }
    guard try files.write(LedgerData.json(of: ledger), to: "data/ledger") || !files.exists("data/ledger.svg") else {
      return []
    }
    let (chart, notes) = drawn(ledger)
    guard let chart else {
      try files.remove("data/ledger.svg")
      return notes
    }
    try files.write(chart, to: "data/ledger.svg")
    return notes
  }

  private func drawn(_ ledger: Ledger) -> (Data?, [String]) {
    do throws(BatchError) {
      let chart = try SpendingChart(ledger)
      return (try chart.drawn(as: .svg), chart.notes)
    } catch {
      return (nil, error.exitCode == .noInput ? [] : [error.description])
    }
  }
}
