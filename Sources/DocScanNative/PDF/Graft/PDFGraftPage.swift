// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import DocScanCore

/// A page of the original and the layer that goes with it.
@safe
struct PDFGraftPage {
  /// The original's name for the layer's text, where the page has no such name yet.
  private static let textName = "/DocScanText"

  /// Annotations that lead somewhere, or hold something that is not seen on the page.
  private static let movable = ["/Link", "/Text", "/Popup", "/FileAttachment"]

  private let original: PDFGraftDocument
  private let layers: PDFGraftDocument
  private let page: PDFGraftDocument.Object
  private let layer: PDFGraftDocument.Object
  private let place: Place
  private let number: Int
  private let geometry: PDFGraftGeometry
  /// The layer's width and height in its own units.
  private let layerSize: (width: Double, height: Double)

  /// Where both are, counted from 0.
  struct Place {
    var original: Int
    var layer: Int
  }

  init(_ original: PDFGraftDocument, _ layers: PDFGraftDocument, _ place: Place) throws(PageFailure) {
    (self.original, self.layers, self.place) = (original, layers, place)
    number = place.original + 1
    page = unsafe qpdf_get_page_n(original.handle, place.original)
    layer = unsafe qpdf_get_page_n(layers.handle, place.layer)
    try original.check("find page \(number)")
    try layers.check("find layer \(place.layer + 1)")
    guard unsafe qpdf_oh_is_dictionary(original.handle, page) != 0 else {
      throw PDFGraft.failure(.unreadable, "Page \(number) of the PDF is not a page.")
    }
    geometry = PDFGraftGeometry(page: page, of: original)
    let box = unsafe layers.numbers(qpdf_oh_get_key(layers.handle, layer, "/MediaBox"), count: 4)
    guard let box, box[2] > 0, box[3] > 0 else {
      throw PDFGraft.failure(.protocolViolation, "Layer \(place.layer + 1) has no size.")
    }
    layerSize = (box[2], box[3])
  }

  /// Lays the layer's text over the page: it becomes an object that the page shows before all else.
  ///
  /// The text is invisible, so its place in the drawing order does not matter; coming first, it meets no graphics state
  /// that the page's own operators left behind, and these stay as they are.
  func overlay(structure: PDFGraftStructure?) throws(PageFailure) {
    let layerResources = unsafe qpdf_oh_get_key(layers.handle, layer, "/Resources")
    guard unsafe qpdf_oh_has_key(layers.handle, layerResources, "/Font") != 0 else { return finish() }
    let text = try textObject(resources: layerResources)
    let handle = unsafe original.handle
    let resources = original.copy(ofDictionary: original.inherited("/Resources", of: page))
    let objects = unsafe original.copy(ofDictionary: qpdf_oh_get_key(handle, resources, "/XObject"))
    var name = Self.textName
    while unsafe qpdf_oh_has_key(handle, objects, name) != 0 { name += "_" }
    unsafe qpdf_oh_replace_key(handle, objects, name, text)
    unsafe qpdf_oh_replace_key(handle, resources, "/XObject", objects)
    unsafe qpdf_oh_replace_key(handle, page, "/Resources", resources)
    unsafe qpdf_oh_replace_key(handle, page, "/Contents", contents(showing: name))
    structure?.add(layer: place.layer, page: page, form: text)
    try original.check("add text to page \(number)")
    try layers.check("read the text of page \(number)")
    finish()
  }

  /// Puts the layer's picture and text in the page's place; the page stays the target of links and outlines.
  ///
  /// `placement` leads from the displayed page to the layer, both unit squares: its links and notes move with what they
  /// lie on. Of a spread's first page (`isSplit`), those on the other half go to the page behind it.
  func replace(placement: Homography, isSplit: Bool, structure: PDFGraftStructure?) throws(PageFailure) {
    let handle = unsafe original.handle
    let resources = unsafe qpdf_make_indirect_object(
      layers.handle, qpdf_oh_get_key(layers.handle, layer, "/Resources"))
    let contents = unsafe qpdf_oh_get_key(layers.handle, layer, "/Contents")
    unsafe qpdf_oh_replace_key(handle, page, "/Resources", copied(resources))
    unsafe qpdf_oh_replace_key(handle, page, "/Contents", copied(contents))
    for key in ["/MediaBox", "/CropBox"] {
      unsafe qpdf_oh_replace_key(handle, page, key, original.array([0, 0, layerSize.width, layerSize.height]))
    }
    unsafe qpdf_oh_replace_key(handle, page, "/Rotate", qpdf_oh_new_integer(handle, 0))
    // Direct numbers cannot be copied between documents, so the unit is made again.
    unsafe qpdf_oh_remove_key(handle, page, "/UserUnit")
    let unit = PDFGraftGeometry.unit(of: layer, in: layers)
    if unit != 1 {
      unsafe qpdf_oh_replace_key(handle, page, "/UserUnit", qpdf_oh_new_real_from_double(handle, unit, 6))
    }
    for key in ["/TrimBox", "/BleedBox", "/ArtBox", "/Group", "/Thumb", "/StructParents"] {
      unsafe qpdf_oh_remove_key(handle, page, key)
    }
    moveAnnotations(placement: placement, isSplit: isSplit)
    structure?.add(layer: place.layer, page: page, form: nil)
    try original.check("replace page \(number)")
    try layers.check("read the picture of page \(number)")
    finish()
  }

