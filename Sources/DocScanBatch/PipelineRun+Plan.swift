// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import DocScanWire

extension PipelineRun {
  /// Performs a dry run, which writes nothing. If documents get names from their content, `onEvent` receives the events of reading them.
  package func plan(onEvent: @escaping (BatchEvent) -> Void = { _ in }) throws(BatchError) -> BatchPlan {
    let listing = try listing()
    let root = Folder(root: outputFolder)
    let folder = ResultsFolder(
      path: outputFolder, root: root, journal: Journal(reading: root.flatMap(HiddenFolder.existing)))
    let results = ResultsInPlace(
      folder: folder, journal: nil, pipelines: pipelines,
      options: try decidingOptions(for: listing.documents, in: folder.journal),
      identity: try pipeline.identity(files: []),
      reading: try pipeline.reading(versions: versions, packs: languagePacks))
    var plan = BatchPlan(documents: [], others: listing.outcomes)
    let counter = try PageCounter(
      first: firstWorker.take(), program: workerProgram,
      configuration: WorkerConfiguration(pipeline), passwords: options.passwords)
    let names = SourceNames(naming: ResultNaming(results: folder), results: results, options: options)
    var unnamed: [PathKey: Int] = [:]
    var named: [InputDocument] = []
    for input in listing.documents {
      let count = plan.documents.count
      guard let settled = try add(input, to: &plan, names, results, counter), plan.documents.count > count else {
        continue
      }
      if plan.documents[count].action != .unchanged, folder.record(named: settled.name)?.hasOwnName != true {
        unnamed[PathKey(settled.identity)] = count
        named.append(settled)
      }
    }
    if template != nil, !named.isEmpty {
      try NamePreview(self, names, folder).add(named, at: unnamed, to: &plan, onEvent: onEvent)
    }
    return plan
  }

  /// Adds an input to the plan. Returns the input with its final name, or `nil` if the run wouldn't process it or it is standard input.
  private func add(
    _ input: InputDocument, to plan: inout BatchPlan, _ names: SourceNames, _ results: ResultsInPlace,
    _ counter: PageCounter
  ) throws(BatchError) -> InputDocument? {
    guard input.identity != StandardInput.path else {
      plan.documents.append(
        .init(
          name: input.name, source: input.source, pages: nil, action: .new,
          notes: ["Standard input is not read in a dry run."]))
      return nil
    }
    var input = input
    let digest: InputDigest
    do throws(PageFailure) {
      input.files = try input.allPaths.map { (path) throws(PageFailure) in try SourceFile(path: path) }
      digest = try ContentDigest.digest(files: input.files)
    } catch {
      plan.others.append(.init(.failed, source: input.source, reason: error.message))
      return nil
    }
    guard var named = try names.settle(input, digest: digest) else {
      plan.others.append(.init(repeated: input, first: names.first(with: digest)))
      return nil
    }
    named.digest = digest
    var document = BatchPlan.Document(
      name: named.name, source: named.source, pages: nil, action: .new, notes: [named.note].compactMap(\.self))
    switch try results.state(of: named, digest: digest) {
    case .missing: break
    case .stale(let record, let reason):
      document.action = .again("\(reason)")
      if let lost = try results.formatsLost(record, named) { document.notes.append(lost) }
    case .current(let record):
      (document.pages, document.action) = (record.pages.count, .unchanged)
      plan.documents.append(document)
      return nil
    case .kept(let record, let reason):
      (document.pages, document.action) = (record.pages.count, .unchanged)
      document.notes += [DocumentOutcome(kept: named, record, because: reason).reason].compactMap(\.self)
      plan.documents.append(document)
      return nil
    }
    switch try counter.count(named, in: options.pages) {
    case .pages(let count): document.pages = count
    case .unknown(let complaint):
      document.pages = nil
      document.notes.append(complaint)
    case .unreadable(let failure):
      plan.others.append(.init(.failed, source: input.source, reason: failure.message))
      return nil
    }
    plan.documents.append(document)
    return named
  }
}
