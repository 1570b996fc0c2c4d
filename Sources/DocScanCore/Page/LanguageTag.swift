// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// A BCP 47 language tag (RFC 5646), such as "en" or "zh-Hant".
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
  /// The complete tag.
  public let description: String

  /// The primary language subtag, such as "zh", or "und" if only the script is known.
  public var language: String { String(description.prefix { $0 != "-" }) }

  /// Whether the letters are Fraktur, which programs that only know Roman type can't read.
  package var isFraktur: Bool { description.hasSuffix("-Latf") }

  /// Creates the tag for a Tesseract pack such as "deu", "chi_tra_vert", or "script/Cyrillic". Returns `nil` for packs that aren't languages (`osd`,
  /// `equ`) and for names that don't follow Tesseract's scheme.
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
    // In Tesseract, "frk" means German in Fraktur; in ISO 639, Frankish, a language without printed texts.
    let isFraktur = code == "frk"
    let language = isFraktur ? "de" : Self.shortCodes[String(code)] ?? String(code)
    let script = isFraktur ? "Latf" : parts.dropFirst().lazy.compactMap { Self.variants[String($0)] }.first
    description = script.map { "\(language)-\($0)" } ?? language
  }

  init(description: String) { self.description = description }

  /// Returns whether a text has the syntax of a tag (RFC 5646, section 2.1). The subtags aren't looked up in the registry.
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

  /// The ISO 639-1 codes for the ISO 639-2 codes of Tesseract.
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

  /// The ISO 15924 codes for suffixes of Tesseract's pack names. Other suffixes, such as "vert" and "old", don't denote a script.
  private static let variants = [String: String](
    pairs: "sim Hans tra Hant cyrl Cyrl latn Latn ara Arab frak Latf latf Latf")

  /// The ISO 15924 codes for Tesseract's script packs.
  private static let scriptPacks = [String: String](
    pairs: """
      Arabic Arab Armenian Armn Bengali Beng Canadian Cans Cherokee Cher Cyrillic Cyrl Devanagari Deva Ethiopic Ethi \
      Fraktur Latf Georgian Geor Greek Grek Gujarati Gujr Gurmukhi Guru HanS Hans HanT Hant Hangul Hang Hebrew Hebr \
      Japanese Jpan Kannada Knda Khmer Khmr Lao Laoo Latin Latn Malayalam Mlym Myanmar Mymr Oriya Orya Sinhala Sinh \
      Syriac Syrc Tamil Taml Telugu Telu Thaana Thaa Thai Thai Tibetan Tibt Vietnamese Vietnamese
      """)
}

extension RecognizedPage {
  /// The language that the page was read in, or `nil` if unknown or if there are several.
  public var language: LanguageTag? {
    // Two packs can share a language, such as jpn and jpn_vert.
    let tags = Set(languages.map { LanguageTag(tesseract: $0) })
    return tags.count == 1 ? tags.first ?? nil : nil
  }

  /// Returns the language of a block.
  ///
  /// - Parameter block: A block of this page.
  /// - Returns: The language detected for the block, otherwise the language of the page, or `nil` if neither is known.
  public func language(of block: Block) -> LanguageTag? {
    block.language.flatMap { LanguageTag(tesseract: $0) } ?? language
  }
}

extension LanguageTag {
  /// Creates a tag from its text, an ISO 639 code, a Tesseract pack, or a language's name. Returns `nil` for unknown names.
  package init?(named name: String) {
    let pack = LanguagePack.pack(named: name)
    guard LanguagePack.isKnown(pack) else { return nil }
    self.init(tesseract: pack, region: Self.region(in: name))
  }

  private static func region(in name: String) -> String? {
    let parts = name.split { $0 == "-" || $0 == "_" }
    guard isWellFormed(name.replacing("_", with: "-")), parts.count > 1, let last = parts.last, last.utf8.count == 2
    else { return nil }
    return last.uppercased()
  }

  /// Creates the tag of a pack with a region, or `nil` if the pack isn't a language. A region that only determines the script (zh-TW) is omitted.
  private init?(tesseract pack: String, region: String?) {
    guard let tag = LanguageTag(tesseract: pack) else { return nil }
    guard let region, !tag.description.contains("-") else {
      self = tag
      return
    }
    self.init(description: "\(tag.description)-\(region)")
  }

  /// The language without its region. Equal values need no translation. The script stays, because traditional and simplified Chinese differ.
  package var withoutRegion: String {
    description.split(separator: "-").filter { $0.utf8.count != 2 || $0.first?.isLowercase == true }.joined(
      separator: "-")
  }
}
