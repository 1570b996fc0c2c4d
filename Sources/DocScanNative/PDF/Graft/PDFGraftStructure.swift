// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import DocScanCore

/// Moves the logical structure of the layers' text into the original (ISO 32000-1, 14.7).
///
/// Text that lies over a page is in a form XObject, so its elements name that beside the page (14.7.4.2).
@safe
final class PDFGraftStructure {
  private typealias Object = PDFGraftDocument.Object

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
    let (from, to) = unsafe (qpdf_get_root(layers.handle), qpdf_get_root(original.handle))
    let key = "/StructTreeRoot"
    guard unsafe qpdf_oh_has_key(layers.handle, from, key) != 0, unsafe qpdf_oh_has_key(original.handle, to, key) == 0
    else { return nil }
    (self.original, self.layers) = (original, layers)
    tree = Self.new(in: original, type: "/StructTreeRoot")
    root = Self.new(in: original, type: "/StructElem")
  }

  /// Adds the elements of a layer, counted from 0; `form` holds its text when that lies over the page.
  func add(layer index: Int, page: PDFGraftDocument.Object, form: PDFGraftDocument.Object?) {
    let (from, to) = unsafe (layers.handle, original.handle)
    let sources = unsafe qpdf_oh_get_key(
      from, qpdf_oh_get_key(from, qpdf_oh_get_key(from, qpdf_get_root(from), "/StructTreeRoot"), "/K"), "/K")
    guard index < layers.count(of: sources) else { return }
    let kids = unsafe qpdf_oh_get_key(from, qpdf_oh_get_array_item(from, sources, Int32(index)), "/K")
    guard layers.count(of: kids) > 0 else { return }
    let section = Self.new(in: original, type: "/StructElem")
    set(section, "/S", to: unsafe qpdf_oh_new_name(to, "/Sect"))
    set(section, "/P", to: object(root))
    set(section, "/Pg", to: page)
    let (elements, owned) = unsafe (qpdf_oh_new_array(to), qpdf_oh_new_array(to))
    for kid in 0..<Int32(layers.count(of: kids)) {
      let source = unsafe qpdf_oh_get_array_item(from, kids, kid)
      let element = self.element(like: source, page: page, form: form, section: section)
      unsafe qpdf_oh_append_item(to, elements, element)
      if unsafe qpdf_oh_has_key(from, source, "/K") != 0 { unsafe qpdf_oh_append_item(to, owned, element) }
    }
    set(section, "/K", to: elements)
    let number = unsafe qpdf_oh_new_integer(to, Int64(sections.count))
    let holder = form.map { unsafe qpdf_oh_get_dict(to, $0) } ?? page
    unsafe qpdf_oh_replace_key(to, holder, "/StructParents", number)
    unsafe qpdf_oh_replace_key(to, page, "/Tabs", qpdf_oh_new_name(to, "/S"))
    sections.append(section)
    owners.append(reference(unsafe qpdf_make_indirect_object(to, owned)))
  }

  /// Hangs the elements into the catalog.
  func finish() throws(PageFailure) {
    let handle = unsafe original.handle
    guard !sections.isEmpty else { return }
    set(root, "/S", to: unsafe qpdf_oh_new_name(handle, "/Document"))
    set(root, "/P", to: object(tree))
    set(root, "/K", to: array(sections))
    let numbers = unsafe qpdf_oh_new_array(handle)
    for (index, owner) in owners.enumerated() {
      unsafe qpdf_oh_append_item(handle, numbers, qpdf_oh_new_integer(handle, Int64(index)))
      unsafe qpdf_oh_append_item(handle, numbers, object(owner))
    }
    let parents = unsafe qpdf_oh_new_dictionary(handle)
    unsafe qpdf_oh_replace_key(handle, parents, "/Nums", numbers)
    set(tree, "/K", to: object(root))
    set(tree, "/ParentTree", to: unsafe qpdf_make_indirect_object(handle, parents))
    set(tree, "/ParentTreeNextKey", to: unsafe qpdf_oh_new_integer(handle, Int64(owners.count)))
    let catalog = unsafe qpdf_get_root(handle)
    unsafe qpdf_oh_replace_key(handle, catalog, "/StructTreeRoot", object(tree))
    let marks = unsafe qpdf_oh_new_dictionary(handle)
    unsafe qpdf_oh_replace_key(handle, marks, "/Marked", qpdf_oh_new_bool(handle, QPDF_TRUE))
    unsafe qpdf_oh_replace_key(handle, catalog, "/MarkInfo", marks)
    try original.check("add the structure of the text")
    unsafe qpdf_oh_release_all(handle)
  }

  private func element(like source: Object, page: Object, form: Object?, section: Reference) -> Object {
    let (from, to) = unsafe (layers.handle, original.handle)
    let element = Self.new(in: original, type: "/StructElem")
    if let kind = unsafe qpdf_oh_get_name(from, qpdf_oh_get_key(from, source, "/S")) {
      set(element, "/S", to: unsafe qpdf_oh_new_name(to, kind))
    }
    set(element, "/P", to: object(section))
    set(element, "/Pg", to: page)
    let content = unsafe qpdf_oh_get_key(from, source, "/K")
    guard unsafe qpdf_oh_is_integer(from, content) != 0 else { return object(element) }
    let number = unsafe qpdf_oh_new_integer(to, qpdf_oh_get_int_value(from, content))
    guard let form else {
      set(element, "/K", to: number)
      return object(element)
    }
    let marked = unsafe qpdf_oh_new_dictionary(to)
    unsafe qpdf_oh_replace_key(to, marked, "/Type", qpdf_oh_new_name(to, "/MCR"))
    unsafe qpdf_oh_replace_key(to, marked, "/Pg", page)
    unsafe qpdf_oh_replace_key(to, marked, "/Stm", form)
    unsafe qpdf_oh_replace_key(to, marked, "/MCID", number)
    set(element, "/K", to: marked)
    return object(element)
  }

  private static func new(in document: PDFGraftDocument, type: String) -> Reference {
    let handle = unsafe document.handle
    let dictionary = unsafe qpdf_oh_new_dictionary(handle)
    unsafe qpdf_oh_replace_key(handle, dictionary, "/Type", qpdf_oh_new_name(handle, type))
    let object = unsafe qpdf_make_indirect_object(handle, dictionary)
    return unsafe Reference(
      number: qpdf_oh_get_object_id(handle, object), generation: qpdf_oh_get_generation(handle, object))
  }

  private func reference(_ object: Object) -> Reference {
    unsafe Reference(
      number: qpdf_oh_get_object_id(original.handle, object),
      generation: qpdf_oh_get_generation(original.handle, object))
  }

  private func object(_ reference: Reference) -> Object {
    unsafe qpdf_get_object_by_id(original.handle, reference.number, reference.generation)
  }

  private func set(_ reference: Reference, _ key: String, to value: Object) {
    unsafe qpdf_oh_replace_key(original.handle, object(reference), key, value)
  }

  private func array(_ references: [Reference]) -> Object {
    let array = unsafe qpdf_oh_new_array(original.handle)
    for reference in references { unsafe qpdf_oh_append_item(original.handle, array, object(reference)) }
    return array
  }
}
