// SPDX-License-Identifier: GPL-3.0-or-later

/// Deals documents to shards, in their order: each goes to the shard with the least to do so far.
///
/// List scheduling (R. L. Graham, Bounds for certain multiprocessing anomalies, 1966): no shard has more than the mean and the longest
/// document.
struct ShardDeal {
  /// What the shards have, in order.
  private(set) var shards: [WorkPlan.Shard]
  /// The shards by their numbers, from 0; of two with as much to do, the first one comes first.
  private var waiting = Heap<(seconds: Double, index: Int)> { ($0.seconds, $0.index) < ($1.seconds, $1.index) }

  init(count: Int) {
    shards = Array(repeating: WorkPlan.Shard(documents: 0, pages: 0, bytes: 0, seconds: 0, sha256: ""), count: count)
    for index in shards.indices { waiting.insert((0, index)) }
  }

  /// The shard, from 0, that a document goes to.
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
