// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import DocScanCore

/// Checks a PDF's objects against the rules of PDF/A-2. Objects are queued by number, so that qpdf's handles can be released at every step.
@safe
final class PDFArchivalCheck {
  struct Visit {
    var object: PDFObject.Identity
    var key: String
    var outer: String
    /// The page of the object, counted from 1, or `nil` for the document as a whole.
    var page: Int?
  }

  private static let mostObjects = 1_000_000
  private static let deepestNesting = 64
  private static let mostFindings = 50
  private static let mostContent = 256 << 20

  let pdf: qpdf_data
  private let document: PDFGraftDocument
  private let pages: Set<Int>?
  var report = PDFArchival.Report()
  private(set) var claim = PDFArchivalClaim()
  private var visits: [Visit] = []
  private var seen: Set<PDFObject.Identity> = []
  private var found: Set<String> = []
  private var contentSize = 0
  var fonts: [PDFObject.Identity: Bool] = [:]

  init(document: PDFGraftDocument, pages: Set<Int>?) {
    self.document = document
    unsafe pdf = document.handle
    self.pages = pages
  }

  func run() throws(PageFailure) -> PDFArchival.Report {
    let pageCount = try document.pageCount()
    if unsafe qpdf_is_encrypted(pdf) != 0 { report.repairs.insert(.decryption) }
    if let version = unsafe qpdf_get_pdf_version(pdf), unsafe String(cString: version) >= "2" {
      note("is PDF 2.0; PDF/A-2 allows PDF 1.7 at most", nil)
    }
    claim = PDFArchivalClaim(document.root["/Metadata"].streamContent)
    checkOutputIntents(document.root["/OutputIntents"].items)
    unsafe qpdf_oh_release_all(pdf)
    for number in 1...max(1, pageCount) where number <= pageCount && pages?.contains(number) ?? true {
      checkPage(document.page(number - 1), number)
      walk()
      guard isGoingOn else { break }
    }
    if isGoingOn {
      checkCatalog(document.root)
      walk()
    }
    // Relevant warnings about damaged objects were handled above.
    if unsafe qpdf_has_error(pdf) != 0 { note("is damaged", nil) }
    _ = unsafe qpdf_get_error(pdf)
    return report
  }

  var isGoingOn: Bool {
    report.obstacles.count + report.unicodeObstacles.count < Self.mostFindings && seen.count <= Self.mostObjects
      && contentSize <= Self.mostContent
  }

  // MARK: Findings

  /// Adds an obstacle once to one of the report's lists. `what` continues a sentence that begins with the page.
  func note(
    _ what: String, _ page: Int?, in list: WritableKeyPath<PDFArchival.Report, [String]> = \.obstacles
  ) {
    guard found.insert(what).inserted else { return }
    report[keyPath: list].append((page.map { "Page \($0) " } ?? "The document ") + what + ".")
  }

  // MARK: Walking

  private func walk() {
    while let visit = visits.popLast(), isGoingOn {
      look(at: unsafe PDFObject(visit.object, of: pdf), key: visit.key, outer: visit.outer, page: visit.page, depth: 0)
      unsafe qpdf_oh_release_all(pdf)
    }
    if seen.count > Self.mostObjects || contentSize > Self.mostContent {
      note("is too large to be checked", nil)
    }
    visits = []
    unsafe qpdf_oh_release_all(pdf)
  }

  /// Checks the values of a dictionary or an array; indirect objects are queued.
  func follow(_ object: PDFObject, except skipped: Set<String> = [], outer: String, page: Int?, depth: Int = 0) {
    for item in object.items { enter(item, key: outer, outer: outer, page: page, depth: depth) }
    for key in object.keys where !skipped.contains(key) {
      enter(object[key], key: key, outer: outer, page: page, depth: depth)
    }
  }

  private func enter(_ object: PDFObject, key: String, outer: String, page: Int?, depth: Int) {
    guard let identity = object.identity else {
      return look(at: object, key: key, outer: outer, page: page, depth: depth + 1)
    }
    guard seen.insert(identity).inserted else { return }
    visits.append(Visit(object: identity, key: key, outer: outer, page: page))
  }

  private func look(at object: PDFObject, key: String, outer: String, page: Int?, depth: Int) {
    guard depth < Self.deepestNesting else { return note("is nested too deeply to be checked", page) }
    checkValue(object, page)
    guard object.isDictionary || object.isStream || object.isArray else { return }
    // Pages are checked one by one, so references between them aren't followed.
    if ["/Page", "/Pages"].contains(object["/Type"].name ?? "") { return }
    if object.isStream { checkStream(object, key: key, outer: outer, page) }
    if object.isArray { checkColorSpace(object, page) } else { checkDictionary(object, key: key, outer: outer, page) }
    follow(object, except: ["/Parent", "/P", "/Pg"], outer: key, page: page, depth: depth)
  }

  func checkContent(resources: PDFObject, page: Int?, read: () -> [UInt8]) {
    _ = forgetWarnings()
    let content = read()
    if forgetWarnings() { note("has content that is damaged", page) }
    if content.count >= PDFObject.contentLimit { note("has too much content to be checked", page) }
    contentSize += content.count
    guard isGoingOn else { return }
    var rules = PDFArchivalContent(check: self, resources: resources, page: page)
    rules.run(content)
  }

  private func forgetWarnings() -> Bool {
    var hadWarnings = false
    while unsafe qpdf_more_warnings(pdf) != 0 {
      _ = unsafe qpdf_next_warning(pdf)
      hadWarnings = true
    }
    return hadWarnings
  }
}

