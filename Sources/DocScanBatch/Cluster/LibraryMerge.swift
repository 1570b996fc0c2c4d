// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
public import DocScanCore
internal import DocScanWriters
internal import Glibc

/// Puts the shards of a plan together in one folder of results, as one machine would have made them.
///
/// Every document of the plan is accounted for before anything is moved. It may be killed at any time, and run again: what is in place is
/// left there.
public final class LibraryMerge {
  /// So many documents are put in place before that is noted in the journal: then all of the disk has to be written.
  private static let documentsAtOnce = 5000
  /// So many are put in place before it is asked whether to go on.
  private static let documentsBetweenQuestions = 500

  private let plan: WorkPlan
  private let folder: String
  private let shards: [Int: [String]]
  /// Whether shards keep their results: then a library shares their files.
  private let keepsShards: Bool

  /// What is there, and what is not.
  public struct Account: Encodable, Hashable, Sendable {
    /// How many documents are there, by their status.
    public var statuses: [String: Int] = [:]
    /// How many of the plan's documents are not there.
    public var missing = 0
    /// The shards that have some of these, from 1.
    public var incompleteShards: [Int] = []
    /// Shards that are still being worked on, with the process where it is known.
    public var running: [Int] = []
    /// How many documents the shards have.
    public var documents = 0

    /// Whether all shards have ended, and nothing of the plan is missing.
    public var isWhole: Bool { missing == 0 && running.isEmpty }

    /// The incomplete shards as schedulers take them: `3,7-9`.
    public var arrayExpression: String { PageSelection(pages: incompleteShards).description }
  }

  /// What a merge comes to.
  public struct Result: Encodable, Hashable, Sendable {
    /// How many documents came into the library.
    public var moved = 0
    /// How many were there before.
    public var found = 0
    /// Documents in whose place is something that is not docscan's: they stay with their shards.
    public var refused: [String] = []
    /// Counts over all documents.
    public var totals = BatchReport.Totals()
    /// The pages to look at first; nil where no shard listed any.
    public var review: Review?
    /// The path of the merged report.
    public var reportFile = ""
    /// Whether it ended early; merging again goes on.
    public var wasInterrupted = false
  }

  /// Reads a plan, and finds the results of its shards in some folders, or right below them.
  public init(plan folder: String, results places: [String], keepsShards: Bool = false) throws(BatchError) {
    plan = try WorkPlan(folder: folder)
    (self.folder, self.keepsShards) = (folder, keepsShards)
    for place in places where !isFolder(place, followingLinks: true) {
      throw .noInput("There is no folder \(place).")
    }
    shards = ShardResults.folders(of: plan, in: places)
  }

  /// How many shards the plan has, and of how many there are results.
  public var shardCounts: (planned: Int, found: Int) { (plan.shards.count, shards.count) }

  /// The folders of the shards whose results are taken, in order.
  public var shardFolders: [String] { shards.sorted { $0.key < $1.key }.compactMap(\.value.first) }

  // MARK: Accounting

  /// Looks for every document of the plan, in the shards and in the library; writes nothing.
  public func account(library: String?, onShard: (Int) -> Void = { _ in }) throws(BatchError) -> Account {
    let merged = library.flatMap { Journal(reading: $0 + "/.docscan") }
    var account = Account()
    for number in 1...max(1, plan.shards.count) where number <= plan.shards.count {
      let path = "\(folder)/\(WorkPlan.shardFile(number))"
      try PlannedShard.check(path, plan.shards[number - 1].sha256)
      let places = (shards[number] ?? []).map(ShardResults.init)
      if places.contains(where: { OutputFolder.process(writingTo: $0.folder + "/.docscan") != nil }) {
        account.running.append(number)
      }
      let before = account.missing
      let file = LineFile<PlannedDocument>(path)
      while let document = try file.next() {
        account.documents += 1
        if let status = try status(of: document, merged, in: library, places) {
          account.statuses[status.rawValue, default: 0] += 1
        } else {
          account.missing += 1
        }
      }
      if account.missing > before { account.incompleteShards.append(number) }
      onShard(number)
    }
    return account
  }

  private func status(
    of document: PlannedDocument, _ merged: Journal?, in library: String?, _ places: [ShardResults]
  ) throws(BatchError) -> DocumentStatus? {
    for place in places { if let status = try place.status(of: document, plan) { return status } }
    if let entry = try writing(merged?.document(named: document.name)), document.isMade(entry, plan) {
      return entry.status
    }
    // A merge that was killed had put it in place, and not noted yet.
    guard let library, let record = DocumentRecord(inFolder: library + "/" + document.name),
      record.name == document.name,
      document.isMade(record, plan)
    else { return nil }
    return record.status
  }

  // MARK: Merging

  /// Puts all documents into a library, with a journal and a report of all; fails before anything is moved where some are missing, unless
  /// `partial`.
  public func run(
    into library: String, review size: ReviewSize? = nil, partial: Bool = false,
    interruption: Interruption = Interruption(),
    onProgress: (MergeProgress) -> Void = { _ in }
  ) throws(BatchError) -> Result {
    let account = try account(library: library) { onProgress(.accounted(shard: $0, of: plan.shards.count)) }
    guard account.isWhole || partial else { throw .usage(Self.complaint(account, plan)) }
    for place in shards.values.joined().map(canonicalPath) {
      guard ![place, parentFolder(of: place)].contains(canonicalPath(library)) else {
        throw .usage("\(library) holds shards. Name another folder for the library with -o.")
      }
    }
    let output = try OutputFolder(path: library)
    var result = Result()
    for number in shards.keys.sorted() where !account.running.contains(number) {
      for place in shards[number] ?? [] where !result.wasInterrupted {
        try merge(shard: number, from: place, into: output, &result, interruption, onProgress)
      }
    }
    guard !result.wasInterrupted else { return result }
    try writing(output.journal.endAdopting())
    let report = MergedReport(plan: plan, folder: folder, output: output, shards: shardFolders.map(ShardResults.init))
    try report.write(review: size, into: &result)
    try output.clear()
    return result
  }

