// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// The documents of all shards, merged into the order of the plan.
final class PlannedDocuments {
  private static let buffers = 32 << 20

  private let files: [LineFile<PlannedDocument>]
  /// The next document of each file that isn't at its end.
  private var waiting = Heap<(document: PlannedDocument, file: Int)> { $0.document.number < $1.document.number }

  init(_ plan: WorkPlan, folder: Folder) throws(BatchError) {
    let chunk = min(max(Self.buffers / max(1, plan.shards.count), 4 << 10), 256 << 10)
    files = plan.shards.indices.map { LineFile(WorkPlan.shardFile($0 + 1), in: folder, chunk: chunk) }
    for (index, file) in files.enumerated() { if let first = try file.next() { waiting.insert((first, index)) } }
  }

  func next() throws(BatchError) -> PlannedDocument? {
    guard let first = waiting.first else { return nil }
    waiting.replaceFirst(with: try files[first.file].next().map { ($0, first.file) })
    return first.document
  }
}
