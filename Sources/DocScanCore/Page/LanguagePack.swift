// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// Finds Tesseract's language packs by the names that users enter.
package enum LanguagePack {
  /// Returns the packs for names such as `deu+eng`, separated by `+`, `,`, `;`, or line feeds, without duplicates. Unknown names stay unchanged.
  package static func packs(in text: String) -> [String] {
    packs(in: text.split { "+,;\n".contains($0) }.map(String.init))
  }

  /// Returns the packs for a list of names, without duplicates. Each entry may contain several names, as in `deu+eng`.
  package static func packs(in names: [String]) -> [String] {
    var packs: [String] = []
    for name in names.flatMap({ $0.split { "+,;\n".contains($0) } }) {
      let pack = pack(named: String(name))
      if !pack.isEmpty, !packs.contains(pack) { packs.append(pack) }
    }
    return packs
  }

  /// Returns the pack for Tesseract's name, an ISO 639 code, a BCP 47 tag, or a language's name. Unknown, perhaps custom names stay unchanged.
  package static func pack(named name: String) -> String {
    let name = name.trimmed
    if table.keys.contains(name) { return name }
    let key = key(name)
    return byName[key] ?? byTag(key) ?? name
  }

  /// Returns whether Debian has a package for this pack.
  package static func isKnown(_ pack: String) -> Bool { table.keys.contains(pack) }

  package static func debianPackage(of pack: String) -> String? {
    isKnown(pack) ? "tesseract-ocr-" + pack.replacing("_", with: "-") : nil
  }

  /// Returns the pack and the English name of the language that is spelled most like an unknown name, or `nil` if none is similar.
  package static func suggestion(for name: String) -> (pack: String, name: String)? {
    let key = key(name.trimmed)
    guard key.count > 2 else { return nil }
    let match = nearestMatch(to: key, among: byName.keys.filter { $0.count > 3 }.sorted()).flatMap { byName[$0] }
    guard let pack = match, let names = table[pack], let first = names.first else { return nil }
    return (pack, first)
  }

  /// Returns the normalized form for comparisons: lowercase, with hyphens between words.
  private static func key(_ name: String) -> String {
    String(name.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
  }

  /// Returns the pack for a tag, or `nil`. Regions (unless they imply traditional Chinese), variants, and the default script are ignored.
  private static func byTag(_ key: String) -> String? {
    guard LanguageTag.isWellFormed(key) else { return nil }
    let parts = key.split(separator: "-").map(String.init)
    guard let language = parts.first, let plain = byName[language], language.count <= 3 else { return nil }
    // In a tag, the script is the second part and has four letters.
    guard parts.count > 1, parts[1].count == 4 else {
      return language == "zh" && parts.count > 1 && ["tw", "hk", "mo"].contains(parts[1]) ? "chi_tra" : plain
    }
    if let pack = byName["\(language)-\(parts[1])"] { return pack }
    return Script.code(ofPack: plain).lowercased() == parts[1] ? plain : nil
  }

  private static let byName: [String: String] = {
    var result: [String: String] = [:]
    for (pack, names) in packsInOrder {
      let tag = LanguageTag(tesseract: pack).map { [$0.description] } ?? []
      // The first pack keeps a shared name, so that "German" means German in Roman type instead of Fraktur.
      for name in [pack] + tag + names where result[key(name)] == nil { result[key(name)] = pack }
    }
    return result.merging(others) { first, _ in first }
  }()

  /// The packs for additional ISO 639 and BCP 47 names, which can't be derived from the packs' names.
  private static let others = [String: String](
    pairs: """
      zh chi_sim zho chi_sim chi chi_sim cmn chi_sim zh-cn chi_sim zh-sg chi_sim ger deu fre fra dut nld gre ell cze ces \
      slo slk rum ron per fas alb sqi arm hye baq eus bur mya geo kat ice isl mac mkd mao mri may msa tib bod wel cym \
      nb nor nn nor nob nor nno nor iw heb in ind ji yid tl fil tgl fil ku kmr kur kmr ko-kore kor
      """
  ).mapValues { $0.replacing(" ", with: "_") }

  private static let table = Dictionary(packsInOrder, uniquingKeysWith: { first, _ in first })

  /// All packs of Debian with the names of their language: first in English, then in the language itself.
  private static let packsInOrder: [(String, [String])] = """
    afr Afrikaans; amh Amharic; ara Arabic; asm Assamese; aze Azerbaijani; aze_cyrl Azerbaijani Cyrillic; bel Belarusian; \
    ben Bengali, Bangla; bod Tibetan; bos Bosnian; bre Breton; bul Bulgarian, български; cat Catalan, català; \
    ceb Cebuano; ces Czech, čeština, cesky; chi_sim Simplified Chinese, Chinese, Mandarin, 中文, 简体中文, Chinese Simplified; \
    chi_sim_vert Simplified Chinese vertical; chi_tra Traditional Chinese, 繁體中文, Chinese Traditional; \
    chi_tra_vert Traditional Chinese vertical; chr Cherokee; cos Corsican; cym Welsh, Cymraeg; dan Danish, dansk; \
    deu German, Deutsch; div Divehi, Dhivehi; dzo Dzongkha; ell Greek, Ελληνικά, Modern Greek; eng English; \
    enm Middle English; epo Esperanto; est Estonian, eesti; eus Basque, euskara; fao Faroese; fas Persian, Farsi; \
    fil Filipino, Tagalog; fin Finnish, suomi; fra French, français, francais; frk Fraktur, German Fraktur; \
    frm Middle French; fry Western Frisian, Frisian; gla Scottish Gaelic; gle Irish, Gaeilge; glg Galician, galego; \
    grc Ancient Greek; guj Gujarati; hat Haitian Creole, Haitian; heb Hebrew, עברית; hin Hindi, हिन्दी; \
    hrv Croatian, hrvatski; hun Hungarian, magyar; hye Armenian; iku Inuktitut; ind Indonesian, bahasa indonesia; \
    isl Icelandic, íslenska; ita Italian, italiano; ita_old Old Italian; jav Javanese; jpn Japanese, 日本語; \
    jpn_vert Japanese vertical; kan Kannada; kat Georgian; kat_old Old Georgian; kaz Kazakh; khm Khmer; kir Kyrgyz; \
    kmr Kurmanji, Kurdish; kor Korean, 한국어; kor_vert Korean vertical; lao Lao; lat Latin; lav Latvian; \
    lit Lithuanian; ltz Luxembourgish; mal Malayalam; mar Marathi; mkd Macedonian; mlt Maltese; mon Mongolian; \
    mri Maori; msa Malay; mya Burmese; nep Nepali; nld Dutch, Nederlands, Flemish; nor Norwegian, norsk; oci Occitan; \
    ori Oriya, Odia; pan Punjabi; pol Polish, polski; por Portuguese, português, portugues; pus Pashto; que Quechua; \
    ron Romanian, română, romana; rus Russian, русский; san Sanskrit; sin Sinhala; slk Slovak, slovenčina; \
    slv Slovenian, Slovene; snd Sindhi; spa Spanish, español, espanol, Castilian; spa_old Old Spanish; \
    sqi Albanian, shqip; srp Serbian, српски; srp_latn Serbian Latin, srpski; sun Sundanese; swa Swahili; \
    swe Swedish, svenska; syr Syriac; tam Tamil; tat Tatar; tel Telugu; tgk Tajik; tha Thai; tir Tigrinya; ton Tongan; \
    tur Turkish, türkçe, turkce; uig Uyghur; ukr Ukrainian, українська; urd Urdu; uzb Uzbek; uzb_cyrl Uzbek Cyrillic; \
    vie Vietnamese, tiếng việt; yid Yiddish; yor Yoruba
    """.split(separator: ";").compactMap { entry in
      let entry = String(entry).trimmed
      guard let space = entry.firstIndex(of: " ") else { return nil }
      return (String(entry[..<space]), entry[space...].split(separator: ",").map { String($0).trimmed })
    }
}

/// The languages, configured or detected on each page. Pipeline files name them as users do: `"deu+eng"`, `["de", "English"]`.
package enum LanguageChoice: SettingValue, Hashable {
  /// Detect the languages of each page among the installed packs.
  case found
  /// Use these packs, the most likely first.
  case given([String])

  /// The value in the pipeline file that enables detection.
  package static let word = "auto"
  package static let settingName = "languages"

  package static var settingType: SettingType { .languages }

  /// The configured packs. Empty if languages are detected.
  package var packs: [String] {
    switch self {
    case .found: []
    case .given(let packs): packs
    }
  }

  package init?(json: JSONValue) {
    switch json {
    case .string(Self.word): self = .found
    case .string(let text): self = .given(LanguagePack.packs(in: text))
    case .array: self = .given(LanguagePack.packs(in: [String](json: json) ?? []))
    case .null, .boolean, .number, .object: return nil
    }
  }

  package var json: JSONValue {
    switch self {
    case .found: .string(Self.word)
    case .given(let packs): packs.json
    }
  }
}