  /// Why nothing is merged.
  private static func complaint(_ account: Account, _ plan: WorkPlan) -> String {
    if !account.running.isEmpty {
      return "Shards are still running: \(PageSelection(pages: account.running)). Merge when they have ended."
    }
    return
      "\(account.missing) of \(plan.documents) documents are missing, of the shards \(account.arrayExpression). Run these again, or "
      + "merge what there is with --partial. Nothing was moved."
  }

  private func merge(
    shard number: Int, from place: String, into output: OutputFolder, _ result: inout Result,
    _ interruption: Interruption,
    _ onProgress: (MergeProgress) -> Void
  ) throws(BatchError) {
    let source = ShardResults(place)
    let file = LineFile<PlannedDocument>("\(folder)/\(WorkPlan.shardFile(number))")
    var batch: [String] = []
    func note() throws(BatchError) {
      guard !batch.isEmpty else { return }
      // All that was moved is on the disk before the journal says so.
      try output.syncAll()
      if result.moved >= Self.documentsAtOnce { try writing(output.journal.beginAdopting()) }
      try writing(output.journal.adopt(batch, from: place + "/.docscan/journal.sqlite"))
      result.moved += batch.count
      batch = []
      onProgress(.moved(result.moved + result.found, of: plan.documents))
    }
    while let document = try file.next() {
      if let entry = try writing(output.journal.document(named: document.name)), document.isMade(entry, plan) {
        if place == shards[number]?.first { result.found += 1 }
        continue
      }
      if try isInPlace(document, output, source) {
        batch.append(document.name)
      } else if try source.status(of: document, plan) != nil {
        if try put(document.name, from: place, into: output) {
          batch.append(document.name)
        } else {
          result.refused.append(document.name)
        }
      }
      if batch.count >= Self.documentsAtOnce { try note() }
      if batch.count % Self.documentsBetweenQuestions == 0, interruption.comes(within: 0.000_001) {
        result.wasInterrupted = true
        break
      }
    }
    try note()
  }

  /// Whether an earlier merge put a shard's document in place, and was killed before it could note that.
  private func isInPlace(
    _ document: PlannedDocument, _ output: OutputFolder, _ source: ShardResults
  ) throws(BatchError) -> Bool {
    guard let record = output.results.record(named: document.name), document.isMade(record, plan),
      let entry = try source.entry(of: document)
    else { return false }
    return entry.sha256 == record.sha256 && entry.pipeline == record.pipeline.sha256
  }

  /// Moves or links a document into the library; false where something else is there that is not docscan's.
  private func put(_ name: String, from place: String, into output: OutputFolder) throws(BatchError) -> Bool {
    let (source, target) = (place + "/" + name, output.folder(of: name))
    // Only what docscan made is moved, and only from where it is: a journal can say anything, and a link lead anywhere.
    guard Folder(root: place)?.folder(name) != nil, DocumentRecord(inFolder: source)?.name == name else { return false }
    var built = source
    if keepsShards || !Self.isSameDisk(source, output.path) { built = try copy(source, in: output) }
    if fileStatus(target) == nil {
      try OutputFolder.makeFolder(parentFolder(of: target))
      if unsafe linux_rename_exclusively(built, target) == 0 { return true }
    }
    // An earlier result of docscan gives way; what others added to it stays.
    guard try output.mayPublish(as: name) else { return false }
    return try writing(output.publication(of: built, as: name, times: [], for: .ofSources([]))).run()
  }

  /// A copy of a document's folder in the library's hidden part: of links where that is possible, otherwise of bytes.
  private func copy(_ source: String, in output: OutputFolder) throws(BatchError) -> String {
    let built = try output.makePartial("merged")
    guard let tree = FolderTree(source) else { throw OutputFolder.failure("read", source) }
    for path in tree.folders.sorted() {
      try OutputFolder.makeFolder(built + "/" + path)
      Self.copyRights(from: source + "/" + path, to: built + "/" + path)
    }
    Self.copyRights(from: source, to: built)
    for path in tree.paths.subtracting(tree.folders) {
      let (from, to) = (source + "/" + path, built + "/" + path)
      if unsafe linkat(AT_FDCWD, from, AT_FDCWD, to, 0) == 0 { continue }
      let file = try writing(FileCopy.open(from))
      try withExtendedLifetime(file) { () throws(BatchError) in
        _ = try writing(FileCopy.copy(file.descriptor, named: from, to: to))
      }
      Self.copyRights(from: from, to: to)
      var times = [timespec(), timespec()]
      if let status = fileStatus(from) { times = [status.st_atim, status.st_mtim] }
      guard unsafe utimensat(AT_FDCWD, to, times, 0) == 0 else { throw OutputFolder.failure("write", to) }
    }
    return built
  }

  /// Readers stay who they are; where a disk knows no rights, there is nothing to copy.
  private static func copyRights(from path: String, to target: String) {
    if let status = fileStatus(path) { unsafe chmod(target, status.st_mode & 0o777) }
  }

  private static func isSameDisk(_ one: String, _ other: String) -> Bool {
    fileStatus(one)?.st_dev == fileStatus(other, followingLinks: true)?.st_dev
  }
}

/// How far a merge is.
public enum MergeProgress: Sendable {
  /// A shard's documents were looked for.
  case accounted(shard: Int, of: Int)
  /// So many documents are in place.
  case moved(Int, of: Int)
}
