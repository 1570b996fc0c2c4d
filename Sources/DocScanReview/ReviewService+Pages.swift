// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
package import DocScanStore
internal import FoundationEssentials

/// Decisions about whole pages, which the next run of the document's pipeline applies.
extension ReviewService {
  @discardableResult
  package func decide(
    document name: String, page number: Int, _ kind: PageEdit.Kind, by person: String
  ) throws(BatchError) -> PageEdit {
    let (document, page) = try page(number, of: name)
    guard kind.isSensible else {
      throw .usage(
        "A page can be turned by 0, 90, 180 or 270 degrees, and has four corners: clockwise from the top left one, and no "
          + "side of the sheet crosses another.")
    }
    var edit = PageEdit(id: "", page: page, kind: kind, by: person, at: Decision.now)
    try EditFile.change(of: document) { list in
      edit.id = list.nextID
      list.add(.page(edit))
    }
    return edit
  }

  @discardableResult
  package func turn(
    document name: String, page number: Int, by degrees: Int, person: String
  ) throws(BatchError) -> PageEdit {
    let now = try state(document: name, page: number).degrees
    return try decide(document: name, page: number, .turn(degrees: ((now + degrees) % 360 + 360) % 360), by: person)
  }

  /// Returns the reason why a decision of this kind would have no effect on a document, or `nil` if it would have one.
  package func obstacle(to kind: PageEdit.Kind, document name: String) throws(BatchError) -> String? {
    let stages = try self.document(name).record.pipeline.stages ?? []
    guard !stages.contains(where: { $0.name == kind.stage }) else { return nil }
    return "Its pipeline has no stage \"\(kind.stage)\", so the correction has no effect until you add it."
  }

  package func state(document name: String, page number: Int) throws(BatchError) -> PageState {
    let (document, page) = try page(number, of: name)
    let decided = document.edits.list.pages.filter {
      $0.holds(for: page.page, sha256: page.document.sha256)
    }
    return PageState(page: page, decided: decided)
  }

  // MARK: Order

  package func arrangement(document name: String) throws(BatchError) -> PageArrangement {
    let document = try document(name)
    let file = document.edits
    return PageArrangement(
      of: document.record, order: file.list.standingOrder, isWaiting: file.waitsForRun(document.record))
  }

  /// Records the order of a document's pages, by their numbers in the current results. Pages that aren't listed are left out.
  @discardableResult
  package func order(document name: String, pages numbers: [Int], by person: String) throws(BatchError) -> PageOrder {
    let all = try arrangement(document: name).entries
    var places: [PageOrder.Place] = []
    for number in numbers {
      guard let entry = all.first(where: { $0.numbers.contains(number) }) else {
        throw missing(name, page: number)
      }
      // A spread is placed at the position of its first page.
      if !places.contains(entry.place) { places.append(entry.place) }
    }
    return try order(
      document: name, pages: places, leftOut: all.map(\.place).filter { !places.contains($0) }, by: person)
  }

  @discardableResult
  package func order(
    document name: String, pages: [PageOrder.Place], leftOut: [PageOrder.Place], by person: String
  ) throws(BatchError) -> PageOrder {
    guard !pages.isEmpty else { throw .usage("\(name): at least one page must remain.") }
    let document = try document(name)
    var order = PageOrder(
      id: "", sha256: document.record.sha256, pages: pages, leftOut: leftOut, by: person, at: Decision.now
    )
    try EditFile.change(of: document) { list in
      order.id = list.nextID
      list.add(.order(order))
    }
    return order
  }

  /// Restores the order of the input. Returns `false` if no reviewer has changed it.
  package func restoreOrder(document name: String) throws(BatchError) -> Bool {
    let document = try document(name)
    let standing = Set(document.edits.list.orders.standing.map(\.id))
    guard !standing.isEmpty else { return false }
    try EditFile.change(of: document) { $0.takeBack(standing, at: Decision.now) }
    return true
  }

  /// Undoes a decision about pages by its identifier. Returns `false` if it is no longer in effect.
  package func takeBack(_ id: String, of name: String) throws(BatchError) -> Bool {
    let document = try document(name)
    var isTaken = false
    try EditFile.change(of: document) { isTaken = $0.takeBack([id], at: Decision.now) }
    return isTaken
  }

  // MARK: Finding

  package func document(_ name: String) throws(BatchError) -> StoredDocument {
    guard let document = found(name) else {
      throw missing(name)
    }
    return document
  }

  /// Returns a page with all edits of its text that are in effect, or, with `asStored`, only those in its file.
  package func page(
    _ number: Int, of name: String, asStored: Bool = false
  ) throws(BatchError) -> (StoredDocument, RecognizedPage) {
    guard let document = StoredDocument.exactly(name, in: root),
      let entry = document.record.pages.first(where: { $0.number == number }),
      let page = asStored ? document.storedPage(entry) : document.page(entry)
    else { throw missing(name, page: number) }
    return (document, page)
  }
}
