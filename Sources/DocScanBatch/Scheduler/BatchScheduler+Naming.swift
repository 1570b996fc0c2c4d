// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanLayout
internal import DocScanStore

/// Naming of documents by content, after their pages were read. A document that gets a name other than its input's is built again from the pages in
/// the journal, so that its files are the same as if it had the name from the start. In a list of documents, names are assigned in order, so that the
/// same document always gets the name without a number.
extension BatchScheduler {
  func expectName(_ document: ScheduledDocument) {
    if document.turn == nil {
      document.turn = turns
      turns += 1
    }
    guard document.naming == nil, document.divided == nil, template != nil, !document.isRenamed else {
      document.awaitsName = false
      return
    }
    let name = document.input.name
    let earlier = output.results.record(named: name)
    // Keeps an assigned name, and a name that the user chose.
    if let earlier,
      earlier.hasOwnName || !EditFile(named: name, in: output.root).list.names.isEmpty
    {
      document.naming = earlier.naming
      return
    }
    document.awaitsName = true
    document.replaces = earlier == nil ? nil : name
  }

  /// Names all documents whose predecessors are named.
  func nameDocuments() throws(BatchError) {
    let isOrdered = feed.count != nil
    while let open = documents.compactMap(\.unnamed).min(by: { $0.document.place < $1.document.place }) {
      let place = open.document.place
      guard !isOrdered || !documents.contains(where: { $0.awaitsName && $0.turn != nil && $0.place < place }) else {
        return
      }
      try name(open)
    }
  }

  private func name(_ open: DocumentBuild) throws(BatchError) {
    let document = open.document
    document.awaitsName = false
    if case .stacked = document.state { return try handle(.named, document) }
    let input = document.input
    guard let template, let values = open.nameValues else { return try assemble(open, naming: nil) }
    // A result that must not replace an earlier one must not take its name either.
    if document.replaces != nil, results.better(than: open.recordSoFar, of: input) != nil {
      return try assemble(open, naming: output.results.record(named: input.name)?.naming)
    }
    var naming = DocumentRecord.Naming(input: input.nameForFields, template: template)
    switch template.name(from: values, unless: open.likelyStart) {
    case .unsure(let reason):
      naming.reason = reason
      try assemble(open, naming: naming)
    case .name(let wish, let confidence):
      (naming.name, naming.confidence) = (wish, confidence)
      let named = try self.name(document, as: wish)
      guard named.name != input.name else { return try assemble(open, naming: naming) }
      try make(open, again: named, naming)
    }
  }

  // Returns a document's input under a name that is free. A part of a divided input leaves the input's folder.
  private func name(_ document: ScheduledDocument, as wish: String) throws(BatchError) -> InputDocument {
    var input = document.input
    let (others, isKept) = (namesInUse(besides: document), feed.count != nil)
    let earlier = EarlierParts(of: input, digest: document.digest, selection: options.pages, in: output.results)
    guard let part = input.part else {
      return try names.name(
        input, as: wish, digest: document.digest, besides: others, replaced: earlier.replaced(by: []), isKept: isKept)
    }
    input.name = try names.name(
      input, as: wish, digest: document.digest, selection: earlier.selection(of: part.pages), besides: others,
      replaced: earlier.replaced(by: document.divided?.parts.compactMap(\.part?.pages) ?? []), isKept: isKept)
    input.part?.isFiled = true
    return input
  }

  /// The names of documents in progress, including parts that wait for the others of their input.
  func namesInUse(besides document: ScheduledDocument) -> [String] {
    let inputs = documents.filter { $0 !== document }.flatMap { other -> [InputDocument] in
      [other.input] + (other.divided?.parts ?? [])
    }
    return inputs.filter(\.isNamed).map(\.name)
  }

  /// The name of a part of a stack: within the stack's folder, or a name of its own.
  struct PartName {
    /// The preferred name within the stack's folder, or `nil` for the part's number.
    var wish: String?
    var filed: String?
    var naming: DocumentRecord.Naming?
    // The place of its edits from before it was joined with another part.
    var joined: String?
  }

