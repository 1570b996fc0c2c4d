// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
internal import DocScanFiles
internal import DocScanPresets
internal import DocScanStore
internal import FoundationEssentials

/// A division of work among several machines: `plan.json` in a plan's folder, schema `docscan-plan/1`. The content is deterministic: the same
/// inputs, settings, and versions produce the same bytes.
package struct WorkPlan: Codable, Hashable, Sendable {
  /// The name and version of the format.
  package static let schema = "docscan-plan/1"

  package var schema = Self.schema
  /// The pipeline's name. `pipeline.json` in the same folder contains the pipeline with all defaults filled in.
  package var pipeline: String
  package var pipelineDigest: String
  /// The SHA-256 digests of all settings that affect results, with and without those of the translation.
  package var identities: [String]
  /// The folder of the pipeline file, to which its paths are relative, or `nil` for a preset.
  package var pipelineFolder: String?
  /// The absolute paths that were searched for documents.
  package var inputs: [String]
  /// The pipeline's `input.group`: which files form one document.
  package var group: String
  /// The folder that contains all files. Paths in the plan are relative to it.
  package var root: String
  /// The selected pages of each document, such as `1-3,7`, or `all`.
  package var selection: String
  package var keepTimes: Bool
  /// The program and library versions that affect results.
  package var versions: [String: String]
  /// The sizes of the language packs, in bytes.
  package var packs: [String: Int]
  package var documents: Int
  /// The number of pages; a document whose pages weren't counted adds one.
  package var pages: Int
  package var bytes: Int
  package var seconds: Double
  package var costs: PlanCosts
  /// The keys of overrides in the pipeline that don't match any file.
  package var unmatchedOverrides: [String]
  /// The number of inputs that aren't documents, which `others.jsonl` lists.
  package var others: Int
  package var othersDigest: String
  package var shards: [Shard]

  /// A part of the plan that one machine processes.
  package struct Shard: Codable, Hashable, Sendable {
    package var documents: Int
    package var pages: Int
    package var bytes: Int
    package var seconds: Double
    package var sha256: String
  }

  static func shardFile(_ number: Int) -> String { "shards/\(shardName(number)).jsonl" }

  static let pipelineFile = "pipeline.json"

  static let othersFile = "others.jsonl"

  /// Returns the name of a shard, counted from 1, such as `shard-00012`.
  static func shardName(_ number: Int) -> String {
    let digits = String(number)
    return "shard-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }
}

extension WorkPlan {
  /// The plan's main file, which is written last.
  static let file = "plan.json"

  /// Opens a plan's folder. All files of the plan are then accessed through it, not by path.
  static func opened(_ folder: String) throws(BatchError) -> Folder {
    guard let place = Folder(root: folder) else {
      throw .usage("\(folder) contains no plan: \(file) is missing. Make a plan with docscan plan.")
    }
    return place
  }

  package init(folder: String) throws(BatchError) { try self.init(in: Self.opened(folder)) }

  init(in place: Folder) throws(BatchError) {
    guard let json = place.contents(Self.file) else {
      throw .usage("\(place.path) contains no plan: \(Self.file) is missing. Make a plan with docscan plan.")
    }
    guard let plan: Self = decoded(json), plan.schema == Self.schema else {
      throw .usage("\(place.path)/\(Self.file) is damaged, or of another version of docscan.")
    }
    self = plan
  }

  /// Returns the pipeline as it was when the plan was made. Throws if its file was changed.
  func pipelineSource(in place: Folder) throws(BatchError) -> PipelineSource {
    let file = "\(place.path)/\(Self.pipelineFile)"
    guard let json = place.contents(Self.pipelineFile) else {
      throw .usage("\(file) cannot be opened: \(errorText()).")
    }
    guard ContentDigest.sha256(json) == pipelineDigest else { throw PlannedShard.changed(file) }
    return PipelineSource(plannedFile: file, json: json, folder: pipelineFolder)
  }
}
