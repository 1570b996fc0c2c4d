// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanPresets
internal import DocScanStore
internal import Glibc

/// A dry run's preview of the names that documents get by their content. The documents are processed in a temporary folder.
struct NamePreview {
  private let run: PipelineRun
  private let names: SourceNames
  private let results: ResultsFolder

  init(_ run: PipelineRun, _ names: SourceNames, _ results: ResultsFolder) {
    (self.run, self.names, self.results) = (run, names, results)
  }

  /// Adds the names to a plan. `places` contains the indices in the plan, by identity.
  func add(
    _ inputs: [InputDocument], at places: [PathKey: Int], to plan: inout BatchPlan,
    onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) {
    let disk = run.options.scratchDisk ?? (unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp")
    let work = WorkFolder(in: disk)
    try work.create()
    defer { work.remove() }
    var source = run.source
    source.changes.onlyWriter = "json"
    var options = run.options
    (options.outputFolder, options.only) = (work.path, Set(inputs.map { PathKey($0.identity) }))
    (options.chosen, options.review) = (nil, nil)
    let report = try PipelineRun(source, options: options).run(onEvent: onEvent)
    guard let root = Folder(root: work.path) else { throw OutputFolder.failure("open", work.path) }
    let found = Dictionary(grouping: report.documents) { PathKey($0.source) }
    for input in inputs {
      guard let place = places[PathKey(input.identity)] else { continue }
      let records = (found[PathKey(input.source)] ?? []).compactMap { DocumentRecord(named: $0.name, in: root) }
      let earlier = EarlierParts(
        of: input, digest: input.digest ?? InputDigest(files: []), selection: run.options.pages, in: results)
      let replaced = earlier.replaced(by: records.compactMap { $0.part.flatMap(Self.pages(of:)) })
      for record in records { try add(record, of: input, earlier, replaced: replaced, to: &plan.documents[place]) }
    }
  }

  private static func pages(of part: DocumentRecord.Part) -> [Int]? {
    PageSelection(stored: part.pages).map { all in (1...max(1, part.inputPageCount)).filter(all.contains) }
  }

  private func add(
    _ record: DocumentRecord, of input: InputDocument, _ earlier: EarlierParts, replaced: Set<String>,
    to document: inout BatchPlan.Document
  ) throws(BatchError) {
    let digest = input.digest ?? InputDigest(files: [])
    guard let part = record.part else {
      if let reason = record.unnamed { document.notes.append("It keeps the name of its input: \(reason)") }
      guard let wish = record.naming?.name else { return }
      let named = try names.name(input, as: wish, digest: digest, besides: [], replaced: replaced, isKept: true)
      document.name = named.name
      if let note = named.note { document.notes.append(note) }
      return
    }
    let pages = Self.pages(of: part)
    let title = "\((pages?.count ?? 0) == 1 ? "Page" : "Pages") \(part.pages)"
    if let kept = try pages.flatMap({ (pages) throws(BatchError) in try earlier.part(of: pages) }) {
      document.notes.append("\(title): \(kept.name)")
    } else if let wish = record.naming?.name {
      let selection = part.selection(of: "\(run.options.pages)")
      let name = try names.name(
        input, as: wish, digest: digest, selection: selection, besides: [], replaced: replaced, isKept: true)
      document.notes.append("\(title): \(name)")
    } else {
      let reason = record.naming?.reason.map { ", not named: \($0)" } ?? ""
      document.notes.append("\(title): \(document.name)/\(fileName(record.name))\(reason)")
    }
  }
}
