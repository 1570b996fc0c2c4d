// SPDX-License-Identifier: GPL-3.0-or-later

/// The assignment of documents to shards in order, each to the shard with the least work so far. List scheduling (R. L. Graham, Bounds for certain
/// multiprocessing anomalies, 1966): no shard gets more than the mean plus the longest document.
struct ShardAssignment {
  private(set) var shards: [WorkPlan.Shard]
  /// The shards by expected time, then by index.
  private var waiting = Heap<(seconds: Double, index: Int)> { ($0.seconds, $0.index) < ($1.seconds, $1.index) }

  init(count: Int) {
    shards = Array(repeating: WorkPlan.Shard(documents: 0, pages: 0, bytes: 0, seconds: 0, sha256: ""), count: count)
    for index in shards.indices { waiting.insert((0, index)) }
  }

  /// Assigns a document to a shard, and returns the shard's index from 0.
  mutating func take(_ document: PlannedDocument) -> Int {
    let index = waiting.first?.index ?? 0
    shards[index].documents += 1
    shards[index].pages += document.pages ?? 1
    shards[index].bytes += document.bytes
    shards[index].seconds += document.seconds
    waiting.replaceFirst(with: (shards[index].seconds, index))
    return index
  }
}