extension PDFArchivalCheck {
  /// All filters except LZW (6.1.7.2), and their abbreviations.
  private static let filters: Set = [
    "/ASCIIHexDecode", "/ASCII85Decode", "/FlateDecode", "/RunLengthDecode", "/CCITTFaxDecode", "/JBIG2Decode",
    "/DCTDecode", "/JPXDecode", "/Crypt", "/AHx", "/A85", "/Fl", "/RL", "/CCF", "/DCT",
  ]
  private static let blendModes: Set = [
    "/Normal", "/Compatible", "/Multiply", "/Screen", "/Overlay", "/Darken", "/Lighten", "/ColorDodge", "/ColorBurn",
    "/HardLight", "/SoftLight", "/Difference", "/Exclusion", "/Hue", "/Saturation", "/Color", "/Luminosity",
  ]
  static let renderingIntents: Set = [
    "/RelativeColorimetric", "/AbsoluteColorimetric", "/Perceptual", "/Saturation",
  ]
  private static let longestString = 32_767
  private static let longestName = 127

  /// Checks limits of values (6.1.13), and device colors by name.
  func checkValue(_ object: PDFObject, _ page: Int?) {
    if let number = object.integer, Int32(exactly: number) == nil { note("has a number that is too large", page) }
    if let length = object.stringLength, length > Self.longestString { note("has a text that is too long", page) }
    guard let name = object.name else { return }
    // The slash doesn't count.
    if name.utf8.count > Self.longestName + 1 { note("has a name that is too long", page) }
    checkDeviceColor(name, page)
  }

  /// Checks streams (6.1.7) and their content: pictures, forms, patterns and glyphs.
  func checkStream(_ stream: PDFObject, key: String, outer: String, _ page: Int?) {
    if ["/F", "/FFilter", "/FDecodeParms"].contains(where: stream.has) { note("has data in another file", page) }
    for filter in stream["/Filter"].names where !Self.filters.contains(filter) {
      note("has data compressed in a way that PDF/A forbids (\(shown(filter)))", page)
    }
    if stream["/Filter"].names.contains("/Crypt") { note("has data with separate encryption", page) }
    switch stream["/Subtype"].name {
    case "/Image": checkImage(stream, page)
    case "/Form": checkForm(stream, page)
    case "/PS": note("contains PostScript", page)
    case _:
      let isPattern = stream["/PatternType"].integer == 1
      guard isPattern || outer == "/CharProcs" || key == "/CharProcs" else { return }
      checkContent(resources: stream["/Resources"], page: page) { stream.streamContent }
    }
  }

  /// Checks pictures (6.2.8).
  private func checkImage(_ image: PDFObject, _ page: Int?) {
    if image.has("/Alternates") { note("has a picture with alternates", page) }
    if image.has("/OPI") { note("has a picture that is a placeholder for another file (OPI)", page) }
    if image["/Interpolate"].isTrue { note("has a picture that asks to be smoothed (Interpolate)", page) }
    if let intent = image["/Intent"].name, !Self.renderingIntents.contains(intent) {
      note("has a picture with an unknown rendering intent", page)
    }
    guard image["/Filter"].names.last == "/JPXDecode" else { return }
    if image["/Filter"].names.count > 1 || !JPEG2000Archival.isAllowed(image.rawContent) {
      note("has a JPEG 2000 picture of a kind that PDF/A forbids", page)
    }
  }

  /// Checks form XObjects (6.2.9).
  private func checkForm(_ form: PDFObject, _ page: Int?) {
    if form.has("/OPI") { note("has a picture that is a placeholder for another file (OPI)", page) }
    if form.has("/PS") || form["/Subtype2"].name == "/PS" { note("contains PostScript", page) }
    if form.has("/Ref") { note("shows part of another file", page) }
    checkContent(resources: form["/Resources"], page: page) { form.streamContent }
  }

  /// Checks dictionaries: graphics states, actions, embedded files and metadata.
  func checkDictionary(_ object: PDFObject, key: String, outer: String, _ page: Int?) {
    checkAction(object, key: key, outer: outer, page)
    if outer == "/ExtGState" || object["/Type"].name == "/ExtGState" { checkGraphicsState(object, page) }
    if object.has("/EF") { note("contains other files", page) }
    if object.has("/AA") { note("has a form field with actions", page) }
    if object.has("/JS") { note("contains JavaScript", page) }
    // A file that claims PDF/A must describe the metadata's properties.
    if object.has("/Metadata"), !claim.isPDFA { note("has a part with metadata of its own", page) }
  }

  /// Checks graphics states (6.2.5, 6.2.6 and 6.2.10).
  private func checkGraphicsState(_ state: PDFObject, _ page: Int?) {
    if state.has("/TR") || state.has("/TR2") && state["/TR2"].name != "/Default" {
      note("changes colors by a transfer function", page)
    }
    if state.has("/HTP") { note("shifts its halftones", page) }
    let halftone = state["/HT"]
    if halftone.isDictionary || halftone.isStream {
      let isAllowed = [1, 5].contains(halftone["/HalftoneType"].integer ?? 0) && !halftone.has("/HalftoneName")
      if !isAllowed { note("has a halftone that PDF/A forbids", page) }
    }
    if let intent = state["/RI"].name, !Self.renderingIntents.contains(intent) {
      note("has an unknown rendering intent", page)
    }
    if state.has("/BM"), !state["/BM"].names.allSatisfy(Self.blendModes.contains) || state["/BM"].isArray {
      note("has an unknown blend mode", page)
    }
  }
}
