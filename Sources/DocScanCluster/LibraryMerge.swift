// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
package import DocScanStore
internal import DocScanWriters
internal import Glibc

/// Puts the shards of a plan together in one folder of results, as one machine would have made them.
///
/// Every document of the plan is accounted for before anything is moved. It may be killed at any time, and run again: what is in place is
/// left there.
package final class LibraryMerge {
  /// So many documents are put in place before that is noted in the journal: then all of the disk has to be written.
  private static let documentsAtOnce = 5000
  /// So many are put in place before it is asked whether to go on.
  private static let documentsBetweenQuestions = 500

  private let plan: WorkPlan
  private let planFolder: Folder
  private let shards: [Int: [String]]
  /// Whether shards keep their results: then a library shares their files.
  private let keepsShards: Bool
  /// The folder of results, open from the first merge on.
  package private(set) var library: Folder?

  /// What is there, and what is not.
  package struct Account: Encodable, Hashable, Sendable {
    /// How many documents are there, by their status.
    package var statuses: [String: Int] = [:]
    /// How many of the plan's documents are not there.
    package var missing = 0
    /// The shards that have some of these, from 1.
    package var incompleteShards: [Int] = []
    /// Shards that are still being worked on, with the process where it is known.
    package var running: [Int] = []
    /// How many documents the shards have.
    package var documents = 0

    /// Whether all shards have ended, and nothing of the plan is missing.
    package var isWhole: Bool { missing == 0 && running.isEmpty }

    /// The incomplete shards as schedulers take them: `3,7-9`.
    package var arrayExpression: String { PageSelection(pages: incompleteShards).description }
  }

  /// What a merge comes to.
  package struct Result: Encodable, Hashable, Sendable {
    /// How many documents came into the library.
    package var moved = 0
    /// How many were there before.
    package var found = 0
    /// Documents in whose place is something that is not docscan's: they stay with their shards.
    package var refused: [String] = []
    /// Counts over all documents.
    package var totals = BatchReport.Totals()
    /// The pages to look at first; nil if no shard listed any.
    package var review: Review?
    /// The path of the merged report.
    package var reportFile = ""
    /// Whether it ended early; merging again goes on.
    package var wasInterrupted = false
  }

  /// Reads a plan, and finds the results of its shards in some folders, or right below them.
  package init(plan folder: String, results places: [String], keepsShards: Bool = false) throws(BatchError) {
    (planFolder, self.keepsShards) = (try WorkPlan.opened(folder), keepsShards)
    plan = try WorkPlan(in: planFolder)
    for place in places where !isFolder(place, followingLinks: true) {
      throw .noInput("There is no folder \(place).")
    }
    shards = ShardResults.folders(of: plan, in: places)
  }

  /// How many shards the plan has, and of how many there are results.
  package var shardCounts: (planned: Int, found: Int) { (plan.shards.count, shards.count) }

  /// The folders of the shards whose results are taken, in order.
  package var shardFolders: [String] { shards.sorted { $0.key < $1.key }.compactMap(\.value.first) }

  // MARK: Accounting

  /// Looks for every document of the plan, in the shards and in the library; writes nothing.
  package func account(library: String?, onShard: (Int) -> Void = { _ in }) throws(BatchError) -> Account {
    let root = library.flatMap { Folder(root: $0) }
    let merged = Journal(reading: root.flatMap(HiddenFolder.existing))
    var account = Account()
    for number in 1...max(1, plan.shards.count) where number <= plan.shards.count {
      let name = WorkPlan.shardFile(number)
      try PlannedShard.check(name, plan.shards[number - 1].sha256, in: planFolder)
      let places = (shards[number] ?? []).map(ShardResults.init)
      if places.contains(where: { OutputFolder.process(writingTo: HiddenFolder.existing(in: $0.folder)) != nil }) {
        account.running.append(number)
      }
      let before = account.missing
      let file = LineFile<PlannedDocument>(name, in: planFolder)
      while let document = try file.next() {
        account.documents += 1
        if let status = try status(of: document, merged, in: root, places) {
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
    of document: PlannedDocument, _ merged: Journal?, in root: Folder?, _ places: [ShardResults]
  ) throws(BatchError) -> DocumentStatus? {
    for place in places { if let status = try place.status(of: document, plan) { return status } }
    let wanted = document.wanted(by: plan)
    if let entry = try writing(merged?.document(named: document.name)), wanted.difference(of: entry) == nil {
      return entry.status
    }
    // A merge that was killed had put it in place, and not noted yet.
    guard let record = root.flatMap({ DocumentRecord(named: document.name, in: $0) }),
      wanted.difference(of: record) == nil
    else { return nil }
    return record.status
  }

  // MARK: Merging

  /// Puts all documents into a library, with a journal and a report of all; fails before anything is moved where some are missing, unless
  /// `partial`.
  package func run(
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
    self.library = output.root
    var result = Result()
    for number in shards.keys.sorted() where !account.running.contains(number) {
      for place in shards[number] ?? [] where !result.wasInterrupted {
        try merge(shard: number, from: place, into: output, &result, interruption, onProgress)
      }
    }
    guard !result.wasInterrupted else { return result }
    try writing(output.journal.endAdopting())
    let report = MergedReport(
      plan: plan, folder: planFolder, output: output, shards: shardFolders.map(ShardResults.init))
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
    guard let shard = source.root else { throw OutputFolder.failure("open", place) }
    let file = LineFile<PlannedDocument>(WorkPlan.shardFile(number), in: planFolder)
    var batch: [String] = []
    func note() throws(BatchError) {
      guard !batch.isEmpty else { return }
      // All that was moved is on the disk before the journal says so.
      try output.syncAll()
      if result.moved >= Self.documentsAtOnce { try writing(output.journal.beginAdopting()) }
      try writing(output.journal.adopt(batch, from: shard))
      result.moved += batch.count
      batch = []
      onProgress(.moved(result.moved + result.found, of: plan.documents))
    }
    while let document = try file.next() {
      if let entry = try writing(output.journal.document(named: document.name)),
        document.wanted(by: plan).difference(of: entry) == nil
      {
        if place == shards[number]?.first { result.found += 1 }
        continue
      }
      if try isInPlace(document, output, source) {
        batch.append(document.name)
      } else if try source.status(of: document, plan) != nil {
        if try put(document.name, from: shard, into: output) {
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
    guard let record = output.results.record(named: document.name),
      document.wanted(by: plan).difference(of: record) == nil,
      let entry = try source.entry(of: document)
    else { return false }
    return entry.isOf(record)
  }

  /// Moves or links a document into the library; false if something else is there that is not docscan's.
  private func put(_ name: String, from shard: Folder, into output: OutputFolder) throws(BatchError) -> Bool {
    // Only what docscan made is moved, and only from where it is: a journal can say anything, and a link lead anywhere.
    guard let place = foldersAbove(name).last.map({ shard.folder($0) }) ?? shard, let source = shard.folder(name),
      DocumentRecord(named: name, in: shard) != nil
    else { return false }
    let isCopied = keepsShards || source.status.st_dev != output.root.status.st_dev
    let built = isCopied ? try copy(source, in: output) : "\(place.anchor)/\(fileName(name))"
    if !output.root.exists(name) {
      if let parent = foldersAbove(name).last, output.root.makeFolder(parent) == nil {
        throw OutputFolder.failure("create", "\(output.path)/\(parent)")
      }
      if (isCopied ? output.partial : place).rename(fileName(built), to: output.root, name) { return true }
    }
    // An earlier result of docscan gives way; what others added to it stays.
    guard try output.mayPublish(as: name) else { return false }
    return try withExtendedLifetime(place) { () throws(BatchError) in
      try writing(output.publication(of: built, as: name, times: [], for: .ofSources([]))).run()
    }
  }

  /// A copy of a document's folder in the library's hidden part: of links where that is possible, otherwise of bytes.
  private func copy(_ source: Folder, in output: OutputFolder) throws(BatchError) -> String {
    let path = try output.makePartial("merged")
    guard let tree = FolderTree(source), let built = Folder(root: path) else {
      throw OutputFolder.failure("read", source.path)
    }
    for folder in tree.folders.sorted() {
      guard built.makeFolder(folder) != nil else { throw OutputFolder.failure("create", "\(path)/\(folder)") }
      Self.copyRights(of: source.status(folder), to: folder, in: built)
    }
    // Readers stay who they are; where a disk knows no rights, there is nothing to copy.
    fchmod(built.descriptor, source.status.st_mode & 0o777)
    for name in tree.paths.subtracting(tree.folders) where !source.link(name, to: built, as: name) {
      guard let file = source.file(name), let status = source.status(name), file.identity != nil else {
        throw OutputFolder.failure("read", "\(source.path)/\(name)")
      }
      try writing(FileCopy.copy(file, named: "\(source.path)/\(name)", to: OutputFile(newFile: name, in: built)))
      Self.copyRights(of: status, to: name, in: built)
      guard built.setTimes(name, [status.st_atim, status.st_mtim]) else {
        throw OutputFolder.failure("write", "\(path)/\(name)")
      }
    }
    return path
  }

  private static func copyRights(of status: stat?, to name: String, in folder: Folder) {
    if let status { _ = folder.setMode(name, status.st_mode & 0o777) }
  }
}

/// How far a merge is.
package enum MergeProgress: Sendable {
  /// A shard's documents were looked for.
  case accounted(shard: Int, of: Int)
  /// So many documents are in place.
  case moved(Int, of: Int)
}
