// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore

/// Assignment of documents to shards, and writing of the plan's files.
extension PlanMaker {
  /// Assigns documents to shards, and writes the plan. `plan.json` is written last, so that a folder that contains it is complete.
  func write(_ costs: PlanCosts, inputs: [String]) throws(BatchError) -> WorkPlan {
    let before = earlier?.shards.count ?? 0
    let count = shardCount
    guard place.makeFolder("shards") != nil else { throw OutputFolder.failure("create", "\(place.path)/shards") }
    var deal = ShardAssignment(count: count)
    var files: [LineWriter] = []
    for number in 1...count { files.append(LineWriter(WorkPlan.shardFile(before + number), in: place)) }
    try draft.documents { (document) throws(BatchError) in
      var document = document
      let paths = document.files.map(\.path)
      if !run.pipeline.overrides(files: paths).isEmpty { document.identities = try run.identities(files: paths) }
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
    let others = LineWriter(WorkPlan.othersFile, in: place)
    var otherCount = 0
    try draft.others { (other) throws(BatchError) in
      try writing(others.write(other))
      otherCount += 1
    }
    let othersDigest = try writing(others.finish())
    let pipelineDigest = try writing(replaceJSON(run.pipeline.file, at: WorkPlan.pipelineFile, in: place))
    var allInputs = earlier?.inputs ?? []
    for input in inputs.map(Self.lasting) where !allInputs.contains(input) { allInputs.append(input) }
    let seconds: Double = shards.map(\.seconds).reduce(0, +)
    let allPages: Int = shards.map(\.pages).reduce(0, +)
    let allBytes: Int = shards.map(\.bytes).reduce(0, +)
    let plan = WorkPlan(
      pipeline: run.pipeline.name, pipelineDigest: pipelineDigest, identities: try run.identities(files: []),
      pipelineFolder: run.pipelineFolder,
      inputs: allInputs, group: run.pipeline.input.group.rawValue, root: root ?? "/", selection: "\(run.options.pages)",
      keepTimes: run.options.keepTimes, versions: run.versions, packs: run.usedPackSizes, documents: documents,
      pages: allPages, bytes: allBytes, seconds: seconds.rounded(toPlaces: 3), costs: costs,
      unmatchedOverrides: unmatched.sorted(), others: otherCount, othersDigest: othersDigest, shards: shards)
    try writing(replaceJSON(plan, at: WorkPlan.file, in: place))
    guard place.folder("shards")?.sync() == true, place.sync() else { throw OutputFolder.failure("write", place.path) }
    return plan
  }

  private static func lasting(_ input: String) -> String {
    realPath(input) ?? (input.hasPrefix("/") ? input : canonicalPath(".") + "/" + input)
  }

  private var shardCount: Int {
    let wanted =
      switch options.cut {
      case .shards(let count): count
      case .pagesPerShard(let perShard): (pages + perShard - 1) / perShard
      }
    return max(1, min(wanted, documents - (earlier?.documents ?? 0)))
  }
}
