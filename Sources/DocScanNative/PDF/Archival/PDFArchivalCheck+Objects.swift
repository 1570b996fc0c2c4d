// SPDX-License-Identifier: GPL-3.0-or-later

/// The rules for values, streams and dictionaries, wherever they are.
extension PDFArchivalCheck {
  /// All filters but LZW, by their full names (6.1.7.2).
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

  /// Limits of values (6.1.13), and device colours by name.
  func checkValue(_ object: PDFObject, _ page: Int?) {
    if let number = object.integer, Int32(exactly: number) == nil { note("has a number that is too large", page) }
    if let length = object.stringLength, length > Self.longestString { note("has a text that is too long", page) }
    guard let name = object.name else { return }
    // The slash does not count.
    if name.utf8.count > Self.longestName + 1 { note("has a name that is too long", page) }
    checkDeviceColor(name, page)
  }

  /// Streams (6.1.7), and what is drawn from them: pictures, forms, patterns and glyphs.
  func checkStream(_ stream: PDFObject, key: String, outer: String, _ page: Int?) {
    if ["/F", "/FFilter", "/FDecodeParms"].contains(where: stream.has) { note("has data in another file", page) }
    for filter in stream["/Filter"].names where !Self.filters.contains(filter) {
      note("has data compressed in a way that PDF/A forbids (\(shown(filter)))", page)
    }
    if stream["/Filter"].names.contains("/Crypt") { note("has data with an encryption of their own", page) }
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

  /// Pictures (6.2.8).
  private func checkImage(_ image: PDFObject, _ page: Int?) {
    if image.has("/Alternates") { note("has a picture with alternates", page) }
    if image.has("/OPI") { note("has a picture that stands for another one (OPI)", page) }
    if image["/Interpolate"].isTrue { note("has a picture that asks to be smoothed (Interpolate)", page) }
    if let intent = image["/Intent"].name, !Self.renderingIntents.contains(intent) {
      note("has a picture with an unknown rendering intent", page)
    }
    guard image["/Filter"].names.last == "/JPXDecode" else { return }
    if image["/Filter"].names.count > 1 || !JPEG2000Archival.isAllowed(image.rawContent) {
      note("has a JPEG 2000 picture of a kind that PDF/A forbids", page)
    }
  }

  /// Forms (6.2.9): pieces of content with resources of their own.
  private func checkForm(_ form: PDFObject, _ page: Int?) {
    if form.has("/OPI") { note("has a picture that stands for another one (OPI)", page) }
    if form.has("/PS") || form["/Subtype2"].name == "/PS" { note("contains PostScript", page) }
    if form.has("/Ref") { note("shows part of another file", page) }
    checkContent(resources: form["/Resources"], page: page) { form.streamContent }
  }

  /// Dictionaries: graphics states, halftones, actions, files, metadata.
  func checkDictionary(_ object: PDFObject, key: String, outer: String, _ page: Int?) {
    checkAction(object, key: key, outer: outer, page)
    if outer == "/ExtGState" || object["/Type"].name == "/ExtGState" { checkGraphicsState(object, page) }
    if object.has("/EF") { note("contains other files", page) }
    if object.has("/AA") { note("has a form field with actions", page) }
    if object.has("/JS") { note("contains JavaScript", page) }
    // Whoever claims PDF/A has described what these hold.
    if object.has("/Metadata"), !claim.isPDFA { note("has a part with metadata of its own", page) }
  }

  /// Graphics states (6.2.5, 6.2.6 and 6.2.10).
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
