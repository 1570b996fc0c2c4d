// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
package import DocScanStore
internal import FoundationEssentials

/// Where documents begin in a pile of pages: decisions that the next run of its pipeline makes.
extension ReviewService {
  /// Notes that a document begins on a page of a pile, or that the page belongs to the document before it.
  ///
  /// `name` is that of the pile, whether it was divided or not, or of a document of it; `page` is counted in the pile. Fails where
  /// nothing can begin there, and where separator sheets divided the pile.
  @discardableResult
  package func decide(
    boundary page: Int, of name: String, isCut: Bool, by person: String
  ) throws(BatchError) -> BoundaryEdit {
    let input = try pile(of: name)
    guard let pile = StoredDocument.placed(input, in: root), let pages = PilePages(of: input, in: root) else {
      throw .usage("Separator sheets divided \(input), so it has no other cuts.")
    }
    guard pages.hasPlace(before: page) else {
      throw .usage("\(input), page \(page): no document can begin there. Name a page from 2 to \(pages.count).")
    }
    var edit = BoundaryEdit(
      id: "", sha256: pages.sha256, page: page, isCut: isCut, by: person, at: Date().formatted(.iso8601))
    try EditFile.change(of: pile) { list in
      edit.id = list.nextID
      list.add(.boundary(edit))
    }
    return edit
  }

  /// The pile that a document belongs to: itself where it is none of several.
  package func pile(of name: String) throws(BatchError) -> String {
    let document = try document(name)
    return document.record.part == nil ? document.place : foldersAbove(document.place).last ?? document.place
  }
}
