// SPDX-License-Identifier: GPL-3.0-or-later

extension LanguageTag {
  /// The tag that a name means: a tag, an ISO 639 code, a pack, or the language's name; nil where nobody knows it.
  package init?(named name: String) {
    let pack = LanguagePack.pack(named: name)
    guard LanguagePack.isKnown(pack) else { return nil }
    self.init(tesseract: pack, region: Self.region(in: name))
  }

  /// The region that a tag names, such as "BR"; nil for none.
  private static func region(in name: String) -> String? {
    let parts = name.split { $0 == "-" || $0 == "_" }
    guard isWellFormed(name.replacing("_", with: "-")), parts.count > 1, let last = parts.last, last.utf8.count == 2
    else { return nil }
    return last.uppercased()
  }

  /// A pack's tag with a region; where the region only says which script, as in zh-TW, it is left out.
  private init?(tesseract pack: String, region: String?) {
    guard let tag = LanguageTag(tesseract: pack) else { return nil }
    guard let region, !tag.description.contains("-") else {
      self = tag
      return
    }
    self.init(description: "\(tag.description)-\(region)")
  }

  /// The language without a region: what has to be the same for two texts to be in one language.
  ///
  /// Script counts: traditional and simplified Chinese are translated into each other.
  package var withoutRegion: String {
    description.split(separator: "-").filter { $0.utf8.count != 2 || $0.first?.isLowercase == true }.joined(
      separator: "-")
  }
}
