// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Copies the layers' logical structure (ISO 32000-1, 14.7), also to forms (14.7.4.2). An existing structure only gets translations at its end.
final class PDFGraftStructure {
  /// An object number, because handles are released after each page.
  private typealias Reference = PDFObject.Identity

  private let original: PDFGraftDocument
  private let layers: PDFGraftDocument
  private let root: Reference
  /// The element or tree of the original that contains the root, or `nil` if the original has no structure.
  private let ownParent: Reference?
  private let tree: Reference
  private var sections: [Reference] = []
  private var owners: [Reference] = []
  private var titles: Set<String> = []

  /// Prepares the root. Returns `nil` if the layers have no structure, or if the original's structure can't be extended.
  init?(original: PDFGraftDocument, layers: PDFGraftDocument) throws(PageFailure) {
    guard layers.root.has("/StructTreeRoot") else { return nil }
    (self.original, self.layers) = (original, layers)
    let own = original.root["/StructTreeRoot"]
    guard own.isNull || own.isDictionary && own.identity != nil else { return nil }
    if own.isNull {
      tree = original.indirect(original.dictionary(type: "/StructTreeRoot")).reference
      ownParent = nil
    } else {
      tree = own.reference
      ownParent = Self.document(in: own) ?? own.reference
    }
    root = original.indirect(original.dictionary(type: "/StructElem")).reference
    try original.check("read the structure of the PDF")
  }

  private static func document(in tree: PDFObject) -> Reference? {
    let kids = tree["/K"]
    let elements = kids.isArray ? kids.items : [kids]
    return elements.first { $0.isDictionary && $0["/S"].name == "/Document" }?.identity
  }

  /// Adds the elements of a layer, counted from 0. `form` contains the layer's text if the layer is an overlay.
  func add(layer index: Int, page: PDFObject, form: PDFObject?) {
    guard ownParent == nil else { return add(translationOfLayer: index, page: page) }
    let kids = elements(ofLayer: index)
    guard !kids.isEmpty else { return }
    let section = newSection(page)
    var owned: [(number: Int64, element: PDFObject)] = []
    let elements = kids.map { kid in
      element(like: kid, page: page, in: section) { element, number in
        owned.append((number.integer ?? 0, element))
        return content(number, page: page, form: form)
      }
    }
    section.set("/K", to: original.array(elements))
    (form ?? page).set("/StructParents", to: original.number(Int64(owners.count)))
    page.set("/Tabs", to: original.name("/S"))
    // The parent tree lists elements by content number, which may differ from the order of table cells.
    let inOrder = owned.sorted { $0.number < $1.number }.map(\.element)
    owners.append(original.indirect(original.array(inOrder)).reference)
  }

  /// Adds only the translations of a layer, counted from 0. The page and its structure stay unchanged.
  func add(translationOfLayer index: Int, page: PDFObject) {
    let kids = elements(ofLayer: index).filter { $0["/S"].name == "/Div" }
    guard !kids.isEmpty else { return }
    titles.formUnion(kids.compactMap { $0["/T"].text })
    let section = newSection(page)
    section.set(
      "/K", to: original.array(kids.map { element(like: $0, page: page, in: section, content: { _, _ in nil }) }))
  }

  func finish() throws(PageFailure) {
    guard !sections.isEmpty else { return }
    let (root, tree) = (object(root), object(tree))
    root.set("/K", to: original.array(sections.map(object)))
    if let ownParent {
      let parent = object(ownParent)
      root.set("/S", to: original.name("/Sect"))
      root.set("/P", to: parent)
      _ = removeTranslations(from: parent)
      let kids = parent["/K"]
      let before = kids.isArray ? kids.items : kids.isNull ? [] : [kids]
      parent.set("/K", to: original.array(before + [root]))
    } else {
      root.set("/S", to: original.name("/Document"))
      root.set("/P", to: tree)
      tree.set("/K", to: root)
      original.root.set("/StructTreeRoot", to: tree)
      if !owners.isEmpty { addOwners(to: tree) }
    }
    try original.check("add the structure of the text")
    original.release()
  }

