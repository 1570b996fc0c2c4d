// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanLayout

/// Finds the countries of a language, and those that a page mentions or whose currency it uses. Telephone numbers of these countries can lack a
/// country code.
package enum RegionHints {
  /// Returns the ISO 3166 code of the main country of a language, or US if the language is unknown.
  package static func regions(of language: String) -> [String] { [known(of: language) ?? "US"] }

  package static func known(of language: String) -> String? {
    let regions = [
      "en": "US", "de": "DE", "fr": "FR", "es": "ES", "it": "IT", "pt": "PT", "ko": "KR", "ja": "JP",
      "zh": "CN", "zh-Hant": "TW", "nl": "NL", "da": "DK", "sv": "SE", "no": "NO", "fi": "FI",
      "pl": "PL", "cs": "CZ", "hu": "HU", "ro": "RO", "el": "GR", "ru": "RU", "uk": "UA", "tr": "TR",
      "ms": "MY", "id": "ID", "vi": "VN", "th": "TH", "hr": "HR", "sl": "SI", "sk": "SK", "bg": "BG", "sr": "RS",
      "et": "EE", "lv": "LV", "lt": "LT", "nb": "NO", "nn": "NO", "is": "IS", "ca": "ES",
    ]
    return regions[language] ?? regions[String(language.prefix { $0 != "-" })]
  }

  /// Returns the country of a page's VAT numbers and bank accounts if it isn't the main country of the language, but also speaks it.
  static func neighbor(of language: String, among countries: Set<String>) -> String? {
    let found = countries.intersection(neighbors[String(language.prefix { $0 != "-" })] ?? [])
    return found.count == 1 && known(of: language).map(countries.contains) != true ? found.first : nil
  }

  private static let neighbors: [String: Set<String>] = [
    "de": ["AT", "CH", "LI", "LU"], "fr": ["BE", "CH", "LU", "MC"], "nl": ["BE"], "it": ["CH", "SM"],
    "en": ["GB", "IE"],
    "sv": ["FI"],
  ]

  // Returns the country of a currency if it isn't the main country of the language, but also speaks it.
  static func neighbor(of language: String, paying currency: String?) -> String? {
    guard let currency, let own = currencies[currency] else { return nil }
    return own.languages.contains(String(language.prefix { $0 != "-" })) ? own.region : nil
  }

  private static let currencies: [String: (region: String, languages: Set<String>)] = [
    "CHF": ("CH", ["de", "fr", "it"]), "GBP": ("GB", ["en"]), "CAD": ("CA", ["en", "fr"]), "AUD": ("AU", ["en"]),
    "NZD": ("NZ", ["en"]), "INR": ("IN", ["en"]), "SGD": ("SG", ["en"]), "ZAR": ("ZA", ["en"]), "HKD": ("HK", ["en"]),
    "MXN": ("MX", ["es"]), "CLP": ("CL", ["es"]), "COP": ("CO", ["es"]), "ARS": ("AR", ["es"]), "BRL": ("BR", ["pt"]),
  ]

  /// The two-letter ISO 3166 codes of countries by their other common abbreviations.
  package static let written = [
    "UK": "GB", "GBR": "GB", "USA": "US", "DEU": "DE", "GER": "DE", "AUT": "AT", "CHE": "CH", "FRA": "FR", "ESP": "ES",
    "ITA": "IT", "PRT": "PT", "BRA": "BR", "KOR": "KR", "JPN": "JP", "CHN": "CN", "TWN": "TW", "CAN": "CA", "AUS": "AU",
  ]

  package static func regions(in text: SearchText) -> [String] {
    var counts: [String: Int] = [:]
    for place in 0..<text.count where !(text[place].isASCIILetter && text[place - 1].isLetter) {
      for (region, word) in words[text[place].small] ?? [] where text.reads(word, place) {
        counts[region, default: 0] += 1
      }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  // The names and signs of countries, by their first characters.
  private static let words: [Unicode.Scalar: [(region: String, word: [Unicode.Scalar])]] = [
    ("GB", "united_kingdom england scotland london £ .co.uk"), ("MY", "malaysia sdn rm_ jalan selangor kuala"),
    ("AT", "österreich wien_ .at"), ("CH", "schweiz suisse svizzera chf zürich .ch"), ("BR", "brasil r$ cnpj .com.br"),
    ("CA", "canada ontario québec"), ("AU", "australia .com.au .gov.au .org.au .net.au .edu.au"),
    ("SG", "singapore .com.sg .gov.sg"), ("TW", "台灣 臺灣 臺北 台北 nt$"),
    ("HK", "hong_kong 香港 hk$"), ("IE", "ireland dublin"), ("NZ", "new_zealand .co.nz .govt.nz .org.nz"),
    ("ZA", "south_africa .co.za .org.za .gov.za"), ("BE", "belgique belgië bruxelles"), ("MX", "méxico"),
    ("HR", "hrvatska .hr"), ("BA", "bosna .ba"), ("RS", "srbija србија .rs"), ("SI", "slovenija .si"),
  ].reduce(into: [:]) { words, region in
    for word in region.1.split(separator: " ").map({ $0.unicodeScalars.map { $0 == "_" ? " " : $0 } }) {
      words[word[0], default: []].append((region.0, word))
    }
  }

  private static let states: Set<String> = Set(
    """
    AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD \
    TN TX UT VT VA WA WV WI WY PR
    """.split(separator: " ").map(String.init))

  /// Returns whether a text in capitals contains a US state with a ZIP code. Source: USPS, *Publication 28: Postal addressing standards*, appendix B.
  package static func hasZIPCode(_ text: String) -> Bool {
    let words = text.split { $0 == " " || $0 == "," || $0 == "\n" }
    // In DE 12345 Berlin, DE is Germany.
    let isBeforeTown = words.count > 2 && words[2].allSatisfy(\.isLetter) && words[2] != "USA"
    return words.indices.dropFirst(isBeforeTown ? 2 : 1).contains { index in
      let parts = words[index].split(separator: "-", omittingEmptySubsequences: false)
      return states.contains(String(words[index - 1])) && parts.allSatisfy { $0.allSatisfy(\.isASCIIDigit) }
        && (parts.map(\.count) == [5] || parts.map(\.count) == [5, 4])
    }
  }
}