  /// Returns the names of the documents of a stack. The same pages keep a name that they had before. Others are filed by their content, like
  /// documents that weren't divided, or stay in the stack's folder if it isn't certain.
  func names(of pile: DividedInput.Pile) throws(BatchError) -> [PartName] {
    let (stack, digest) = (pile.document.input, pile.document.digest)
    let earlier = EarlierParts(of: stack, digest: digest, selection: options.pages, in: output.results)
    let (joined, replaced) = (earlier.joined(), earlier.replaced(by: pile.division().parts.map(\.pages)))
    var others = namesInUse(besides: pile.document)
    var names: [PartName] = []
    for ((number, part), values) in zip(zip(1..., pile.division().parts), pile.values) {
      if let kept = try earlier.part(of: part.pages) {
        names.append(
          kept.isInPile
            ? PartName(wish: fileName(kept.name), naming: naming(of: kept, values, pile.boundaries, part.pages))
            : PartName(filed: kept.name, naming: kept.naming))
      } else {
        let before = joined.last(with: part.pages)
        func freeName(_ wish: String) throws(BatchError) -> String {
          try self.names.name(
            stack, as: wish, digest: digest, selection: earlier.selection(of: part.pages), besides: others,
            replaced: replaced, isKept: feed.count != nil)
        }
        var name = PartName()
        if let edit = before?.name {
          // A name that was undone led back into the folder of the input.
          let isBack = edit.input.map { edit.new.hasPrefix("\($0)/") } ?? false
          if !isBack { name.filed = try freeName(edit.new) }
        } else if let template, let values {
          var naming = DocumentRecord.Naming(input: "\(stack.name)-\(number)", template: template)
          switch template.name(from: values, unless: pile.boundaries.likelyStart(in: PageSelection(pages: part.pages)))
          {
          case .unsure(let reason): naming.reason = reason
          case .name(let wish, let confidence):
            (naming.name, naming.confidence) = (wish, confidence)
            name.filed = try freeName(wish)
          }
          name.naming = naming
        }
        if name.filed != nil { name.joined = before?.place }
        names.append(name)
      }
      others += [names.last?.filed].compactMap(\.self)
    }
    return names
  }

  // Returns the naming of a part that stays in the stack's folder with its corrections, for the reason that holds now.
  private func naming(
    of kept: DocumentRecord, _ values: NameValues?, _ boundaries: [Boundary], _ pages: [Int]
  ) -> DocumentRecord.Naming? {
    guard var naming = kept.naming, naming.reason != nil, let template, let values else { return kept.naming }
    switch template.name(from: values, unless: boundaries.likelyStart(in: PageSelection(pages: pages))) {
    case .unsure(let reason): naming.reason = reason
    case .name: naming.reason = "It has corrections in the folder of its input. docscan review --names files it."
    }
    return naming
  }

  private func assemble(_ open: DocumentBuild, naming: DocumentRecord.Naming?) throws(BatchError) {
    open.document.naming = naming
    open.document.replaces = nil
    open.note(naming)
    try handle(.named, open.document)
  }

  private func make(
    _ open: DocumentBuild, again named: InputDocument, _ naming: DocumentRecord.Naming
  ) throws(BatchError) {
    let document = open.document
    var named = named
    named.replaced = document.replaces
    for folder in [open.setup.folder, open.setup.layersFolder] { try OutputFolder.removeTree(folder) }
    try writing(journal.movePages(of: document.digest.files, from: document.input.name, to: named.name))
    if let divided = document.divided { divided.reopen(named) } else { try feed.rename(document.input, to: named.name) }
    onEvent(.documentNamed(name: document.input.name, as: named.name))
    (document.input, document.naming, document.isRenamed) = (named, naming, true)
    document.started = open.started
    try handle(.renamed, document)
  }
}

extension InputDocument {
  // The name of the input in templates. Parts of a stack are numbered, as in "stack-2".
  var nameForFields: String { part.map { "\($0.input)-\($0.number)" } ?? name }
}

