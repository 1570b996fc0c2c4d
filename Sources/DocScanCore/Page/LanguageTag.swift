// SPDX-License-Identifier: GPL-3.0-or-later

/// The name of a natural language as BCP 47 (RFC 5646) writes it, such as "en" or "zh-Hant".
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
  /// The whole tag.
  public let description: String

  /// The primary language subtag, such as "zh"; "und" where only the script is known.
  public var language: String { String(description.prefix { $0 != "-" }) }

  /// The tag for one of Tesseract's packs, such as "deu", "chi_tra_vert" or "script/Cyrillic".
  ///
  /// Nil for packs that are not a language (`osd`, `equ`) and for names that Tesseract does not give.
  package init?(tesseract pack: String) {
    if pack.hasPrefix("script/") {
      let name = pack.dropFirst("script/".count).prefix { $0 != "_" }
      guard let script = Self.scriptPacks[String(name)] else { return nil }
      description = script == "Vietnamese" ? "vi" : "und-\(script)"
      return
    }
    let parts = pack.split(separator: "_", omittingEmptySubsequences: false)
    let code = parts[0]
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }),
      code != "osd", code != "equ"
    else { return nil }
    // Tesseract's own code for German in Fraktur; In ISO 639 it is Frankish, which is not printed.
    let isFraktur = code == "frk"
    let language = isFraktur ? "de" : Self.shortCodes[String(code)] ?? String(code)
    let script = isFraktur ? "Latf" : parts.dropFirst().lazy.compactMap { Self.variants[String($0)] }.first
    description = script.map { "\(language)-\($0)" } ?? language
  }

  /// A tag that is known to be one.
  init(description: String) { self.description = description }

  /// Whether a text has the form of a tag: RFC 5646, 2.1, without a look into the registry.
  package static func isWellFormed(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, tag.utf8.count <= 64 else { return false }
    let isPart = parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
    }
    let startsWithLanguage = first.utf8.count > 1 && !first.utf8.contains { (0x30...0x39).contains($0) }
    return isPart && (startsWithLanguage || (["x", "i"].contains(first.lowercased()) && parts.count > 1))
  }

  /// ISO 639-1 codes, where there are any, for the ISO 639-2 codes that Tesseract uses.
  private static let shortCodes = [String: String](
    pairs: """
      afr af amh am ara ar asm as aze az bel be ben bn bod bo bos bs bre br bul bg cat ca ces cs chi zh cos co cym cy \
      dan da deu de div dv dzo dz ell el eng en epo eo est et eus eu fao fo fas fa fin fi fra fr fry fy gla gd gle ga \
      glg gl guj gu hat ht heb he hin hi hrv hr hun hu hye hy iku iu ind id isl is ita it jav jv jpn ja kan kn kat ka \
      kaz kk khm km kir ky kor ko kur ku lao lo lat la lav lv lit lt ltz lb mal ml mar mr mkd mk mlt mt mon mn mri mi \
      msa ms mya my nep ne nld nl nor no oci oc ori or pan pa pol pl por pt pus ps que qu ron ro rus ru san sa sin si \
      slk sk slv sl snd sd spa es sqi sq srp sr sun su swa sw swe sv tam ta tat tt tel te tgk tg tgl tl tha th tir ti \
      ton to tur tr uig ug ukr uk urd ur uzb uz vie vi yid yi yor yo
      """)

  /// ISO 15924 codes for the endings of Tesseract's names; others, such as "vert" and "old", name no script.
  private static let variants = [String: String](
    pairs: "sim Hans tra Hant cyrl Cyrl latn Latn ara Arab frak Latf latf Latf")

  /// ISO 15924 codes for Tesseract's script packs.
  private static let scriptPacks = [String: String](
    pairs: """
      Arabic Arab Armenian Armn Bengali Beng Canadian Cans Cherokee Cher Cyrillic Cyrl Devanagari Deva Ethiopic Ethi \
      Fraktur Latf Georgian Geor Greek Grek Gujarati Gujr Gurmukhi Guru HanS Hans HanT Hant Hangul Hang Hebrew Hebr \
      Japanese Jpan Kannada Knda Khmer Khmr Lao Laoo Latin Latn Malayalam Mlym Myanmar Mymr Oriya Orya Sinhala Sinh \
      Syriac Syrc Tamil Taml Telugu Telu Thaana Thaa Thai Thai Tibetan Tibt Vietnamese Vietnamese
      """)
}

extension RecognizedPage {
  /// The language that the page was read in; nil if it is not known, or one of several.
  public var language: LanguageTag? {
    // Two packs may be for one language, such as jpn and jpn_vert.
    let tags = Set(languages.map { LanguageTag(tesseract: $0) })
    return tags.count == 1 ? tags.first ?? nil : nil
  }

  /// The language of a block; nil if it is not known.
  public func language(of block: Block) -> LanguageTag? {
    block.language.flatMap { LanguageTag(tesseract: $0) } ?? language
  }
}

extension LanguageTag {
  /// The tag that a name means: a tag, an ISO 639 code, a pack, or the language's name; nil if nobody knows it.
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