  /// Removes an earlier graft's translations into the same languages, and returns whether the section is now empty.
  private func removeTranslations(from section: PDFObject, depth: Int = 0) -> Bool {
    guard section["/K"].isArray, depth < 3 else { return false }
    let kids = section["/K"].items
    let kept = kids.filter { kid in
      switch kid["/S"].name {
      case "/Div": kid["/T"].text.map(titles.contains) != true
      case "/Sect": !removeTranslations(from: kid, depth: depth + 1)
      case _: true
      }
    }
    if kept.count < kids.count { section.set("/K", to: original.array(kept)) }
    return kept.isEmpty && !kids.isEmpty
  }

  /// Adds the parent tree, which maps content to elements.
  private func addOwners(to tree: PDFObject) {
    let parents = original.dictionary()
    let numbers = owners.enumerated().flatMap { [original.number(Int64($0)), object($1)] }
    parents.set("/Nums", to: original.array(numbers))
    tree.set("/ParentTree", to: original.indirect(parents))
    tree.set("/ParentTreeNextKey", to: original.number(Int64(owners.count)))
    let marks = original.dictionary()
    marks.set("/Marked", to: original.yes)
    original.root.set("/MarkInfo", to: marks)
  }

  private func elements(ofLayer index: Int) -> [PDFObject] {
    let sources = layers.root["/StructTreeRoot"]["/K"]["/K"]
    return index < sources.count ? sources[index]["/K"].items : []
  }

  private func newSection(_ page: PDFObject) -> PDFObject {
    let section = original.indirect(original.dictionary(type: "/StructElem"))
    section.set("/S", to: original.name("/Sect"))
    section.set("/P", to: object(root))
    section.set("/Pg", to: page)
    sections.append(section.reference)
    return section
  }

  /// Copies an element of the layers, with its children. `content` returns the marked content for an element and a number, or `nil` to omit it.
  private func element(
    like source: PDFObject, page: PDFObject, in parent: PDFObject, content: (PDFObject, PDFObject) -> PDFObject?
  ) -> PDFObject {
    let element = original.indirect(original.dictionary(type: "/StructElem"))
    if let kind = source["/S"].name { element.set("/S", to: original.name(kind)) }
    element.set("/P", to: parent)
    element.set("/Pg", to: page)
    for key in ["/T", "/Lang", "/ActualText"] {
      if let string = original.string(like: source[key]) { element.set(key, to: string) }
    }
    if let attributes = cellAttributes(like: source["/A"]) { element.set("/A", to: attributes) }
    let parts = source["/K"].items
    if let number = source["/K"].integer.map(original.number) {
      if let content = content(element, number) { element.set("/K", to: content) }
    } else if !parts.isEmpty {
      element.set(
        "/K", to: original.array(parts.map { self.element(like: $0, page: page, in: element, content: content) }))
    }
    return element
  }

  private func cellAttributes(like source: PDFObject) -> PDFObject? {
    guard source.isDictionary, source["/O"].name == "/Table" else { return nil }
    let attributes = original.dictionary()
    attributes.set("/O", to: original.name("/Table"))
    for key in ["/RowSpan", "/ColSpan"] {
      if let number = source[key].integer { attributes.set(key, to: original.number(number)) }
    }
    if let scope = source["/Scope"].name { attributes.set("/Scope", to: original.name(scope)) }
    return attributes
  }

  private func content(_ number: PDFObject, page: PDFObject, form: PDFObject?) -> PDFObject {
    guard let form else { return number }
    let marked = original.dictionary(type: "/MCR")
    marked.set("/Pg", to: page)
    marked.set("/Stm", to: form)
    marked.set("/MCID", to: number)
    return marked
  }

  private func object(_ reference: Reference) -> PDFObject { unsafe PDFObject(reference, of: original.handle) }
}
