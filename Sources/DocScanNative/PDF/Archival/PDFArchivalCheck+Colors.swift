// SPDX-License-Identifier: GPL-3.0-or-later

/// The rules for colors: an output intent must define device colors for the whole file (6.2.3 and 6.2.4).
extension PDFArchivalCheck {
  private static let deviceColors: [String: PDFArchival.ColorKind] = [
    "/DeviceGray": .gray, "/DeviceRGB": .rgb, "/DeviceCMYK": .cmyk, "/G": .gray, "/RGB": .rgb, "/CMYK": .cmyk,
  ]
  private static let mostColorants = 32

  func checkOutputIntents(_ intents: [PDFObject]) {
    let profiles = Set(intents.compactMap { $0["/DestOutputProfile"].identity })
    let archival = intents.first { $0["/S"].name == "/GTS_PDFA1" }
    if profiles.count > 1 || intents.contains(where: { $0.has("/DestOutputProfileRef") }) {
      note("has output intents that contradict each other", nil)
    }
    guard let archival else {
      // A second profile next to a print shop's would contradict it.
      if !profiles.isEmpty { note("has an output intent for printing", nil) }
      return
    }
    guard let kind = profileColor(archival["/DestOutputProfile"], classes: ["mntr", "prtr"]) else {
      return note("has an output intent with an invalid color profile", nil)
    }
    report.outputIntent = kind
  }

  /// Notes a device color that no output intent defines. Without an output intent, docscan adds one for RGB.
  func checkDeviceColor(_ name: String, _ page: Int?) {
    guard name.hasPrefix("/Device"), let kind = Self.deviceColors[name] else { return }
    checkDeviceColor(kind, page)
  }

  func checkDeviceColor(_ kind: PDFArchival.ColorKind, _ page: Int?) {
    guard kind != .gray, kind != report.outputIntent ?? .rgb else { return }
    note(kind == .cmyk ? "has CMYK colors" : "has RGB colors", page)
  }

  func checkInlineColors(_ words: [String], _ page: Int?) {
    for kind in words.compactMap({ Self.deviceColors[$0] }) { checkDeviceColor(kind, page) }
  }

  func checkColorSpace(_ space: PDFObject, _ page: Int?) {
    let items = space.items.prefix(5)
    guard let family = items.first?.name, items.count > 1 else { return }
    switch family {
    case "/ICCBased":
      if profileColor(items[1], classes: ["mntr", "prtr", "scnr", "spac"]) == nil {
        note("has an invalid color profile", page)
      }
    case "/DeviceN":
      let names = items[1].names.filter { $0 != "/None" && $0 != "/All" }
      if names.count > Self.mostColorants { note("has more than 32 colorants", page) }
      let colorants = items.count > 4 ? items[4]["/Colorants"] : items[1]
      let process = items.count > 4 ? Set(items[4]["/Process"]["/Components"].names) : []
      if !names.allSatisfy({ colorants.has($0) || process.contains($0) || Self.inks.contains($0) }) {
        note("has colorants without a description", page)
      }
    case _: break
    }
  }

  private static let inks: Set = ["/Cyan", "/Magenta", "/Yellow", "/Black"]

  private func profileColor(_ stream: PDFObject, classes: Set<String>) -> PDFArchival.ColorKind? {
    let header = stream.streamContent.prefix(128)
    guard header.count == 128, header[8] < 5, Array(header[36..<40]) == Array("acsp".utf8),
      classes.contains(String(decoding: header[12..<16], as: UTF8.self))
    else { return nil }
    let kinds: [String: (kind: PDFArchival.ColorKind, components: Int64)] = [
      "GRAY": (.gray, 1), "RGB ": (.rgb, 3), "CMYK": (.cmyk, 4), "Lab ": (.rgb, 3),
    ]
    guard let found = kinds[String(decoding: header[16..<20], as: UTF8.self)],
      stream["/N"].integer == found.components
    else { return nil }
    return found.kind
  }
}

/// The rules for fonts (6.2.11). Embedded fonts can't be checked, so only files that claim PDF/A may show them.
extension PDFArchivalCheck {
  /// The standard 14 fonts, which need no widths (ISO 32000-1, 9.6.2.2).
  private static let standardFonts: Set = [
    "/Times-Roman", "/Times-Bold", "/Times-Italic", "/Times-BoldItalic", "/Helvetica", "/Helvetica-Bold",
    "/Helvetica-Oblique", "/Helvetica-BoldOblique", "/Courier", "/Courier-Bold", "/Courier-Oblique",
    "/Courier-BoldOblique", "/Symbol", "/ZapfDingbats",
  ]
  /// Character collections that map to Unicode (9.10.2).
  private static let orderings: Set = ["GB1", "CNS1", "Japan1", "Korea1"]
  private static let symbolicFlag: Int64 = 4

  func checkFont(_ font: PDFObject, isVisible: Bool, _ page: Int?) {
    if let identity = font.identity {
      // A font that was first used invisibly needs another check.
      if let known = fonts[identity], known || !isVisible { return }
      fonts[identity] = isVisible
    }
    guard font.isDictionary else { return note("shows text in a font that is missing", page) }
    if !hasMeaning(font) {
      note(
        "has text in the font \(shown(font)) that does not map to Unicode", page, in: \.unicodeObstacles)
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

  /// Returns whether a font for invisible text has the required entries.
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

  /// Returns whether a font's codes map to Unicode (6.2.11.7).
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
    // Names of single characters can be arbitrary.
    return !encoding.has("/Differences") && (isNamed || isStandard && encoding.isNull) && !(isSymbolic && !isStandard)
  }

  private func shown(_ font: PDFObject) -> String { DocScanNative.shown(font["/BaseFont"].name ?? "") }
}
