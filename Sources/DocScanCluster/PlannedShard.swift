// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanBatch
package import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore

/// A shard of a plan, as the input of a run.
struct PlannedShard: GivenDocuments {
  let plan: WorkPlan
  let folder: Folder
  let number: Int
  /// The folder on this machine that contains the plan's files.
  let root: String

  /// The content of `.docscan/shard.json`, which identifies the shard whose results a folder contains.
  struct Mark: Codable, Hashable, Sendable {
    var shard: Int
    var sha256: String
    var pipelineDigest: String
  }

  var mark: Mark { Mark(shard: number, sha256: plan.shards[number - 1].sha256, pipelineDigest: plan.pipelineDigest) }

  private static let markFile = "shard.json"

  static func mark(in folder: Folder) -> Mark? {
    HiddenFolder.existing(in: folder)?.contents(markFile).flatMap { decoded($0) }
  }

  func listing() throws(BatchError) -> InputListing {
    let name = WorkPlan.shardFile(number)
    try Self.check(name, mark.sha256, in: folder)
    var listing = InputListing()
    let file = LineFile<PlannedDocument>(name, in: folder)
    while let document = try file.next() { listing.documents.append(document.input(root: root)) }
    return listing
  }

  /// Marks an output folder as holding this shard's results. Throws if it holds other results.
  func mark(_ output: OutputFolder) throws(BatchError) {
    guard output.hiddenFolder.exists(Self.markFile) else {
      try writing(replaceJSON(mark, at: Self.markFile, in: output.hiddenFolder))
      return
    }
    guard Self.mark(in: output.root) == mark else {
      throw .output(
        "\(output.path) holds results of another plan, or of another shard. Choose another folder with -o, or remove it."
      )
    }
  }

  static func changed(_ path: String) -> BatchError {
    .usage("\(path) has changed since the plan was made. Plans cannot be edited: make a new one with docscan plan.")
  }

  static func check(_ name: String, _ sha256: String, in folder: Folder) throws(BatchError) {
    let path = "\(folder.path)/\(name)"
    guard let file = folder.file(name), file.identity != nil else {
      throw .usage("\(path) cannot be opened: \(errorText()).")
    }
    do throws(OutputError) {
      if try ContentDigest.sha256(file, named: path) == sha256 { return }
    } catch {
      throw .usage("\(error)")
    }
    throw changed(path)
  }
}

extension PipelineRun {
  /// Creates a run for a shard of a plan, counted from 1. Results go to a subfolder of the output folder. `count` is the number of shards that the
  /// caller expects, or `nil` to skip this check. `root` is the folder on this machine that contains the plan's files, or `nil` if they haven't
  /// moved. `anyVersions` accepts versions that differ from the plan's. `options` are those that don't affect results.
  package convenience init(
    plan folder: String, shard number: Int, of count: Int? = nil, root: String? = nil, anyVersions: Bool = false,
    options: BatchOptions = BatchOptions()
  ) throws(BatchError) {
    let planFolder = try WorkPlan.opened(folder)
    let plan = try WorkPlan(in: planFolder)
    guard (1...max(1, plan.shards.count)).contains(number), !plan.shards.isEmpty else {
      throw .usage("Shard \(number) doesn't exist: the plan has \(plan.shards.count) shards, counted from 1.")
    }
    if let count, count != plan.shards.count {
      throw .usage("The plan has \(plan.shards.count) shards, not \(count).")
    }
    var options = options
    options.paths = []
    options.outputFolder =
      (options.outputFolder ?? OutputSettings.defaultDirectory) + "/" + WorkPlan.shardName(number)
    try self.init(planned: plan, in: planFolder, anyVersions: anyVersions, options: options)
    let place = root.map(canonicalPath) ?? plan.root
    guard isFolder(place, followingLinks: true) else {
      throw .noInput("The folder of the plan's files doesn't exist: \(place). If it has moved, name it with --root.")
    }
    given = PlannedShard(plan: plan, folder: planFolder, number: number, root: place)
  }

  /// Creates a run with a plan's pipeline. Throws if results would differ on this machine.
  convenience init(
    planned plan: WorkPlan, in place: Folder, anyVersions: Bool, options: BatchOptions
  ) throws(BatchError) {
    var options = options
    options.keepTimes = plan.keepTimes
    options.pages = PageSelection(stored: plan.selection) ?? .all
    try self.init(plan.pipelineSource(in: place), options: options)
    let differences = differences(from: plan)
    guard anyVersions || differences.isEmpty else {
      throw .missingPart(
        "This machine differs from the plan: \(differences.joined(separator: "; ")). Install the same versions, or use "
          + "--any-versions, which allows results to differ between shards.")
    }
  }

  /// Returns descriptions of the versions and language packs on this machine that differ from the plan's.
  func differences(from plan: WorkPlan) -> [String] {
    let named = Set(plan.versions.keys).union(versions.keys).sorted().compactMap { name -> String? in
      let (wanted, found) = (plan.versions[name], versions[name])
      return wanted == found ? nil : "\(name) \(found ?? "is missing") instead of \(wanted ?? "none")"
    }
    let sizes = usedPackSizes
    return named
      + Set(plan.packs.keys).union(sizes.keys).sorted().compactMap { pack -> String? in
        guard plan.packs[pack] != sizes[pack] else { return nil }
        if plan.packs[pack] == nil { return "the language pack \(pack) is installed, but was not for the plan" }
        return "the language pack \(pack) is \(sizes[pack] == nil ? "missing" : "another version")"
      }
  }

  /// The language packs that the pipeline uses, with their sizes in bytes.
  var usedPackSizes: [String: Int] {
    let used = Set(pipeline.usedPacks(among: Array(packSizes.keys)))
    return packSizes.filter { used.contains($0.key) }
  }
}
