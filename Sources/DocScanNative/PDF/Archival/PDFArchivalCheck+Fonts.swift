// SPDX-License-Identifier: GPL-3.0-or-later

/// The rules for fonts (6.2.11). Whether glyphs have the widths that the file says is left to those who claim PDF/A.
extension PDFArchivalCheck {
  /// The fonts that every reader has, which need no widths (ISO 32000-1, 9.6.2.2).
  private static let standardFonts: Set = [
    "/Times-Roman", "/Times-Bold", "/Times-Italic", "/Times-BoldItalic", "/Helvetica", "/Helvetica-Bold",
    "/Helvetica-Oblique", "/Helvetica-BoldOblique", "/Courier", "/Courier-Bold", "/Courier-Oblique",
    "/Courier-BoldOblique", "/Symbol", "/ZapfDingbats",
  ]
  /// Collections of characters whose meaning is known (9.10.2).
  private static let orderings: Set = ["GB1", "CNS1", "Japan1", "Korea1"]
  private static let symbolicFlag: Int64 = 4

  /// A font in which a page shows text, visible or hidden behind a picture.
  func checkFont(_ font: PDFObject, isVisible: Bool, _ page: Int?) {
    if let identity = font.identity {
      // A second look is needed when the first text in it was invisible.
      if let known = fonts[identity], known || !isVisible { return }
      fonts[identity] = isVisible
    }
    guard font.isDictionary else { return note("shows text in a font that is missing", page) }
    if !hasMeaning(font) {
      note(
        "has text in the font \(shown(font)) that does not say which letters it shows", page, in: \.unicodeObstacles)
    }
    guard !claim.isPDFA else { return }
    let descendant = font["/DescendantFonts"].items.first ?? font
    if isVisible {
      let isType3 = font["/Subtype"].name == "/Type3"
      if !isType3, !isEmbedded(descendant) {
        note("shows text in the font \(shown(font)), which is not embedded", page)
      } else {
        note("shows text in embedded fonts that docscan cannot check", page)
      }
    } else if !isWellFormed(font, descendant) {
      note("has invisible text in a font that is not described completely", page)
    }
  }

  private func isEmbedded(_ font: PDFObject) -> Bool {
    let descriptor = font["/FontDescriptor"]
    return ["/FontFile", "/FontFile2", "/FontFile3"].contains { descriptor[$0].isStream }
  }

  /// Whether an invisible font has the entries that it must have nevertheless.
  private func isWellFormed(_ font: PDFObject, _ descendant: PDFObject) -> Bool {
    guard font["/Type"].name == "/Font", font["/BaseFont"].name != nil || font["/Subtype"].name == "/Type3" else {
      return false
    }
    let isSymbolic = (descendant["/FontDescriptor"]["/Flags"].integer ?? 0) & Self.symbolicFlag != 0
    switch font["/Subtype"].name {
    case "/Type0":
      let isNamed = ["/Identity-H", "/Identity-V"].contains(font["/Encoding"].name ?? "")
      return isNamed && (descendant["/Subtype"].name == "/CIDFontType0" || descendant.has("/CIDToGIDMap"))
        && !descendant["/FontDescriptor"].has("/CIDSet")
    case "/TrueType" where isSymbolic && font.has("/Encoding"): return false
    case "/TrueType"
    where !isSymbolic && !["/WinAnsiEncoding", "/MacRomanEncoding"].contains(font["/Encoding"].name ?? ""):
      return false
    case "/TrueType", "/Type1", "/MMType1":
      if Self.standardFonts.contains(font["/BaseFont"].name ?? ""), !font.has("/FontDescriptor") { return true }
      guard let first = font["/FirstChar"].integer, let last = font["/LastChar"].integer else { return false }
      return Int64(font["/Widths"].items.count) == last - first + 1 && !descendant["/FontDescriptor"].has("/CharSet")
    case _: return false
    }
  }

  /// Whether readers can tell which characters its codes stand for (6.2.11.7).
  private func hasMeaning(_ font: PDFObject) -> Bool {
    if claim.isUnicode || font["/ToUnicode"].isStream { return true }
    let encoding = font["/Encoding"]
    let descendant = font["/DescendantFonts"].items.first
    if let descendant {
      let ordering = descendant["/CIDSystemInfo"]["/Ordering"].text
      return Self.orderings.contains(ordering ?? "")
    }
    let isSymbolic = (font["/FontDescriptor"]["/Flags"].integer ?? 0) & Self.symbolicFlag != 0
    let base = (encoding.name ?? encoding["/BaseEncoding"].name) ?? ""
    let isNamed = ["/WinAnsiEncoding", "/MacRomanEncoding", "/MacExpertEncoding"].contains(base)
    let isStandard = Self.standardFonts.contains(font["/BaseFont"].name ?? "")
    // Names of single characters may be anybody's invention.
    return !encoding.has("/Differences") && (isNamed || isStandard && encoding.isNull) && !(isSymbolic && !isStandard)
  }

  private func shown(_ font: PDFObject) -> String { DocScanNative.shown(font["/BaseFont"].name ?? "") }
}
