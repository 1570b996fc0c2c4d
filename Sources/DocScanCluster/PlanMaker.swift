// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import FoundationEssentials
internal import Glibc

/// The creation or extension of a plan.
final class PlanMaker {
  let run: PipelineRun
  let options: PlanOptions
  let draft: PlanDraft
  let onProgress: (PlanProgress) -> Void
  let interruption: Interruption

  private(set) var found = 0
  private(set) var unmatched: Set<String>
  /// The common parent folder of all files, or `nil` before the first file.
  private(set) var root: String?
  let earlier: WorkPlan?
  let place: Folder
  /// The number of the last document, and the number of pages in new documents.
  var (documents, pages) = (0, 0)
  /// The last folder and its canonical path, because most files share their predecessor's folder.
  private var lastFolder = (given: "", canonical: "")

  init(
    _ run: PipelineRun, _ options: PlanOptions, in place: Folder, extending earlier: WorkPlan?,
    interruption: Interruption,
    onProgress: @escaping (PlanProgress) -> Void
  ) throws(BatchError) {
    (self.run, self.options, self.interruption, self.onProgress) = (run, options, interruption, onProgress)
    (self.place, self.earlier) = (place, earlier)
    guard run.pipeline.output.template == nil else {
      throw .usage(
        "A plan fixes names before anything is read, so documents cannot be named by their content. Remove output.name from the "
          + "pipeline, or run it on one machine.")
    }
    unmatched = Set(run.pipeline.overrides.map(\.key))
    draft = try PlanDraft(in: place)
  }

  func make(inputs: [String]) throws(BatchError) -> WorkPlan? {
    if let earlier { try take(earlier) }
    try find(inputs)
    guard try settle() else { return nil }
    guard documents > (earlier?.documents ?? 0) else {
      throw .noInput(
        earlier == nil
          ? "No documents found in \(inputs.joined(separator: ", "))."
          : "All documents are in the plan already.")
    }
    var costs = earlier?.costs ?? .assumed
    if options.sample > 0 {
      guard
        let learned = try PlanSample(run, draft, root: root ?? "/", interruption: interruption, onProgress: onProgress)
          .costs(options.sample, in: place)
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
      let file = LineFile<PlannedDocument>(WorkPlan.shardFile(number), in: place)
      while let document = try file.next() { try draft.take(document) }
    }
    let others = LineFile<DocumentOutcome>(WorkPlan.othersFile, in: place)
    while let other = try others.next() { try draft.insert(other) }
  }

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

  private func absolute(_ path: String) -> String {
    let folder = parentFolder(of: path)
    if folder != lastFolder.given { lastFolder = (folder, canonicalPath(folder)) }
    return PlannedDocument.path(fileName(path), below: lastFolder.canonical)
  }

  private func extendRoot(to folder: String) {
    // Paths in an existing plan are relative to its root.
    guard earlier == nil else { return }
    guard var root else { return self.root = folder }
    while root != "/", folder != root, path(folder, below: root) == nil { root = parentFolder(of: root) }
    self.root = root
  }
}
