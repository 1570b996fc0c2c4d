// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanLayout
internal import DocScanLibrary
internal import DocScanStore
internal import FoundationEssentials

/// Decisions about boundaries between documents, which the next run of the input's pipeline applies.
extension ReviewService {
  /// Records whether a document starts with a page of an input, or the page belongs to the previous document. `name` is the name of the input or of
  /// one of its documents, and `page` is the page number in the input. Throws an error if no document can start there, or if separator sheets split
  /// the input.
  @discardableResult
  package func decide(
    boundary page: Int, of name: String, isCut: Bool, by person: String
  ) throws(BatchError) -> BoundaryEdit {
    let input = try pile(of: name)
    guard let pile = StoredDocument.placed(input, in: root), let pages = PilePages(of: input, in: root) else {
      throw .usage("Separator sheets divided \(input), so it has no other cuts.")
    }
    if let part = try document(name).record.part, let own = PageSelection(part.pages), !own.contains(page) {
      let noun = Int(part.pages) == nil ? "pages" : "page"
      let all = (1...max(pages.count, 1)).filter(own.contains)
      let meant = all.indices.contains(page - 1) ? all[page - 1] : nil
      throw .usage(
        "\(name) has \(noun) \(part.pages) of \(input), and pages are counted there. "
          + (meant.map { "Its page \(page) is \(input):\($0)." }
            ?? "Name one of its own, such as \(input):\(part.pages.prefix { $0.isNumber })."))
    }
    guard pages.hasPlace(before: page) else {
      let hint = pages.count > 1 ? "Name a page from 2 to \(pages.count)." : "It has only one page."
      throw .usage("\(input), page \(page): no document can begin there. \(hint)")
    }
    var edit = BoundaryEdit(
      id: "", sha256: pages.sha256, page: page, isCut: isCut, by: person, at: Decision.now)
    try EditFile.change(of: pile) { list in
      edit.id = list.nextID
      list.add(.boundary(edit))
    }
    return edit
  }

  // Returns whether a document of an input begins on a page in the present results.
  package func begins(_ page: Int, in input: String) throws(BatchError) -> Bool {
    try document(input).record.boundaries?.first { $0.page == page }?.isCut ?? false
  }

  /// Returns the name of the input of a document, which is the document's own name if the input wasn't split.
  package func pile(of name: String) throws(BatchError) -> String {
    let document = try document(name)
    return document.record.pile ?? document.place
  }
}
