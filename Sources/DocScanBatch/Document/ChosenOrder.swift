// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// The order in which people want the pages of a document, as far as it can be made.
struct ChosenOrder {
  /// The numbers of the pages, from 1, in that order.
  private(set) var numbers: [Int]
  /// Whether that is another one than the input's, or some are left out: pages are then counted anew.
  private(set) var isNew = false
  /// How many pages are left out.
  private(set) var leftOut = 0
  /// What a person should know of it.
  private(set) var notes: [String] = []

  /// Nil where nobody has decided about it. `numbers` are those of the chosen pages, in the input's order.
  init?(
    of numbers: [Int], _ pages: SourcePages, sha256: String, edits: EditFile, origin: PDFAssembly.Origin
  ) {
    guard let order = edits.list.standingOrder else { return nil }
    self.numbers = numbers
    let who = "The order of pages that \(order.by) chose"
    // In a folder of pictures a page is known by its file's name; in a file, other bytes mean other pages.
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
