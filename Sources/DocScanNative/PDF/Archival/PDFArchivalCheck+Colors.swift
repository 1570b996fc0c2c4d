// SPDX-License-Identifier: GPL-3.0-or-later

/// The rules for colours: what device colours mean must be said once for the file (6.2.3 and 6.2.4).
extension PDFArchivalCheck {
  private static let deviceColors: [String: PDFArchival.ColorKind] = [
    "/DeviceGray": .gray, "/DeviceRGB": .rgb, "/DeviceCMYK": .cmyk, "/G": .gray, "/RGB": .rgb, "/CMYK": .cmyk,
  ]
  private static let mostColorants = 32

  /// Notes the output intent to keep, and those that cannot stand beside another.
  func checkOutputIntents(_ intents: [PDFObject]) {
    let profiles = Set(intents.compactMap { $0["/DestOutputProfile"].identity })
    let archival = intents.first { $0["/S"].name == "/GTS_PDFA1" }
    if profiles.count > 1 || intents.contains(where: { $0.has("/DestOutputProfileRef") }) {
      note("has output intents that contradict each other", nil)
    }
    guard let archival else {
      // A second profile beside that of a print shop would contradict it.
      if !profiles.isEmpty { note("has an output intent for printing", nil) }
      return
    }
    guard let kind = profileColor(archival["/DestOutputProfile"], classes: ["mntr", "prtr"]) else {
      return note("has an output intent with an invalid color profile", nil)
    }
    report.outputIntent = kind
  }

  /// Notes a device colour that no output intent explains; without one, docscan's is for screens.
  func checkDeviceColor(_ name: String, _ page: Int?) {
    guard name.hasPrefix("/Device"), let kind = Self.deviceColors[name] else { return }
    checkDeviceColor(kind, page)
  }

  /// Grey is explained by any output intent.
  func checkDeviceColor(_ kind: PDFArchival.ColorKind, _ page: Int?) {
    guard kind != .gray, kind != report.outputIntent ?? .rgb else { return }
    note(kind == .cmyk ? "has CMYK colors" : "has RGB colors", page)
  }

  /// The colours of an inline picture, which may have short names.
  func checkInlineColors(_ words: [String], _ page: Int?) {
    for kind in words.compactMap({ Self.deviceColors[$0] }) { checkDeviceColor(kind, page) }
  }

  /// Colour spaces that are arrays.
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

  /// The colours that an ICC profile is for; nil when it is not what it should be (ICC.1:2004-10, 7.2).
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