extension NameTemplate {
  /// Returns a name as `name(from:)` does, but not by the content of pages among which another document may begin.
  fileprivate func name(from values: NameValues, unless start: Boundary?) -> ChosenName {
    guard let start, fields.contains(where: { $0.stages != nil }) else { return name(from: values) }
    return .unsure(
      "Another document may begin on page \(start.page) of the input (\(Int((start.probability * 100).rounded(.down)))% likely)."
    )
  }
}

extension [Boundary] {
  /// The probability from which a boundary without a cut keeps the pages around it from naming one document.
  private static let likely = 0.5

  /// Returns the first of these pages on which another document likely begins, unless a user decided otherwise.
  func likelyStart(in pages: PageSelection) -> Boundary? {
    first { !$0.isCut && $0.by == nil && $0.probability >= Self.likely && pages.contains($0.page) }
  }
}

extension DocumentRecord {
  /// Whether the document has a name derived from its content.
  var hasOwnName: Bool { naming.map { $0.reason == nil } ?? false }
}

/// The documents into which an input was divided earlier, including those that were published before a run was killed.
struct EarlierParts {
  private let input: String
  private let parts: [DocumentRecord]
  private let results: ResultsFolder
  private let sha256: String
  private let pageSelection: PageSelection

  init(of input: InputDocument, digest: InputDigest, selection: PageSelection, in results: ResultsFolder) {
    (self.input, self.results, sha256, pageSelection) = (input.name, results, digest.sha256, selection)
    parts = (results.root.map { StoredDocument.all(from: input.name, in: $0) } ?? []).map(\.record)
  }

  func selection(of pages: [Int]) -> String {
    DocumentRecord.Part(number: 1, count: 1, pages: PageSelection(pages: pages).description, inputPageCount: 1)
      .selection(of: "\(pageSelection)")
  }

  /// Returns the earlier document with the same pages if it keeps its name: one with a name of its own, or with edits.
  func part(of pages: [Int]) throws(BatchError) -> DocumentRecord? {
    let selection = selection(of: pages)
    let noted = try writing(results.journal?.documents(sha256: sha256) ?? []).filter { $0.selection == selection }
      .compactMap { results.record(named: $0.name) }
    return (parts + noted).first { record in
      record.sha256 == sha256 && record.part?.pages == PageSelection(pages: pages).description
        && (!record.isInPile || record.hasOwnName || !EditFile.stamp(at: record.name, of: results.root).isEmpty)
    }
  }

  // Returns the names of filed documents, without edits, that the division into these documents leaves without pages.
  func replaced(by division: [[Int]]) -> Set<String> {
    let pages = Set(division.map { PageSelection(pages: $0).description })
    let left = parts.filter { record in
      !record.isInPile && record.sha256 == sha256 && !(record.part.map { pages.contains($0.pages) } ?? true)
        && EditFile.stamp(at: record.name, of: results.root).isEmpty
    }
    return Set(left.map(\.name))
  }

  // Returns the edits of documents of the input that were joined with others.
  func joined() -> [JoinedPart] {
    let places = (results.root?.folder(input)?.names() ?? []).map { "\(input)/\($0)" }
    return places.filter { results.record(named: $0) == nil }
      .map { JoinedPart(place: $0, edits: EditFile(named: $0, in: results.root).list) }
  }
}

// The edits of a document that was joined with another one. They are in the folder of the input until the same pages are a document again.
struct JoinedPart {
  let place: String
  let edits: EditList

  // The last decision about the name that is in effect.
  var name: NameEdit? { edits.names.standing.last }

  func had(_ pages: [Int]) -> Bool {
    if let own = edits.names.last?.pages { return own == PageSelection(pages: pages).description }
    let corrected = edits.edits.map(\.sourcePage) + edits.pages.map(\.sourcePage)
    return !corrected.isEmpty && corrected.allSatisfy(pages.contains)
  }
}

extension [JoinedPart] {
  // Returns the latest edits of a document with these pages.
  func last(with pages: [Int]) -> JoinedPart? {
    func end(_ part: JoinedPart) -> String { part.edits.decisions.map(\.content.moment).max() ?? "" }
    return filter { $0.had(pages) }.max { end($0) < end($1) }
  }
}
