// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// What to make a plan of, beside pipeline and inputs.
public struct PlanOptions: Sendable {
  /// How the work is cut.
  public enum Cut: Hashable, Sendable {
    case shards(Int)
    case pagesPerShard(Int)
  }

  /// The folder of the plan.
  public var folder: String
  public var cut: Cut
  /// How many documents are processed to learn what they cost; 0 for none.
  public var sample: Int
  /// Whether the pages of PDFs and TIFFs are counted, which takes a look into each.
  public var countsPages: Bool

  public init(folder: String, cut: Cut, sample: Int = 0, countsPages: Bool = false) {
    (self.folder, self.cut, self.sample, self.countsPages) = (folder, cut, sample, countsPages)
  }
}

/// How far a plan is.
public enum PlanProgress: Sendable {
  /// So many documents are found.
  case found(Int)
  /// So many of them are hashed.
  case hashed(Int, of: Int)
  /// A sample of documents is processed.
  case sampling(BatchEvent)
  case notice(String)
}

/// Makes a plan, or adds to one.
final class PlanMaker {
  private let run: BatchRun
  private let options: PlanOptions
  private let draft: PlanDraft
  private let onProgress: (PlanProgress) -> Void
  private let interruption: Interruption

  private var found = 0
  private var unmatched: Set<String>
  /// The folder that all files are below; nil before the first.
  private var root: String?
  private let earlier: WorkPlan?
  /// The number of the last document, and the sum over the new ones.
  private var (documents, pages) = (0, 0)
  /// Folders of files, without links; most files share theirs with the one before.
  private var lastFolder = (given: "", canonical: "")

  init(
    _ run: BatchRun, _ options: PlanOptions, extending earlier: WorkPlan?, interruption: Interruption,
    onProgress: @escaping (PlanProgress) -> Void
  ) throws(BatchError) {
    (self.run, self.options, self.interruption, self.onProgress) = (run, options, interruption, onProgress)
    self.earlier = earlier
    unmatched = Set(run.pipeline.overrides.map(\.key))
    draft = try PlanDraft(folder: options.folder)
  }

  /// Makes the plan; nil when the interruption came before its end.
  func make(inputs: [String]) throws(BatchError) -> WorkPlan? {
    if let earlier { try take(earlier) }
    try find(inputs)
    guard try settle() else { return nil }
    guard documents > (earlier?.documents ?? 0) else {
      throw .noInput(
        earlier == nil
          ? "There is no document in \(inputs.joined(separator: ", "))."
          : "There is no document that is not in the plan already.")
    }
    var costs = earlier?.costs ?? .assumed
    if options.sample > 0 {
      guard
        let learned = try PlanSample(run, draft, root: root ?? "/", interruption: interruption, onProgress: onProgress)
          .costs(options.sample, folder: options.folder)
      else { return nil }
      costs = learned
    }
    let plan = try write(costs, inputs: inputs)
    draft.remove()
    return plan
  }

  // MARK: Documents

  private func take(_ earlier: WorkPlan) throws(BatchError) {
    root = earlier.root
    (documents, unmatched) = (earlier.documents, unmatched.intersection(earlier.unmatchedOverrides))
    for number in 1...max(1, earlier.shards.count) where number <= earlier.shards.count {
      let file = LineFile<PlannedDocument>("\(options.folder)/\(WorkPlan.shardFile(number))")
      while let document = try file.next() { try draft.take(document) }
    }
    let others = LineFile<DocumentOutcome>(WorkPlan.othersPath(in: options.folder))
    while let other = try others.next() { try draft.insert(other) }
  }

  /// Finds the documents behind the inputs, and puts them in order.
  private func find(_ inputs: [String]) throws(BatchError) {
    let scanner = InputScanner(
      group: run.pipeline.input.group, formats: run.formats, outputFolder: run.outputFolder, merged: nil)
    try scanner.find(inputs) { (finding) throws(BatchError) in
      switch finding {
      case .document(let input):
        guard input.identity != StandardInput.path else {
          throw .usage("Standard input cannot be planned: name files or folders.")
        }
        try take(input)
      case .ignored(let other): try draft.insert(DocumentOutcome(.ignored, source: other.source, reason: other.reason))
      case .failed(let other): try draft.insert(DocumentOutcome(.failed, source: other.source, reason: other.reason))
      }
    }
    onProgress(.found(found))
  }

  private func take(_ input: InputDocument) throws(BatchError) {
    let paths = input.paths.map(absolute)
    for path in paths { extendRoot(to: parentFolder(of: path)) }
    unmatched = unmatched.filter { key in
      !run.pipeline.overrides.contains { override in override.key == key && paths.contains { override.isFor(file: $0) }
      }
    }
    let isDocument = input.format?.isDocument ?? false
    let document = DraftInput(
      name: input.name, source: input.source, identity: input.identity, paths: paths,
      kind: isDocument ? input.format?.name ?? PlanCosts.picture : PlanCosts.picture,
      pages: isDocument ? nil : paths.count)
    let key = naturalSortKey(input.identity) + [0] + Array(String(paths.count).utf8)
    guard try draft.insert(document, key: key) else {
      return try draft.insert(DocumentOutcome(.ignored, source: input.source, reason: "It is named twice."))
    }
    found += 1
    if found % 10_000 == 0 { onProgress(.found(found)) }
  }

  /// A path from the top, without links in the folders above the file.
  private func absolute(_ path: String) -> String {
    let folder = parentFolder(of: path)
    if folder != lastFolder.given { lastFolder = (folder, canonicalPath(folder)) }
    return PlannedDocument.path(fileName(path), below: lastFolder.canonical)
  }

