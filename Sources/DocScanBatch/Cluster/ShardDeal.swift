// SPDX-License-Identifier: GPL-3.0-or-later

/// Deals documents to shards, in their order: each goes to the shard with the least to do so far.
///
/// List scheduling (R. L. Graham, Bounds for certain multiprocessing anomalies, 1966): no shard has more than the mean and the longest
/// document.
struct ShardDeal {
  /// What the shards have, in order.
  private(set) var shards: [WorkPlan.Shard]
  /// The shards as a heap: each one has no more to do than those at twice its place and behind.
  private var heap: [Int]

  init(count: Int) {
    shards = Array(repeating: WorkPlan.Shard(documents: 0, pages: 0, bytes: 0, seconds: 0, sha256: ""), count: count)
    heap = Array(0..<count)
  }

  /// The shard, from 0, that a document goes to.
  mutating func take(_ document: PlannedDocument) -> Int {
    let index = heap[0]
    shards[index].documents += 1
    shards[index].pages += document.pages ?? 1
    shards[index].bytes += document.bytes
    shards[index].seconds += document.seconds
    sink()
    return index
  }

  /// Whether a shard comes before another: it has less to do, or a smaller number.
  private func isBefore(_ first: Int, _ second: Int) -> Bool {
    let (one, other) = (shards[first].seconds, shards[second].seconds)
    return one != other ? one < other : first < second
  }

  /// Puts the first of the heap in its place.
  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && isBefore(heap[child], heap[least]) {
        least = child
      }
      guard least != place else { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
