// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
package import DocScanFiles
internal import DocScanStore
internal import Glibc

/// The merge of a plan's shards into one library, with the results that a single machine would have produced. Every document of the plan is accounted
/// for before anything is moved. A merge that was killed can be run again: documents that are already in place are skipped.
package final class LibraryMerge {
  /// The number of documents that are recorded in the journal together, after all of them were written to disk.
  private static let documentsAtOnce = 5000
  /// The number of documents between checks for an interruption.
  private static let documentsBetweenQuestions = 500

  private let plan: WorkPlan
  private let planFolder: Folder
  private let shards: [Int: [String]]
  /// Whether the shards keep their results. If so, the library gets links to their files, or copies.
  private let keepsShards: Bool
  /// The library's folder, or `nil` before the first merge.
  package private(set) var library: Folder?

  /// The numbers of the plan's documents that have results, and of those that don't.
  package struct Account: Encodable, Hashable, Sendable {
    package var statuses: [String: Int] = [:]
    package var missing = 0
    /// The shards with missing documents, counted from 1.
    package var incompleteShards: [Int] = []
    package var running: [Int] = []
    package var documents = 0

    /// Whether all shards have ended, and no document is missing.
    package var isWhole: Bool { missing == 0 && running.isEmpty }

    /// The incomplete shards in the notation of job schedulers, such as `3,7-9`.
    package var arrayExpression: String { PageSelection(pages: incompleteShards).description }
  }

  package struct Result: Encodable, Hashable, Sendable {
    package var moved = 0
    package var found = 0
    /// The documents that stay in their shards, because their place in the library holds files that docscan didn't create.
    package var refused: [String] = []
    package var totals = BatchReport.Totals()
    /// The pages to check first, or `nil` if no shard listed any.
    package var review: Review?
    package var reportFile = ""
    /// Whether the merge was interrupted. Running it again continues it.
    package var wasInterrupted = false
  }

  /// Reads a plan, and finds the results of its shards in the given folders and their subfolders.
  package init(plan folder: String, results places: [String], keepsShards: Bool = false) throws(BatchError) {
    (planFolder, self.keepsShards) = (try WorkPlan.opened(folder), keepsShards)
    plan = try WorkPlan(in: planFolder)
    for place in places where !isFolder(place, followingLinks: true) {
      throw .noInput("Folder \(place) doesn't exist.")
    }
    shards = ShardResults.folders(of: plan, in: places)
  }

  package var shardCounts: (planned: Int, found: Int) { (plan.shards.count, shards.count) }

  /// One results folder for each shard that has any, in shard order.
  package var shardFolders: [String] { shards.sorted { $0.key < $1.key }.compactMap(\.value.first) }

  // MARK: Accounting

  /// Counts the plan's documents with results in the shards or in the library, without writing anything. Throws if a shard's file has changed.
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
    // A merge may have been killed after it moved the document, before it updated the journal.
    guard let record = root.flatMap({ DocumentRecord(named: document.name, in: $0) }),
      wanted.difference(of: record) == nil
    else { return nil }
    return record.status
  }

  // MARK: Merging

  /// Moves all documents into a library, and writes its journal and report. Unless `partial` is set, throws before that if documents are missing.
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

  private static func complaint(_ account: Account, _ plan: WorkPlan) -> String {
    if !account.running.isEmpty {
      return "Shards are still running: \(PageSelection(pages: account.running)). Merge when they have ended."
    }
    return
      "\(account.missing) of \(plan.documents) documents are missing, from the shards \(account.arrayExpression). Run these shards "
      + "again, or merge the existing results with --partial. Nothing was moved."
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
      // Documents must be on disk before the journal lists them.
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

  /// Returns whether an earlier merge moved a document, and was killed before it updated the journal.
  private func isInPlace(
    _ document: PlannedDocument, _ output: OutputFolder, _ source: ShardResults
  ) throws(BatchError) -> Bool {
    guard let record = output.results.record(named: document.name),
      document.wanted(by: plan).difference(of: record) == nil,
      let entry = try source.entry(of: document)
    else { return false }
    return entry.isOf(record)
  }

  /// Moves or links a document into the library. Returns `false` if its place holds files that docscan didn't create.
  private func put(_ name: String, from shard: Folder, into output: OutputFolder) throws(BatchError) -> Bool {
    // Journals and links are untrusted: only move folders that contain a docscan record, from within the shard.
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
    // Replaces an earlier result of docscan, but keeps files that others added to it.
    guard try output.mayPublish(as: name) else { return false }
    return try withExtendedLifetime(place) { () throws(BatchError) in
      try writing(output.publication(of: built, as: name, times: [], for: .ofSources([]))).run()
    }
  }

  /// Copies a document's folder into the library's hidden folder, with hard links if possible. Returns the copy's path.
  private func copy(_ source: Folder, in output: OutputFolder) throws(BatchError) -> String {
    let path = try output.makePartial("merged")
    guard let tree = FolderTree(source), let built = Folder(root: path) else {
      throw OutputFolder.failure("read", source.path)
    }
    for folder in tree.folders.sorted() {
      guard built.makeFolder(folder) != nil else { throw OutputFolder.failure("create", "\(path)/\(folder)") }
      Self.copyRights(of: source.status(folder), to: folder, in: built)
    }
    // Keeps the same readers. The result is ignored, because some file systems have no permissions.
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

package enum MergeProgress: Sendable {
  case accounted(shard: Int, of: Int)
  case moved(Int, of: Int)
}
