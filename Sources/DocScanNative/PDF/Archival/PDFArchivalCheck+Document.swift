// SPDX-License-Identifier: GPL-3.0-or-later

extension PDFArchivalCheck {
  /// The allowed lengths of page boundaries, in units (6.1.13).
  private static let sides = 3.0...14_400.0
  private static let annotationTypes: Set = [
    "/Text", "/Link", "/FreeText", "/Line", "/Square", "/Circle", "/Polygon", "/PolyLine", "/Highlight", "/Underline",
    "/Squiggly", "/StrikeOut", "/Stamp", "/Caret", "/Ink", "/Popup", "/FileAttachment", "/Widget", "/PrinterMark",
    "/TrapNet", "/Watermark", "/Redact",
  ]
  private static let actionTypes: Set = ["/GoTo", "/GoToR", "/GoToE", "/Thread", "/URI", "/Named", "/SubmitForm"]
  private static let namedActions: Set = ["/NextPage", "/PrevPage", "/FirstPage", "/LastPage"]
  private static let actionKeys: Set = ["/A", "/OpenAction", "/Next", "/PA"]
  private static let hidingFlags: Int64 = 1 | 2 | 32 | 256
  private static let printFlag: Int64 = 4

  /// Checks a page, and its resources unless already checked.
  func checkPage(_ page: PDFObject, _ number: Int) {
    for key in ["/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox"] {
      guard let box = page.inherited(key).rectangle else { continue }
      if ![box.right - box.left, box.top - box.bottom].allSatisfy(Self.sides.contains) {
        note("is smaller or larger than PDF/A allows", number)
      }
    }
    if page.has("/AA") { note("has actions of its own", number) }
    if page.has("/PresSteps") { note("is part of a presentation with steps", number) }
    let resources = page.inherited("/Resources")
    if !page.has("/Resources"), !resources.keys.isEmpty { report.repairs.insert(.resources(page: number)) }
    checkContent(resources: resources, page: number) { page.pageContent }
    for annotation in page["/Annots"].items { checkAnnotation(annotation, number) }
    follow(resources, outer: "/Resources", page: number)
    follow(page, except: ["/Parent", "/Contents", "/Resources", "/B"], outer: "/Page", page: number)
    for stream in page["/Contents"].isStream ? [page["/Contents"]] : page["/Contents"].items {
      checkStream(stream, key: "/Contents", outer: "/Page", number)
    }
  }

  func checkCatalog(_ catalog: PDFObject) {
    let names = catalog["/Names"]
    let form = catalog["/AcroForm"]
    let findings = [
      (catalog.has("/AA"), "has actions that run when it is opened, printed or closed"),
      (catalog["/NeedsRendering"].isTrue || form.has("/XFA"), "is an XFA form"),
      (form["/NeedAppearances"].isTrue, "leaves the appearance of its form fields to the reader"),
      (names.has("/JavaScript"), "contains JavaScript"),
      (names.has("/EmbeddedFiles") || catalog.has("/AF"), "contains other files"),
      (names.has("/AlternatePresentations"), "contains alternate presentations"),
      (catalog.has("/Requirements"), "makes requirements of its reader"),
      (catalog["/Perms"].keys.contains { !["/DocMDP", "/UR3"].contains($0) }, "grants permissions that PDF/A lacks"),
    ]
    for (isSo, what) in findings where isSo { note(what, nil) }
    checkLayers(catalog["/OCProperties"])
    // The graft writes the metadata, and the output intents were checked above.
    follow(catalog, except: ["/Pages", "/Metadata", "/OutputIntents"], outer: "/Root", page: nil)
  }

  /// Checks optional content (6.9): every configuration needs a name and a list of all layers.
  private func checkLayers(_ properties: PDFObject) {
    guard properties.isDictionary else { return }
    let groups = Set(properties["/OCGs"].items.compactMap(\.identity))
    for configuration in [properties["/D"]] + properties["/Configs"].items {
      if configuration.has("/AS") { note("shows and hides layers automatically", nil) }
      if configuration["/Name"].stringLength ?? 0 == 0 { note("has a set of layers without a name", nil) }
      guard configuration.has("/Order") else { continue }
      if !groups.isSubset(of: Self.listed(configuration["/Order"], depth: 0)) {
        note("has layers that aren't in its list of layers", nil)
      }
    }
  }

  private static func listed(_ order: PDFObject, depth: Int) -> Set<PDFObject.Identity> {
    guard depth < 16 else { return [] }
    return order.items.reduce(into: []) { all, item in
      if item.isArray {
        all.formUnion(listed(item, depth: depth + 1))
      } else if let id = item.identity {
        all.insert(id)
      }
    }
  }

  /// Checks annotations (6.3) and form fields (6.4).
  private func checkAnnotation(_ annotation: PDFObject, _ page: Int) {
    let type = annotation["/Subtype"].name ?? ""
    guard Self.annotationTypes.contains(type) else {
      return note("has an annotation of a kind that PDF/A forbids (\(shown(type)))", page)
    }
    if type != "/Popup" {
      let flags = annotation["/F"].integer ?? 0
      if flags & Self.hidingFlags != 0 {
        note("has a hidden annotation", page)
      } else if flags & Self.printFlag == 0 {
        if type == "/Link" {
          report.repairs.insert(.linkFlags(page: page))
        } else {
          note("has an annotation that is not printed", page)
        }
      }
      if type == "/Text", flags & 24 != 24 { note("has a note that grows and turns with the page", page) }
    }
    let isEmpty = annotation["/Rect"].numbers(4).map { $0[0] == $0[2] && $0[1] == $0[3] } ?? false
    let looks = annotation["/AP"]
    if !looks.isDictionary, !isEmpty, !["/Popup", "/Link"].contains(type) {
      note("has an annotation whose appearance is left to the reader", page)
    }
    if looks.isDictionary {
      let isButton = type == "/Widget" && annotation.inherited("/FT").name == "/Btn"
      let look = looks["/N"]
      if looks.keys != ["/N"] || (isButton ? look.isStream : !look.isStream) {
        note("has an annotation with more than one appearance", page)
      }
    }
    if type == "/Widget", annotation.has("/A") { note("has a form field with an action", page) }
    if type == "/FileAttachment" { note("has an attached file", page) }
  }

  /// Checks actions (6.5) in any object.
  func checkAction(_ object: PDFObject, key: String, outer: String, _ page: Int?) {
    guard Self.actionKeys.contains(key) || outer == "/AA" || object["/Type"].name == "/Action",
      let type = object["/S"].name
    else { return }
    if type == "/JavaScript" { return note("contains JavaScript", page) }
    let isAllowed =
      Self.actionTypes.contains(type) && (type != "/Named" || Self.namedActions.contains(object["/N"].name ?? ""))
    if !isAllowed { note("has an action that PDF/A forbids (\(shown(type)))", page) }
  }
}

/// Returns an untrusted PDF name, cleaned and shortened for messages.
func shown(_ name: String) -> String {
  let text = name.drop { $0 == "/" }.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }.prefix(
    60)
  return text.isEmpty ? "without a name" : String(String.UnicodeScalarView(text))
}
