// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore

/// Hashing and naming of documents.
extension PlanMaker {
  /// Hashes the documents and decides their names, in order. Returns `false` if it was interrupted.
  func settle() throws(BatchError) -> Bool {
    let queue = try HashingQueue(threads: run.workers)
    defer { queue.stop() }
    let counter = try options.countsPages ? run.pageCounter() : nil
    let naming = ResultNaming(results: ResultsFolder(path: options.folder, root: nil, journal: nil))
    var waiting: ArraySlice<(input: DraftInput, known: [PlannedDocument.File]?, digest: String?)> = []
    var isInterrupted = false
    func settleNext() throws(BatchError) {
      guard let next = waiting.popFirst() else { return }
      var (files, sha256) = (next.known ?? [], next.digest ?? "")
      if next.known == nil {
        guard let content = try queue.next(unless: interruption) else { return isInterrupted = true }
        (files, sha256) = try self.files(of: next.input, content)
      }
      try settle(next.input, files, sha256, naming, counter)
    }
    try draft.inputs { (input) throws(BatchError) in
      guard !isInterrupted else { return }
      if let known = try self.known(input) {
        waiting.append((input, known.files, known.sha256))
      } else {
        waiting.append((input, nil, nil))
        queue.begin(input.paths)
      }
      while waiting.count > HashingQueue.ahead, !isInterrupted { try settleNext() }
    }
    while !waiting.isEmpty, !isInterrupted { try settleNext() }
    return !isInterrupted
  }

  /// Returns the files and digest of an input that an earlier attempt hashed, or `nil` if a file has changed or wasn't hashed.
  private func known(_ input: DraftInput) throws(BatchError) -> (files: [PlannedDocument.File], sha256: String)? {
    var files: [PlannedDocument.File] = []
    var digests: [String] = []
    for path in input.paths {
      guard let file = PlannedDocument.File(path), let digest = try draft.digest(of: path, stamp: file.stamp) else {
        return nil
      }
      files.append(relative(file))
      digests.append(digest)
    }
    return (files, InputDigest(files: digests).sha256)
  }

  private func files(
    of input: DraftInput, _ content: FileThread.Content
  ) throws(BatchError) -> (files: [PlannedDocument.File], sha256: String) {
    guard case .success(let digest) = content.digest else {
      let files = input.paths.map { PlannedDocument.File($0) ?? PlannedDocument.File(path: $0, bytes: 0, modified: 0) }
      return (files.map(relative), "")
    }
    // Uses the times from before hashing, so that a change during hashing is detected later.
    let files = content.files.map {
      PlannedDocument.File(path: $0.path, bytes: $0.identity.byteCount, modified: $0.identity.modified.seconds)
    }
    for (file, sha256) in zip(files, digest.files) {
      try draft.note(digest: sha256, of: file.path, stamp: file.stamp)
    }
    return (files.map(relative), digest.sha256)
  }

  private func relative(_ file: PlannedDocument.File) -> PlannedDocument.File {
    var file = file
    if let below = path(file.path, below: root ?? "/") { file.path = below }
    return file
  }

  private func settle(
    _ input: DraftInput, _ files: [PlannedDocument.File], _ sha256: String, _ naming: ResultNaming,
    _ counter: PageCounter?
  ) throws(BatchError) {
    if !sha256.isEmpty, let first = try draft.first(with: sha256) {
      // An extended plan finds its own documents again.
      guard first.identity != input.identity else { return }
      return try draft.insert(
        DocumentOutcome(repeated: input.source, first: (source: first.source, name: first.name)))
    }
    let wish = SourceNames.wish(for: input.name, selection: run.options.pages)
    let name = try naming.freeName(for: wish, besides: draft)
    if let failure = draft.failure { throw failure }
    var document = PlannedDocument(
      number: documents + 1, name: name, source: input.source, identity: input.identity, files: files, sha256: sha256,
      pages: input.pages, kind: input.kind, seconds: 0,
      note: name == wish ? nil : "Another document is called \(wish).")
    if document.pages == nil, let counter, let counted = try run.count(input, with: counter) {
      document.pages = counted
    }
    try draft.insert(document)
    documents += 1
    pages += document.pages ?? 1
    if documents % 1000 == 0 { onProgress(.hashed(documents, of: found)) }
  }
}

extension PlannedDocument.File {
  /// The size and modification time of the file, to detect changes since it was hashed.
  var stamp: String { "\(bytes) \(modified)" }
}