  private func extendRoot(to folder: String) {
    // What is in a plan already stays where it is.
    guard earlier == nil else { return }
    guard var root else { return self.root = folder }
    while root != "/", folder != root, !folder.hasPrefix(root + "/") { root = parentFolder(of: root) }
    self.root = root
  }

  // MARK: Names

  /// Hashes the documents and settles their names, in order; false when the interruption came before the end.
  private func settle() throws(BatchError) -> Bool {
    let queue = try HashingQueue(threads: run.workers)
    defer { queue.stop() }
    let counter = try options.countsPages ? run.pageCounter() : nil
    let naming = ResultNaming(results: ResultsFolder(path: options.folder + "/.none", journal: nil))
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
      while waiting.count > 4 * run.workers, !isInterrupted { try settleNext() }
    }
    while !waiting.isEmpty, !isInterrupted { try settleNext() }
    return !isInterrupted
  }

  /// The files of an input that an earlier attempt hashed, and the digest; nil where one has changed or was not hashed.
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
    let files = input.paths.map { PlannedDocument.File($0) ?? PlannedDocument.File(path: $0, bytes: 0, modified: 0) }
    guard case .success(let digest) = content.digest else { return (files.map(relative), "") }
    // What changed meanwhile is not what was hashed.
    for (file, sha256) in zip(files, digest.files) where content.files.allSatisfy(\.isUnchanged) {
      try draft.note(digest: sha256, of: file.path, stamp: file.stamp)
    }
    return (files.map(relative), digest.sha256)
  }

  private func relative(_ file: PlannedDocument.File) -> PlannedDocument.File {
    var file = file
    let above = (root ?? "/") == "/" ? "/" : (root ?? "") + "/"
    if file.path.hasPrefix(above) { file.path = String(file.path.dropFirst(above.count)) }
    return file
  }

  private func settle(
    _ input: DraftInput, _ files: [PlannedDocument.File], _ sha256: String, _ naming: ResultNaming,
    _ counter: PageCounter?
  ) throws(BatchError) {
    if !sha256.isEmpty, let first = try draft.first(with: sha256) {
      // A plan that is extended finds its own documents again.
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

  // MARK: Files

  /// Deals the documents to shards, and writes the plan; `plan.json` comes last.
  private func write(_ costs: PlanCosts, inputs: [String]) throws(BatchError) -> WorkPlan {
    let folder = options.folder
    let before = earlier?.shards.count ?? 0
    let count = shardCount
    try OutputFolder.makeFolder(folder + "/shards")
    var deal = ShardDeal(count: count)
    var files: [ShardFile] = []
    for number in 1...count { files.append(ShardFile(path: "\(folder)/\(WorkPlan.shardFile(before + number))")) }
    try draft.documents { (document) throws(BatchError) in
      var document = document
      document.seconds = costs.seconds(kind: document.kind, pages: document.pages, bytes: document.bytes).rounded(
        toPlaces: 3)
      let index = deal.take(document)
      try writing(files[index].write(document))
    }
    var shards = earlier?.shards ?? []
    for (file, sums) in zip(files, deal.shards) {
      var shard = sums
      shard.seconds = shard.seconds.rounded(toPlaces: 3)
      shard.sha256 = try writing(file.finish())
      shards.append(shard)
    }
    let others = ShardFile(path: WorkPlan.othersPath(in: folder))
    var otherCount = 0
    try draft.others { (other) throws(BatchError) in
      try writing(others.write(other))
      otherCount += 1
    }
    let othersDigest = try writing(others.finish())
    let pipelineDigest = try writing(replaceJSON(run.pipeline.file, at: folder + "/" + WorkPlan.pipelineFile))
    var allInputs = earlier?.inputs ?? []
    for input in inputs.map(Self.lasting) where !allInputs.contains(input) { allInputs.append(input) }
    let seconds: Double = shards.map(\.seconds).reduce(0, +)
    let allPages: Int = shards.map(\.pages).reduce(0, +)
    let allBytes: Int = shards.map(\.bytes).reduce(0, +)
    let plan = WorkPlan(
      pipeline: run.pipeline.name, pipelineDigest: pipelineDigest, pipelineFolder: run.pipelineFolder,
      inputs: allInputs, group: run.pipeline.input.group.rawValue, root: root ?? "/", selection: "\(run.options.pages)",
      keepTimes: run.options.keepTimes, versions: run.versions, packs: run.usedPackSizes, documents: documents,
      pages: allPages, bytes: allBytes, seconds: seconds.rounded(toPlaces: 3), costs: costs,
      unmatchedOverrides: unmatched.sorted(), others: otherCount, othersDigest: othersDigest, shards: shards)
    try writing(replaceJSON(plan, at: folder + "/plan.json"))
    try OutputFolder.sync(folder + "/shards")
    try OutputFolder.sync(folder)
    return plan
  }

  /// An input as it can be looked up from everywhere: a path from the top, also of a glob.
  private static func lasting(_ input: String) -> String {
    realPath(input) ?? (input.hasPrefix("/") ? input : canonicalPath(".") + "/" + input)
  }

  /// As many as were asked for, and no more than there are documents.
  private var shardCount: Int {
    let wanted =
      switch options.cut {
      case .shards(let count): count
      case .pagesPerShard(let perShard): (pages + perShard - 1) / perShard
      }
    return max(1, min(wanted, documents - (earlier?.documents ?? 0)))
  }
}

extension PlannedDocument.File {
  /// What tells that a file was not changed since it was hashed.
  var stamp: String { "\(bytes) \(modified)" }
}
