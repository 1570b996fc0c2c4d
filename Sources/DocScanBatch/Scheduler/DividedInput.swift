// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters

/// An input that was divided by separators or by content. Its documents are built in one folder, which is published when all are finished.
final class DividedInput {
  let input: InputDocument
  let digest: InputDigest
  let inspection: Inspection
  let folder: String
  let parts: [InputDocument]
  let wasRead: Bool
  private let notes: [String]
  /// The possible document boundaries, or `nil` for a division by separators.
  private let boundaries: [Boundary]?
  private var finished: [String: (record: DocumentRecord, outcome: DocumentOutcome)] = [:]

  /// A stack of pages that were read, divided into documents.
  struct Pile {
    let document: ScheduledDocument
    let inspection: Inspection
    let inputPageCount: Int
    /// The selected page numbers in the input, from 1.
    let pages: [Int]
    let boundaries: [Boundary]
    let values: [NameValues?]

    func division(wishes: [String?] = []) -> Division {
      Division(
        pages, at: Set(boundaries.filter(\.isCut).map(\.page)), wishes: wishes,
        reserved: [document.input.baseName + ".json"])
    }
  }

  convenience init(_ pile: Pile, division: Division, folder: String) {
    self.init(
      pile.document.input, pile.document.digest, pile.inspection, inputPageCount: pile.inputPageCount,
      division: division,
      boundaries: pile.boundaries, folder: folder)
  }

  convenience init(_ survey: Survey, division: Division, folder: String) {
    self.init(
      survey.input, survey.digest, survey.inspection, inputPageCount: survey.inputPageCount, division: division,
      boundaries: nil, folder: folder)
  }

  private init(
    _ input: InputDocument, _ digest: InputDigest, _ inspection: Inspection, inputPageCount: Int, division: Division,
    boundaries: [Boundary]?, folder: String
  ) {
    self.input = input
    self.digest = digest
    self.inspection = inspection
    self.folder = folder
    self.boundaries = boundaries
    wasRead = boundaries != nil
    notes = division.notes + (boundaries ?? []).map(\.note)
    parts = zip(1..., division.parts).map { number, part in
      InputDocument(
        name: input.name + "/" + part.name, source: input.source, identity: input.identity, paths: input.paths,
        root: input.root, isNamed: true, files: input.files,
        part: PagePart(
          number: number, count: division.parts.count, pages: part.pages, inputPageCount: inputPageCount,
          separator: part.separator, notes: part.notes))
    }
  }

  func makeFolder(for part: InputDocument) throws(BatchError) -> String {
    try OutputFolder.makeFresh(folder + "/" + part.baseName)
  }

  /// Adds a finished part. Returns `true` for the last one.
  func accept(_ record: DocumentRecord, _ outcome: DocumentOutcome) -> Bool {
    finished[record.name] = (record, outcome)
    return finished.count == parts.count
  }

  /// Returns the record of the input, which lists the parts. `empty` is the record to complete.
  func record(from empty: DocumentRecord, edits: EditFile) -> DocumentRecord {
    var record = empty
    if let sha256 = edits.sha256 {
      // The parts contain the edits of text.
      record.edits = DocumentRecord.Edits(sha256: sha256, applied: 0, unfit: [])
      record.edits?.pages = edits.list.standingForRun
    }
    record.parts = parts.map(\.baseName)
    record.notes = notes
    record.boundaries = boundaries
    // Uses the pipeline of a part with a pending translation, so that the next run checks all parts.
    record.pipeline = finished.values.map(\.record.pipeline).first { $0 != empty.pipeline } ?? empty.pipeline
    let statuses = Set(finished.values.map(\.record.status))
    record.status = statuses.count == 1 ? statuses.first ?? .failed : .partial
    return record
  }

  func files() throws(OutputError) -> [String: ResultFile] {
    var files: [String: ResultFile] = [:]
    for part in parts {
      guard let place = Folder(root: folder)?.folder(part.baseName) else { continue }
      for (name, file) in try finished[part.name]?.record.allFiles(in: place) ?? [:] {
        files[part.baseName + "/" + name] = file
      }
    }
    return files
  }

  /// Returns the outcome of the input, with the outcomes of its parts in order.
  func outcome(status: DocumentStatus) -> DocumentOutcome {
    DocumentOutcome(
      divided: input, status: status, parts: parts.compactMap { finished[$0.name]?.outcome }, notes: notes)
  }
}

extension Boundary {
  var note: String {
    if let by {
      return isCut
        ? "A document begins on page \(page), as \(by) decided: the input was cut there."
        : "No document begins on page \(page), as \(by) decided."
    }
    let percent = "\(Int((probability * 100).rounded(.down)))%"
    return isCut
      ? "A document begins on page \(page) (\(percent) likely): the input was cut there."
      : "A document may begin on page \(page) (\(percent) likely); the input was not cut there."
  }
}

extension DocumentOutcome {
  /// Creates the outcome of a divided input. Page numbers are given only for the parts.
  init(divided input: InputDocument, status: DocumentStatus, parts: [DocumentOutcome], notes: [String] = []) {
    self.init(
      name: input.name, source: input.source, status: status, pages: parts.reduce(0) { $0 + $1.pages },
      failedPages: [], reason: parts.lazy.compactMap(\.reason).first, notes: notes,
      seconds: parts.reduce(0) { $0 + $1.seconds }.rounded(toPlaces: 3))
    self.parts = parts
  }
}
