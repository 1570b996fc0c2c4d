// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters

/// An input that is divided, by separators or by what its pages say: its documents are built in one folder, which goes into place when all are done.
final class DividedInput {
  let input: InputDocument
  let digest: InputDigest
  let inspection: Inspection
  /// Where all of it is built.
  let folder: String
  /// The documents that it is divided into.
  let parts: [InputDocument]
  /// Whether its pages were read before it was divided.
  let wasRead: Bool
  private let notes: [String]
  /// Where documents may begin; nil if separators say that.
  private let boundaries: [Boundary]?
  private var finished: [String: (record: DocumentRecord, outcome: DocumentOutcome)] = [:]

  /// A pile of pages that were read, and the documents that they are.
  struct Pile {
    let document: ScheduledDocument
    let inspection: Inspection
    let inputPageCount: Int
    /// The numbers of the chosen pages in the input, from 1.
    let pages: [Int]
    let boundaries: [Boundary]
    /// What each document can be named by; nil for one that has failed.
    let values: [NameValues?]

    /// Divides it; each document would like to have a name, or is called by its number.
    func division(wishes: [String?] = []) -> Division {
      Division(
        pages, at: Set(boundaries.filter(\.isCut).map(\.page)), wishes: wishes,
        reserved: [document.input.baseName + ".json"])
    }
  }

  /// Divides a pile where documents begin.
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

  /// A fresh folder to build a part in.
  func makeFolder(for part: InputDocument) throws(BatchError) -> String {
    try OutputFolder.makeFresh(folder + "/" + part.baseName)
  }

  /// Takes a part that is built; true when it was the last one.
  func accept(_ record: DocumentRecord, _ outcome: DocumentOutcome) -> Bool {
    finished[record.name] = (record, outcome)
    return finished.count == parts.count
  }

  /// The record of the input, from an empty one: it names the parts, which have the pages.
  func record(from empty: DocumentRecord, edits: EditFile) -> DocumentRecord {
    var record = empty
    if let sha256 = edits.sha256 {
      // What people decided about its text is in its parts.
      record.edits = DocumentRecord.Edits(sha256: sha256, applied: 0, unfit: [])
      record.edits?.pages = edits.list.standingForRun
    }
    record.parts = parts.map(\.baseName)
    record.notes = notes
    record.boundaries = boundaries
    // A part whose translation is still to come: the next run has to look at all of them.
    record.pipeline = finished.values.map(\.record.pipeline).first { $0 != empty.pipeline } ?? empty.pipeline
    let statuses = Set(finished.values.map(\.record.status))
    record.status = statuses.count == 1 ? statuses.first ?? .failed : .partial
    return record
  }

  /// The files of its documents, by their paths in its folder.
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

  /// What became of the input, with the outcomes of its parts in their order.
  func outcome(status: DocumentStatus) -> DocumentOutcome {
    DocumentOutcome(
      divided: input, status: status, parts: parts.compactMap { finished[$0.name]?.outcome }, notes: notes)
  }
}

extension Boundary {
  /// What a person reads of it.
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
  /// The outcome of an input that was divided. Page numbers are those of the parts, so that only these have them.
  init(divided input: InputDocument, status: DocumentStatus, parts: [DocumentOutcome], notes: [String] = []) {
    self.init(
      name: input.name, source: input.source, status: status, pages: parts.reduce(0) { $0 + $1.pages },
      failedPages: [], reason: parts.lazy.compactMap(\.reason).first, notes: notes,
      seconds: parts.reduce(0) { $0 + $1.seconds }.rounded(toPlaces: 3))
    self.parts = parts
  }
}
