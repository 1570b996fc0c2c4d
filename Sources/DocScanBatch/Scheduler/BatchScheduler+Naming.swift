// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
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
      earlier.hasOwnName || !EditFile(named: name, in: output.root).list.names.isEmpty || earlier.parts != nil
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
    while let open = documents.compactMap(\.unnamed).min(by: { ($0.document.turn ?? 0) < ($1.document.turn ?? 0) }) {
      let turn = open.document.turn ?? 0
      guard !isOrdered || !documents.contains(where: { $0.awaitsName && ($0.turn ?? turn) < turn }) else { return }
      try name(open)
    }
  }

  private func name(_ open: DocumentBuild) throws(BatchError) {
    let document = open.document
    document.awaitsName = false
    let input = document.input
    guard let template, let values = open.nameValues else { return try assemble(open, naming: nil) }
    // A result that must not replace an earlier one must not take its name either.
    if document.replaces != nil, results.better(than: open.recordSoFar, of: input) != nil {
      return try assemble(open, naming: output.results.record(named: input.name)?.naming)
    }
    var naming = DocumentRecord.Naming(input: input.name, template: template)
    switch template.name(from: values) {
    case .unsure(let reason):
      naming.reason = reason
      try assemble(open, naming: naming)
    case .name(let wish, let confidence):
      (naming.name, naming.confidence) = (wish, confidence)
      let others = documents.filter { $0 !== document && $0.input.isNamed }.map(\.input.name)
      let named = try names.name(
        input, as: wish, digest: document.digest, besides: others, isKept: feed.count != nil)
      guard named.name != input.name else { return try assemble(open, naming: naming) }
      try make(open, again: named, naming)
    }
  }

  /// Returns the preferred names for the documents of a stack within its folder, with reasons. Keeps names that the same pages had before, and names
  /// of documents with edits. The documents stay in one folder, so folders in the template are ignored.
  func names(of pile: DividedInput.Pile) -> [(wish: String?, naming: DocumentRecord.Naming?)] {
    let name = pile.document.input.name
    let earlier = (output.results.record(named: name)?.parts ?? []).compactMap {
      output.results.record(named: "\(name)/\($0)")
    }
    return zip(pile.division().parts, pile.values).map { part, values in
      let pages = PageSelection(pages: part.pages).description
      if let kept = earlier.first(where: {
        ($0.hasOwnName || !EditFile.stamp(at: $0.name, of: output.root).isEmpty) && $0.part?.pages == pages
          && $0.sha256 == pile.document.digest.sha256
      }) {
        return (fileName(kept.name), kept.naming)
      }
      guard let template, let values else { return (nil, nil) }
      var naming = DocumentRecord.Naming(input: "\(name)/\(part.name)", template: template)
      switch template.name(from: values) {
      case .unsure(let reason):
        naming.reason = reason
        return (nil, naming)
      case .name(let wish, let confidence):
        (naming.name, naming.confidence) = ("\(name)/\(fileName(wish))", confidence)
        return (fileName(wish), naming)
      }
    }
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
    for folder in [open.setup.folder, open.setup.layersFolder] { try OutputFolder.removeTree(folder) }
    try writing(journal.movePages(of: document.digest.files, from: document.input.name, to: named.name))
    try feed.rename(document.input, to: named.name)
    onEvent(.documentNamed(name: document.input.name, as: named.name))
    (document.input, document.naming, document.isRenamed) = (named, naming, true)
    try handle(.renamed, document)
  }
}

extension DocumentRecord {
  /// Whether the document has a name derived from its content.
  var hasOwnName: Bool { naming.map { $0.reason == nil } ?? false }
}
