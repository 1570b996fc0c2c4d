// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore

/// The results of a shard, in the output folder of its run.
final class ShardResults {
  let folder: String
  let root: Folder?
  private let journal: Journal?

  init(_ folder: String) {
    self.folder = folder
    root = Folder(root: folder)
    journal = Journal(reading: root.flatMap(HiddenFolder.existing))
  }

  /// Returns the results folders of a plan's shards, by shard number, among the given folders and their subfolders. Folders of other plans are left
  /// out. A shard can have several folders, for example after a retry; the first one takes precedence.
  static func folders(of plan: WorkPlan, in places: [String]) -> [Int: [String]] {
    var found: [Int: [String]] = [:]
    for place in places {
      let below = names(inFolder: place).map { "\(place)/\($0)" }
      for folder in [place] + below {
        guard let mark = Folder(root: folder).flatMap(PlannedShard.mark),
          plan.shards.indices.contains(mark.shard - 1), plan.shards[mark.shard - 1].sha256 == mark.sha256,
          plan.pipelineDigest == mark.pipelineDigest, found[mark.shard]?.contains(folder) != true
        else { continue }
        found[mark.shard, default: []].append(folder)
      }
    }
    return found
  }

  func status(of document: PlannedDocument, _ plan: WorkPlan) throws(BatchError) -> DocumentStatus? {
    guard let entry = try entry(of: document), document.wanted(by: plan).difference(of: entry) == nil,
      !entry.files.isEmpty, entry.files.areIn(root?.folder(document.name))
    else { return nil }
    return entry.status
  }

  /// Returns the journal entry of a document, or `nil` if there is none, regardless of the current state of its files.
  func entry(of document: PlannedDocument) throws(BatchError) -> JournalEntry? {
    try writing(journal?.document(named: document.name))
  }

  /// The values in a shard's report that the merged report needs, except for the documents.
  struct Report: Decodable {
    let started: String
    let seconds: Double
    let workers: Int
    let confinement: Confinement
    let megapixels: Double
    let stageSeconds: [String: Double]
    let translationEnded: String?
  }

  var report: Report? { root?.contents("report.json").flatMap { decoded($0) } }
}

extension PlannedDocument {
  /// Returns the result that the plan expects for this document; a failure counts as a result.
  func wanted(by plan: WorkPlan) -> WantedResult {
    WantedResult(
      sha256: sha256.isEmpty ? nil : sha256, pipelines: Set(identities ?? plan.identities), acceptsFailures: true)
  }
}
