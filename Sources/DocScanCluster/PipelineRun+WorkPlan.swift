// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
package import DocScanFiles
internal import DocScanInput
internal import DocScanStore

extension PipelineRun {
  /// Makes a plan of the run's inputs for several machines, in a new or empty folder. Returns `nil` if it was interrupted. Making an interrupted
  /// plan again reuses the digests of all files that were already hashed.
  package func makePlan(
    _ options: PlanOptions, interruption: Interruption = Interruption(),
    onProgress: @escaping (PlanProgress) -> Void = { _ in }
  ) throws(BatchError) -> WorkPlan? {
    let folder = options.folder
    guard !isRegularFile(folder + "/plan.json") else {
      throw .output(
        "\(folder) already has a plan, which is never replaced. Name another folder with -o, or extend the plan with --extend."
      )
    }
    guard fileStatus(folder) == nil || names(inFolder: folder).isEmpty || isRegularFile(folder + "/draft.sqlite") else {
      throw .output("\(folder) is not empty and has no plan. Name a new folder with -o.")
    }
    try OutputFolder.makeFolder(folder)
    let place = try WorkPlan.opened(folder)
    let maker = try PlanMaker(
      self, options, in: place, extending: nil, interruption: interruption, onProgress: onProgress)
    return try maker.make(inputs: inputs)
  }

  /// Adds new documents among the inputs to a plan, in additional shards; existing shards don't change. Returns `nil` if it was interrupted.
  package static func extendPlan(
    _ options: PlanOptions, inputs: [String], workers: Int? = nil, anyVersions: Bool = false,
    interruption: Interruption = Interruption(), onProgress: @escaping (PlanProgress) -> Void = { _ in }
  ) throws(BatchError) -> WorkPlan? {
    let place = try WorkPlan.opened(options.folder)
    let plan = try WorkPlan(in: place)
    let run = try PipelineRun(
      planned: plan, in: place, anyVersions: anyVersions, options: BatchOptions(workers: workers))
    let maker = try PlanMaker(
      run, options, in: place, extending: plan, interruption: interruption, onProgress: onProgress)
    return try maker.make(inputs: inputs.isEmpty ? plan.inputs : inputs)
  }

  func count(_ draft: DraftInput, with counter: PageCounter) throws(BatchError) -> Int? {
    var input = InputDocument(name: draft.name, source: draft.source, identity: draft.identity, paths: draft.paths)
    do throws(PageFailure) {
      input.files = try input.paths.map { (path) throws(PageFailure) in try SourceFile(path: path) }
    } catch {
      return nil
    }
    guard case .pages(let count) = try counter.count(input, in: options.pages) else { return nil }
    return count
  }
}