  /// The layer's contents as a form XObject of the original (ISO 32000-1, 8.10).
  private func textObject(resources: PDFGraftDocument.Object) throws(PageFailure) -> PDFGraftDocument.Object {
    let handle = unsafe layers.handle
    let stream = unsafe qpdf_oh_get_key(handle, layer, "/Contents")
    guard unsafe qpdf_oh_is_stream(handle, stream) != 0 else {
      throw PDFGraft.failure(.protocolViolation, "The layer of page \(number) has no contents.")
    }
    let dictionary = unsafe qpdf_oh_get_dict(handle, stream)
    unsafe qpdf_oh_replace_key(handle, dictionary, "/Type", qpdf_oh_new_name(handle, "/XObject"))
    unsafe qpdf_oh_replace_key(handle, dictionary, "/Subtype", qpdf_oh_new_name(handle, "/Form"))
    unsafe qpdf_oh_replace_key(
      handle, dictionary, "/BBox", layers.array([0, 0, layerSize.width, layerSize.height]))
    unsafe qpdf_oh_replace_key(
      handle, dictionary, "/Matrix", layers.array(geometry.matrix(from: layerSize)))
    unsafe qpdf_oh_replace_key(handle, dictionary, "/Resources", resources)
    return copied(stream)
  }

  /// The page's contents, with an operator before them that shows an object of this name.
  private func contents(showing name: String) -> PDFGraftDocument.Object {
    let handle = unsafe original.handle
    let result = unsafe qpdf_oh_new_array(handle)
    let first = unsafe qpdf_oh_new_stream(handle)
    let bytes = Array("\(name) Do\n".utf8)
    unsafe qpdf_oh_replace_stream_data(
      handle, first, bytes, bytes.count, qpdf_oh_new_null(handle), qpdf_oh_new_null(handle))
    unsafe qpdf_oh_append_item(handle, result, first)
    let old = unsafe qpdf_oh_get_key(handle, page, "/Contents")
    if unsafe qpdf_oh_is_stream(handle, old) != 0 {
      unsafe qpdf_oh_append_item(handle, result, old)
    } else if unsafe qpdf_oh_is_array(handle, old) != 0 {
      for index in 0..<(unsafe qpdf_oh_get_array_n_items(handle, old)) {
        unsafe qpdf_oh_append_item(handle, result, qpdf_oh_get_array_item(handle, old, index))
      }
    }
    return result
  }

  /// Moves links and notes to where their page's contents are now; other annotations are part of the picture already.
  private func moveAnnotations(placement: Homography, isSplit: Bool) {
    let handle = unsafe original.handle
    let old = unsafe qpdf_oh_get_key(handle, page, "/Annots")
    unsafe qpdf_oh_remove_key(handle, page, "/Annots")
    let (kept, left) = unsafe (qpdf_oh_new_array(handle), qpdf_oh_new_array(handle))
    for index in 0..<original.count(of: old) {
      let annotation = unsafe qpdf_oh_get_array_item(handle, old, Int32(index))
      let subtype = unsafe qpdf_oh_get_key(handle, annotation, "/Subtype")
      guard Self.movable.contains(where: { unsafe qpdf_oh_is_name_and_equals(handle, subtype, $0) != 0 }),
        let box = unsafe original.numbers(qpdf_oh_get_key(handle, annotation, "/Rect"), count: 4)
      else { continue }
      guard let moved = geometry.moved(box, by: placement, to: layerSize) else {
        unsafe qpdf_oh_append_item(handle, left, annotation)
        continue
      }
      unsafe qpdf_oh_replace_key(handle, annotation, "/Rect", original.array(moved))
      unsafe qpdf_oh_remove_key(handle, annotation, "/QuadPoints")
      unsafe qpdf_oh_append_item(handle, kept, annotation)
    }
    if original.count(of: kept) > 0 { unsafe qpdf_oh_replace_key(handle, page, "/Annots", kept) }
    if isSplit { unsafe qpdf_oh_replace_key(handle, qpdf_get_page_n(handle, number), "/Annots", left) }
  }

  /// An object of the layers in the original; its streams stay in the layers' file until the result is written.
  private func copied(_ object: PDFGraftDocument.Object) -> PDFGraftDocument.Object {
    unsafe qpdf_oh_copy_foreign_object(original.handle, layers.handle, object)
  }

  /// Forgets the handles, so that memory does not grow with the number of pages.
  private func finish() {
    unsafe qpdf_oh_release_all(original.handle)
    unsafe qpdf_oh_release_all(layers.handle)
  }
}
