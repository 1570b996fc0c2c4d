// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWriters

/// The results of a shard, in the folder where its run put them.
final class ShardResults {
  let folder: String
  /// The same, open; nil if it cannot be.
  let root: Folder?
  /// Nil where nothing can be read of it.
  private let journal: Journal?

  init(_ folder: String) {
    self.folder = folder
    root = Folder(root: folder)
    journal = Journal(reading: root.flatMap(HiddenFolder.existing))
  }

  /// The folders of a plan's shards, by their numbers, among some folders and those right below them.
  ///
  /// A folder of another plan is left out. Of several of one shard the first counts.
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

  /// The status of a document that is there as its run noted it; nil if it is missing, or something of it is.
  func status(of document: PlannedDocument, _ plan: WorkPlan) throws(BatchError) -> DocumentStatus? {
    guard let entry = try entry(of: document), document.wanted(by: plan).difference(of: entry) == nil,
      !entry.files.isEmpty, entry.files.areIn(root?.folder(document.name))
    else { return nil }
    return entry.status
  }

  /// What the run noted of a document, whatever became of its files since.
  func entry(of document: PlannedDocument) throws(BatchError) -> JournalEntry? {
    try writing(journal?.document(named: document.name))
  }

  /// What the report of a shard's last run says beside the documents.
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
  /// What a plan wants of the document: whatever came of it counts.
  func wanted(by plan: WorkPlan) -> WantedResult {
    WantedResult(
      sha256: sha256.isEmpty ? nil : sha256, pipelines: Set(identities ?? plan.identities), acceptsFailures: true)
  }
}
