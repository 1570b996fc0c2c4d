// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore

/// The page order that the user chose for a document, as far as it can be applied.
struct ChosenOrder {
  /// The page numbers, from 1, in the chosen order.
  private(set) var numbers: [Int]
  /// Whether the order differs from the input's, or pages are left out. If so, pages are numbered by position.
  private(set) var isNew = false
  private(set) var leftOut = 0
  private(set) var notes: [String] = []

  /// Returns `nil` if the user chose no order. `numbers` contains the selected pages, in the input's order.
  init?(
    of numbers: [Int], _ pages: SourcePages, sha256: String, edits: EditFile, origin: PDFAssembly.Origin
  ) {
    guard let order = edits.list.standingOrder else { return nil }
    self.numbers = numbers
    let who = "The order of pages that \(order.by) chose"
    // Pictures in a folder are identified by name. If the bytes of a single file have changed, its pages may have changed, too.
    guard order.sha256 == sha256 || pages.paths.count > 1 else {
      notes.append("\(who) has no effect: the file has changed since. It is kept.")
      return
    }
    guard origin != .original else {
      notes.append("\(who) has no effect: a signed PDF stays as it is. It is kept.")
      return
    }
    let arranged = order.arranging(numbers) { number in
      let place = pages.place(of: number)
      return PageOrder.Place(source: fileName(place.path), sourcePage: place.page)
    }
    (self.numbers, leftOut) = (arranged.numbers, arranged.leftOut)
    isNew = arranged.numbers != numbers
    if let first = arranged.missing.first {
      let others = arranged.missing.count > 1 ? ", and \(arranged.missing.count - 1) more" : ""
      notes.append(
        "\(who) names page \(first.sourcePage) of \(first.source)\(others), which is not there any more; the other pages "
          + "are in that order.")
    }
    if leftOut > 0 {
      let pages = leftOut == 1 ? "One page of the input is" : "\(leftOut) pages of the input are"
      notes.append("\(pages) left out, as \(order.by) chose.")
    }
  }
}
