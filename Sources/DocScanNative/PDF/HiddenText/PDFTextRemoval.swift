// SPDX-License-Identifier: GPL-3.0-or-later

/// Removes the invisible text of an earlier OCR from a page of a PDF.
struct PDFTextRemoval {
  /// Longer contents are left as they are, in bytes.
  private static let contentLimit = 64 << 20
  private static let deepestForm = 4

  private let document: PDFGraftDocument
  private let page: PDFObject

  /// Takes a page of the document.
  init(page: PDFObject, of document: PDFGraftDocument) {
    (self.page, self.document) = (page, document)
  }

  /// Changes the page; false when there is no hidden text on it, and it stays as it is.
  func run() -> Bool {
    let content = page.pageContent(atMost: Self.contentLimit + 1)
    guard content.count <= Self.contentLimit else { return false }
    let resources = page.inherited("/Resources")
    let cover = PDFCover(page: page).end(in: content, resources: resources)
    guard let result = filtered(content, resources: resources, mode: 0, coveredUntil: cover, depth: 0) else {
      return false
    }
    page.set("/Resources", to: result.resources)
    page.set("/Contents", to: document.stream(result.content))
    return true
  }

  /// A stream and its resources without hidden text; nil when there is none.
  private func filtered(
    _ content: [UInt8], resources: PDFObject, mode: Int, coveredUntil: Int, depth: Int
  ) -> (content: [UInt8], resources: PDFObject, draws: Bool)? {
    let resources = document.copy(resources)
    let objects = document.copy(resources["/XObject"])
    // By name: whether the object still draws anything.
    var known: [String: Bool] = [:]
    var isChanged = false
    var lendsFonts = false
    let filter = PDFTextFilter(content, mode: mode, coveredUntil: coveredUntil) { name, mode in
      if let draws = known[name] { return draws }
      known[name] = true
      let object = objects["/" + name]
      guard depth < Self.deepestForm, object.isStream, object["/Subtype"].name == "/Form" else { return true }
      let own = object["/Resources"]
      let hasOwn = own.isDictionary
      let inner = object.streamContent(atMost: Self.contentLimit + 1)
      guard inner.count <= Self.contentLimit,
        let result = filtered(inner, resources: hasOwn ? own : resources, mode: mode, coveredUntil: 0, depth: depth + 1)
      else {
        lendsFonts = lendsFonts || !hasOwn
        return true
      }
      isChanged = true
      lendsFonts = lendsFonts || !hasOwn && result.draws
      if result.draws {
        objects.set("/" + name, to: form(result.content, like: object, resources: hasOwn ? result.resources : nil))
      } else {
        objects.remove("/" + name)
      }
      known[name] = result.draws
      return result.draws
    }
    guard filter.isChanged || isChanged else { return nil }
    resources.set("/XObject", to: objects)
    if !lendsFonts {
      let fonts = document.copy(resources["/Font"])
      let unused = PDFTextFilter.fonts(in: content).subtracting(PDFTextFilter.fonts(in: filter.output))
      for name in unused { fonts.remove("/" + name) }
      resources.set("/Font", to: fonts)
    }
    return (filter.output, resources, filter.draws)
  }

  /// A form with other content; without resources it has the old one's.
  private func form(_ content: [UInt8], like old: PDFObject, resources: PDFObject?) -> PDFObject {
    let form = document.stream(content)
    let aboutBytes: Set = ["/Length", "/Filter", "/DecodeParms", "/F", "/FFilter", "/FDecodeParms", "/DL"]
    for key in old.keys where !aboutBytes.contains(key) { form.set(key, to: old[key]) }
    if let resources { form.set("/Resources", to: resources) }
    return form
  }
}
