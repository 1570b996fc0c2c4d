// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
package import DocScanStore
internal import FoundationEssentials

/// What many machines are to do together: `plan.json` in a plan's folder, schema `docscan-plan/1`.
///
/// Nothing in it depends on when or where it was made: the same inputs, settings and versions make the same bytes.
package struct WorkPlan: Codable, Hashable, Sendable {
  /// The name of the format, with its version.
  package static let schema = "docscan-plan/1"

  /// The name of this format.
  package var schema = Self.schema
  /// The pipeline's name; the pipeline itself, with every default filled in, is `pipeline.json` beside this file.
  package var pipeline: String
  /// SHA-256 of `pipeline.json`.
  package var pipelineDigest: String
  /// SHA-256 of what decides results in the pipeline, and of the same without translations, which may come later.
  package var identities: [String]
  /// Where the pipeline file was: what it names by a relative path is there. Nil for a preset.
  package var pipelineFolder: String?
  /// What was looked through for documents: absolute paths.
  package var inputs: [String]
  /// What becomes one document: as `input.group` in the pipeline says.
  package var group: String
  /// The folder that all files are below; paths in the plan are relative to it.
  package var root: String
  /// The chosen pages of each document, such as `1-3,7`; `all` where none are left out.
  package var selection: String
  /// Whether results take the time at which their source was changed last.
  package var keepTimes: Bool
  /// Program and library versions that results depend on.
  package var versions: [String: String]
  /// The language packs, with their sizes in bytes.
  package var packs: [String: Int]
  /// How many documents there are.
  package var documents: Int
  /// The number of pages, as far as they are known: a document whose pages were not counted adds one.
  package var pages: Int
  /// How large their files are together.
  package var bytes: Int
  /// What workers are expected to need for all of it, in seconds.
  package var seconds: Double
  /// How that was worked out.
  package var costs: PlanCosts
  /// Keys of the pipeline's overrides that none of the documents has a file for.
  package var unmatchedOverrides: [String]
  /// What was found beside the documents: `others.jsonl`.
  package var others: Int
  /// SHA-256 of that file.
  package var othersDigest: String
  /// The parts of the plan, each for one machine at a time.
  package var shards: [Shard]

  /// A part of the work that one machine does.
  package struct Shard: Codable, Hashable, Sendable {
    /// How many documents it has.
    package var documents: Int
    /// About how many pages.
    package var pages: Int
    /// How large its files are together.
    package var bytes: Int
    /// What workers are expected to need for it.
    package var seconds: Double
    /// SHA-256 of the file that lists its documents.
    package var sha256: String
  }

  /// The file in a plan's folder that lists the documents of a shard, counted from 1.
  static func shardFile(_ number: Int) -> String { "shards/\(shardName(number)).jsonl" }

  /// The file beside it with the pipeline.
  static let pipelineFile = "pipeline.json"

  /// The file in a plan's folder that lists what was found beside the documents.
  static let othersFile = "others.jsonl"

  /// What a shard is called, counted from 1.
  static func shardName(_ number: Int) -> String {
    let digits = String(number)
    return "shard-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }
}

extension WorkPlan {
  /// The file in a plan's folder that comes last.
  static let file = "plan.json"

  /// Opens the folder of a plan, which somebody named; everything in it is found from there.
  static func opened(_ folder: String) throws(BatchError) -> Folder {
    guard let place = Folder(root: folder) else {
      throw .usage("There is no plan in \(folder): \(file) is missing. docscan plan makes one.")
    }
    return place
  }

  /// Reads a plan; fails where a folder has none.
  package init(folder: String) throws(BatchError) { try self.init(in: Self.opened(folder)) }

  /// Reads a plan from its open folder.
  init(in place: Folder) throws(BatchError) {
    guard let json = place.contents(Self.file) else {
      throw .usage("There is no plan in \(place.path): \(Self.file) is missing. docscan plan makes one.")
    }
    guard let plan: Self = decoded(json), plan.schema == Self.schema else {
      throw .usage("\(place.path)/\(Self.file) is damaged, or of another version of docscan.")
    }
    self = plan
  }

  /// The plan's pipeline, as it was when the plan was made.
  func pipelineSource(in place: Folder) throws(BatchError) -> PipelineSource {
    let file = "\(place.path)/\(Self.pipelineFile)"
    guard let json = place.contents(Self.pipelineFile) else {
      throw .usage("\(file) cannot be opened: \(errorText()).")
    }
    guard ContentDigest.sha256(json) == pipelineDigest else { throw PlannedShard.changed(file) }
    return PipelineSource(plannedFile: file, json: json, folder: pipelineFolder)
  }
}
