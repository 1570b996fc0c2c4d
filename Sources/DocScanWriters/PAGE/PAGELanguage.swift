// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// The English names of languages in PAGE-XML.
enum PAGELanguage {
  /// Returns the name of a language, "other" if the format has none, or `nil` if only the script is known.
  static func name(of tag: LanguageTag) -> String? { tag.language == "und" ? nil : names[tag.language] ?? "other" }

  private static let names = [String: String](
    pairs: """
      af Afrikaans am Amharic ar Arabic as Assamese az Azerbaijani be Belarusian bn Bengali bo Tibetan bs Bosnian \
      br Breton bg Bulgarian ca Catalan cs Czech zh Chinese co Corsican cy Welsh da Danish de German dv Divehi \
      dz Dzongkha el Greek en English eo Esperanto et Estonian eu Basque fo Faroese fa Persian fi Finnish fr French \
      fy Western_Frisian gd Gaelic ga Irish gl Galician gu Gujarati ht Haitian he Hebrew hi Hindi hr Croatian \
      hu Hungarian hy Armenian iu Inuktitut id Indonesian is Icelandic it Italian jv Javanese ja Japanese kn Kannada \
      ka Georgian kk Kazakh km Khmer ky Kyrgyz ko Korean ku Kurdish kmr Kurdish lo Lao la Latin lv Latvian \
      lt Lithuanian lb Luxembourgish ml Malayalam mr Marathi mk Macedonian mt Maltese mn Mongolian mi Māori ms Malay \
      my Burmese ne Nepali nl Dutch no Norwegian oc Occitan or Oriya pa Panjabi pl Polish pt Portuguese ps Pashto \
      qu Quechua ro Romanian ru Russian sa Sanskrit si Sinhala sk Slovak sl Slovene sd Sindhi es Spanish sq Albanian \
      sr Serbian su Sundanese sw Swahili sv Swedish ta Tamil tt Tatar te Telugu tg Tajik tl Tagalog fil Tagalog \
      th Thai ti Tigrinya to Tonga tr Turkish ug Uighur uk Ukrainian ur Urdu uz Uzbek vi Vietnamese yi Yiddish \
      yo Yoruba
      """)
}
