// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanStore

/// The current order of a document's pages.
package struct PageArrangement: Encodable, Hashable, Sendable {
  /// A page of the input.
  package struct Entry: Encodable, Hashable, Sendable {
    package var place: PageOrder.Place
    /// The page numbers in the current results: two for a split spread, none if the page isn't included.
    package var numbers: [Int]
    package var isLeftOut: Bool
  }

  package var document: String
  package var pipeline: String
  /// The stages of the pipeline that reviewers' decisions about pages can affect.
  package var stages: [String]
  /// The pages in order, followed by those that are left out.
  package var entries: [Entry] = []
  package var isDecided: Bool
  /// Whether decisions about whole pages are pending until the next run.
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
    // Pages that the order doesn't contain come last. If the document has changed, pages in the order that the results lack may no longer exist.
    let rest = known.filter { !wanted.contains($0) && !leftOut.contains($0) }
    entries = (wanted.filter { numbers[$0] != nil || order?.sha256 == record.sha256 } + rest).map {
      Entry(place: $0, numbers: numbers[$0] ?? [], isLeftOut: false)
    }
    entries += leftOut.map { Entry(place: $0, numbers: numbers[$0] ?? [], isLeftOut: true) }
  }
}
