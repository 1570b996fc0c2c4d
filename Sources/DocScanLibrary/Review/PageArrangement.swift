// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
internal import DocScanStore

/// The pages of a document in the order that holds.
package struct PageArrangement: Encodable, Hashable, Sendable {
  /// A page of the input.
  package struct Entry: Encodable, Hashable, Sendable {
    package var place: PageOrder.Place
    /// The numbers that it has in the results now: two where a spread was split, none if it is not in them.
    package var numbers: [Int]
    package var isLeftOut: Bool
  }

  package var document: String
  /// The name of the document's pipeline.
  package var pipeline: String
  /// The stages of it that do what can be decided about a page.
  package var stages: [String]
  /// The pages, in order; those that are left out come last.
  package var entries: [Entry] = []
  /// Whether a person decided about the order.
  package var isDecided: Bool
  /// Whether decisions about whole pages wait for the next run.
  package var isWaiting: Bool

  init(of record: DocumentRecord, order: PageOrder?, isWaiting: Bool) {
    (document, pipeline, self.isWaiting, isDecided) = (record.name, record.pipeline.name, isWaiting, order != nil)
    stages = (record.pipeline.stages ?? []).map(\.name).filter { ["perspective", "orientation"].contains($0) }
    var numbers: [PageOrder.Place: [Int]] = [:]
    var known: [PageOrder.Place] = []
    for page in record.pages {
      let place = PageOrder.Place(source: page.source, sourcePage: page.sourcePage)
      if numbers[place] == nil { known.append(place) }
      numbers[place, default: []].append(page.number)
    }
    let leftOut = (order?.leftOut ?? []).filter { order?.pages.contains($0) != true }
    let wanted = order?.pages ?? []
    // Pages that the order does not name come last. What it names and the results do not have may be gone with other bytes.
    let rest = known.filter { !wanted.contains($0) && !leftOut.contains($0) }
    entries = (wanted.filter { numbers[$0] != nil || order?.sha256 == record.sha256 } + rest).map {
      Entry(place: $0, numbers: numbers[$0] ?? [], isLeftOut: false)
    }
    entries += leftOut.map { Entry(place: $0, numbers: numbers[$0] ?? [], isLeftOut: true) }
  }
}
