// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Moves the logical structure of the layers' text into the original (ISO 32000-1, 14.7).
///
/// Text that lies over a page is in a form XObject, so its elements name that beside the page (14.7.4.2).
final class PDFGraftStructure {
  /// Objects by number: handles live only as long as the work on a page.
  private typealias Reference = PDFObject.Identity

  private let original: PDFGraftDocument
  private let layers: PDFGraftDocument
  private let root: Reference
  private let tree: Reference
  private var sections: [Reference] = []
  private var owners: [Reference] = []

  /// Nil when the layers have no structure, or the original has one of its own, which stays.
  init?(original: PDFGraftDocument, layers: PDFGraftDocument) {
    guard layers.root.has("/StructTreeRoot"), !original.root.has("/StructTreeRoot") else { return nil }
    (self.original, self.layers) = (original, layers)
    tree = original.indirect(original.dictionary(type: "/StructTreeRoot")).reference
    root = original.indirect(original.dictionary(type: "/StructElem")).reference
  }

  /// Adds the elements of a layer, counted from 0; `form` holds its text when that lies over the page.
  func add(layer index: Int, page: PDFObject, form: PDFObject?) {
    let sources = layers.root["/StructTreeRoot"]["/K"]["/K"]
    guard index < sources.count else { return }
    let kids = sources[index]["/K"].items
    guard !kids.isEmpty else { return }
    let section = original.indirect(original.dictionary(type: "/StructElem"))
    section.set("/S", to: original.name("/Sect"))
    section.set("/P", to: object(root))
    section.set("/Pg", to: page)
    let elements = kids.map { element(like: $0, page: page, form: form, section: section) }
    let owned = zip(elements, kids).filter { $1.has("/K") }.map(\.0)
    section.set("/K", to: original.array(elements))
    (form ?? page).set("/StructParents", to: original.number(Int64(sections.count)))
    page.set("/Tabs", to: original.name("/S"))
    sections.append(section.reference)
    owners.append(original.indirect(original.array(owned)).reference)
  }

  /// Hangs the elements into the catalog.
  func finish() throws(PageFailure) {
    guard !sections.isEmpty else { return }
    let (root, tree) = (object(root), object(tree))
    root.set("/S", to: original.name("/Document"))
    root.set("/P", to: tree)
    root.set("/K", to: original.array(sections.map(object)))
    let parents = original.dictionary()
    let numbers = owners.enumerated().flatMap { [original.number(Int64($0)), object($1)] }
    parents.set("/Nums", to: original.array(numbers))
    tree.set("/K", to: root)
    tree.set("/ParentTree", to: original.indirect(parents))
    tree.set("/ParentTreeNextKey", to: original.number(Int64(owners.count)))
    original.root.set("/StructTreeRoot", to: tree)
    let marks = original.dictionary()
    marks.set("/Marked", to: original.yes)
    original.root.set("/MarkInfo", to: marks)
    try original.check("add the structure of the text")
    original.release()
  }

  private func element(like source: PDFObject, page: PDFObject, form: PDFObject?, section: PDFObject) -> PDFObject {
    let element = original.indirect(original.dictionary(type: "/StructElem"))
    if let kind = source["/S"].name { element.set("/S", to: original.name(kind)) }
    element.set("/P", to: section)
    element.set("/Pg", to: page)
    guard let number = source["/K"].integer.map(original.number) else { return element }
    guard let form else {
      element.set("/K", to: number)
      return element
    }
    let marked = original.dictionary(type: "/MCR")
    marked.set("/Pg", to: page)
    marked.set("/Stm", to: form)
    marked.set("/MCID", to: number)
    element.set("/K", to: marked)
    return element
  }

  private func object(_ reference: Reference) -> PDFObject { unsafe PDFObject(reference, of: original.handle) }
}
