// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanLayout
internal import DocScanStore
internal import DocScanWire

/// An input that was divided by separators or by content. Its documents are built in one folder, which is published when all are finished.
final class DividedInput {
  let input: InputDocument
  let digest: InputDigest
  let inspection: Inspection
  let folder: String
  private(set) var parts: [InputDocument]
  private let notes: [String]
  /// The possible document boundaries, or `nil` for a division by separators.
  private let boundaries: [Boundary]?
  private var progress: [Int: Progress] = [:]

  private enum Progress {
    case built(BuiltDocument)
    /// The part has a name of its own, and is being published.
    case placing(BuiltDocument)
    case placed(BuiltDocument)

    var built: BuiltDocument {
      switch self {
      case .built(let built), .placing(let built), .placed(let built): built
      }
    }
  }

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

  /// Divides a stack. `filed` contains the names of parts that don't belong in the input's folder.
  convenience init(_ pile: Pile, division: Division, filed: [String?], folder: String) {
    self.init(
      pile.document.input, pile.document.digest, pile.inspection, inputPageCount: pile.inputPageCount,
      division: division,
      boundaries: pile.boundaries, filed: filed, folder: folder)
  }

  convenience init(_ survey: Survey, division: Division, filed: [String?], folder: String) {
    self.init(
      survey.input, survey.digest, survey.inspection, inputPageCount: survey.inputPageCount, division: division,
      boundaries: nil, filed: filed, folder: folder)
  }

  private init(
    _ input: InputDocument, _ digest: InputDigest, _ inspection: Inspection, inputPageCount: Int, division: Division,
    boundaries: [Boundary]?, filed: [String?], folder: String
  ) {
    self.input = input
    self.digest = digest
    self.inspection = inspection
    self.folder = folder
    self.boundaries = boundaries
    notes = division.notes
    parts = zip(1..., division.parts).map { number, part in
      InputDocument(
        name: input.name + "/" + part.name, source: input.source, identity: input.identity, paths: input.paths,
        root: input.root, isNamed: true, files: input.files,
        part: PagePart(
          number: number, count: division.parts.count, pages: part.pages, inputPageCount: inputPageCount,
          separator: part.separator, notes: part.notes, input: input.name))
    }
    for (index, name) in zip(parts.indices, filed) {
      guard let name else { continue }
      parts[index].name = name
      parts[index].part?.isFiled = true
    }
  }

  func makeFolder(for part: InputDocument) throws(BatchError) -> String {
    try OutputFolder.makeFresh(folder + "/" + part.baseName)
  }

  /// Adds a part that was built. Returns `true` for the last one.
  func accept(_ built: BuiltDocument, of part: InputDocument) -> Bool {
    progress[part.part?.number ?? 0] = .built(built)
    return progress.count == parts.count
  }

  /// Returns the parts that must be published under names of their own.
  func takeFiled() -> [(input: InputDocument, built: BuiltDocument)] {
    parts.compactMap { input in
      guard let part = input.part, part.isFiled, case .built(let built) = progress[part.number] else { return nil }
      progress[part.number] = .placing(built)
      return (input, built)
    }
  }

  /// Records that a part is published under its own name. Returns `true` if the input can be published.
  func note(placed part: InputDocument, _ outcome: DocumentOutcome) -> Bool {
    let number = part.part?.number ?? 0
    guard var built = progress[number]?.built else { return false }
    built.outcome = outcome
    progress[number] = .placed(built)
    return progress.count == parts.count
      && parts.allSatisfy { input in
        if case .placed = progress[input.part?.number ?? 0] { true } else { input.part?.isFiled == false }
      }
  }

  func reopen(_ part: InputDocument) {
    guard let number = part.part?.number, parts.indices.contains(number - 1) else { return }
    progress[number] = nil
    parts[number - 1] = part
  }

  private var inside: [InputDocument] { parts.filter { $0.part?.isFiled == false } }

  /// Returns the record of the input, which lists the parts. `empty` is the record to complete.
  func record(from empty: DocumentRecord, edits: EditFile) -> DocumentRecord {
    var record = empty
    if let sha256 = edits.sha256 {
      // The parts contain the edits of text.
      record.edits = DocumentRecord.Edits(sha256: sha256, applied: 0, unfit: [])
      record.edits?.pages = edits.list.standingForRun
    }
    record.parts = inside.map(\.baseName)
    let filed = parts.filter { $0.part?.isFiled == true }.map { input in
      DocumentRecord.Filed(name: input.name, pages: PageSelection(pages: input.part?.pages ?? []).description)
    }
    record.filed = filed.isEmpty ? nil : filed
    record.notes = notes + (boundaries ?? []).map(\.note)
    record.boundaries = boundaries
    // Uses the pipeline of a part with a pending translation, so that the next run checks all parts.
    let records = progress.values.map(\.built.record)
    record.pipeline = records.map(\.pipeline).first { $0 != empty.pipeline } ?? empty.pipeline
    let statuses = Set(records.map(\.status))
    record.status = statuses.count == 1 ? statuses.first ?? .failed : .partial
    return record
  }

  func files() throws(OutputError) -> [String: ResultFile] {
    var files: [String: ResultFile] = [:]
    for part in inside {
      guard let number = part.part?.number, let place = Folder(root: folder)?.folder(part.baseName) else { continue }
      for (name, file) in try progress[number]?.built.record.allFiles(in: place) ?? [:] {
        files[part.baseName + "/" + name] = file
      }
    }
    return files
  }

  /// Returns the outcome of the input, with those of its parts in order. These note the likely beginnings of further documents.
  func outcome(status: DocumentStatus) -> DocumentOutcome {
    let outcomes = parts.compactMap { input -> DocumentOutcome? in
      guard let part = input.part, var outcome = progress[part.number]?.built.outcome else { return nil }
      let starts = (boundaries ?? []).filter { !$0.isCut && $0.by == nil && part.pages.contains($0.page) }
      outcome.notes = starts.map(\.note) + outcome.notes
      return outcome
    }
    return DocumentOutcome(divided: input, status: status, parts: outcomes)
  }
}

extension Boundary {
  var note: String {
    if let by {
      return isCut
        ? "A document begins on page \(page) of the input, as \(by) decided: it was cut there."
        : "No document begins on page \(page) of the input, as \(by) decided."
    }
    let percent = "\(Int((probability * 100).rounded(.down)))%"
    return isCut
      ? "A document begins on page \(page) of the input (\(percent) likely): it was cut there."
      : "A document may begin on page \(page) of the input (\(percent) likely); it was not cut there."
  }
}

extension DocumentOutcome {
  /// Creates the outcome of a divided input. Page numbers are given only for the parts.
  init(divided input: InputDocument, status: DocumentStatus, parts: [DocumentOutcome]) {
    self.init(
      name: input.name, source: input.source, status: status, pages: parts.reduce(0) { $0 + $1.pages },
      failedPages: [], reason: parts.lazy.compactMap(\.reason).first, notes: [],
      seconds: parts.reduce(0) { $0 + $1.seconds }.rounded(toPlaces: 3))
    self.parts = parts
  }
}
