// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A page of the original with its layer.
struct PDFGraftPage {
  /// The resource name of the layer's text; underscores are appended if it's taken.
  private static let textName = "/DocScanText"

  /// The annotations to keep: links, and annotations with content that the picture doesn't show.
  private static let movable = ["/Link", "/Text", "/Popup", "/FileAttachment"]

  private let original: PDFGraftDocument
  private let layers: PDFGraftDocument
  private let page: PDFObject
  private let layer: PDFObject
  private let place: Place
  private let number: Int
  private let geometry: PDFGraftGeometry
  private let layerSize: (width: Double, height: Double)

  struct Place {
    var original: Int
    var layer: Int
  }

  init(_ original: PDFGraftDocument, _ layers: PDFGraftDocument, _ place: Place) throws(PageFailure) {
    (self.original, self.layers, self.place) = (original, layers, place)
    number = place.original + 1
    (page, layer) = (original.page(place.original), layers.page(place.layer))
    try original.check("find page \(number)")
    try layers.check("find layer \(place.layer + 1)")
    guard page.isDictionary else {
      throw PDFGraft.failure(.unreadable, "Page \(number) of the PDF isn't a page object.")
    }
    geometry = PDFGraftGeometry(page: page)
    guard let box = layer["/MediaBox"].finiteNumbers(4), box[2] > 0, box[3] > 0 else {
      throw PDFGraft.failure(.protocolViolation, "Layer \(place.layer + 1) has no size.")
    }
    layerSize = (box[2], box[3])
  }

  /// Adds the text as a form that is drawn first. The page's own operators stay unchanged, and their graphics state doesn't affect the text.
  func overlay(structure: PDFGraftStructure?) throws(PageFailure) {
    let layerResources = layer["/Resources"]
    guard layerResources.has("/Font") else { return finish() }
    let text = try textObject(resources: layerResources)
    let resources = original.copy(page.inherited("/Resources"))
    let objects = original.copy(resources["/XObject"])
    var name = Self.textName
    while objects.has(name) { name += "_" }
    objects.set(name, to: text)
    resources.set("/XObject", to: objects)
    page.set("/Resources", to: resources)
    page.set("/Contents", to: contents(showing: name))
    structure?.add(layer: place.layer, page: page, form: text)
    try original.check("add text to page \(number)")
    try layers.check("read the text of page \(number)")
    finish()
  }

  func removeOverlay() throws(PageFailure) {
    defer { finish() }
    let parts = page["/Contents"].items
    guard let first = parts.first, let operation = String(validating: first.streamContent, as: UTF8.self),
      operation.hasPrefix(Self.textName), operation.hasSuffix(" Do\n")
    else { return }
    let resources = original.copy(page.inherited("/Resources"))
    let objects = original.copy(resources["/XObject"])
    objects.remove(String(operation.dropLast(" Do\n".count)))
    resources.set("/XObject", to: objects)
    page.set("/Resources", to: resources)
    page.set("/Contents", to: original.array(Array(parts.dropFirst())))
    try original.check("take text out of page \(number)")
  }

  /// Replaces the page's content with the layer's picture and text; links and bookmarks to the page stay valid. `placement` maps the displayed page
  /// to the layer, both unit squares. If `isSplit`, links and notes on the other half of a spread move to the next page.
  func replace(placement: Homography, isSplit: Bool, structure: PDFGraftStructure?) throws(PageFailure) {
    let resources = layers.indirect(layer["/Resources"])
    page.set("/Resources", to: original.copy(foreign: resources))
    page.set("/Contents", to: original.copy(foreign: layer["/Contents"]))
    for key in ["/MediaBox", "/CropBox"] { page.set(key, to: layerBox(in: original)) }
    page.set("/Rotate", to: original.number(Int64(0)))
    // Direct numbers can't be copied between documents.
    page.remove("/UserUnit")
    let unit = PDFGraftGeometry.unit(of: layer)
    if unit != 1 { page.set("/UserUnit", to: original.number(unit)) }
    for key in ["/TrimBox", "/BleedBox", "/ArtBox", "/Group", "/Thumb", "/StructParents"] { page.remove(key) }
    moveAnnotations(placement: placement, isSplit: isSplit)
    structure?.add(layer: place.layer, page: page, form: nil)
    try original.check("replace page \(number)")
    try layers.check("read the picture of page \(number)")
    finish()
  }

  private func textObject(resources: PDFObject) throws(PageFailure) -> PDFObject {
    let stream = layer["/Contents"]
    guard stream.isStream else {
      throw PDFGraft.failure(.protocolViolation, "The layer of page \(number) has no contents.")
    }
    stream.set("/Type", to: layers.name("/XObject"))
    stream.set("/Subtype", to: layers.name("/Form"))
    stream.set("/BBox", to: layerBox(in: layers))
    stream.set("/Matrix", to: layers.array(geometry.matrix(from: layerSize)))
    stream.set("/Resources", to: resources)
    return original.copy(foreign: stream)
  }

  private func layerBox(in document: PDFGraftDocument) -> PDFObject {
    document.array([0, 0, layerSize.width, layerSize.height])
  }

  private func contents(showing name: String) -> PDFObject {
    let first = original.stream(Array("\(name) Do\n".utf8))
    let old = page["/Contents"]
    return original.array([first] + (old.isStream ? [old] : old.items))
  }

  private func moveAnnotations(placement: Homography, isSplit: Bool) {
    var (kept, left): ([PDFObject], [PDFObject]) = ([], [])
    for annotation in page["/Annots"].items {
      guard let type = annotation["/Subtype"].name, Self.movable.contains(type),
        let box = annotation["/Rect"].finiteNumbers(4)
      else { continue }
      guard let moved = geometry.moved(box, by: placement, to: layerSize) else {
        left.append(annotation)
        continue
      }
      annotation.set("/Rect", to: original.array(moved))
      annotation.remove("/QuadPoints")
      kept.append(annotation)
    }
    page.remove("/Annots")
    if !kept.isEmpty { page.set("/Annots", to: original.array(kept)) }
    if isSplit { original.page(number).set("/Annots", to: original.array(left)) }
  }

  private func finish() {
    original.release()
    layers.release()
  }
}
