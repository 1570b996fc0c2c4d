// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWords

/// Detects VAT numbers of the European Union, Great Britain, and Switzerland by their check digits.
package enum VATDetector: Detector {
  package static let kinds = [Detection.Kind.vat]

  private static let names = SearchWords("vat.label")

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    text.finds { at in
      guard text[at].isAlphanumeric, !text[at - 1].isAlphanumeric else { return nil }
      let isNamed = text.has(names, before: at, within: 40)
      return withCountry(at, text, isNamed)
        ?? (isNamed && text[at - 1] != "-" ? withoutCountry(at, text, context) : nil)
    }
  }

  private static func withCountry(_ at: Int, _ text: SearchText, _ isNamed: Bool) -> Detected? {
    // "CHE-123.456.788 MWST" has a special form.
    let country = text.string(at..<at + 2)
    guard let scheme = VATScheme.all[country == "CH" && text[at + 2] == "E" ? "CHE" : country] else { return nil }
    let skip = country == "CH" ? 3 : 2
    let groups = GroupedCharacters(in: text, from: at, atMost: skip + 13, separators: [" ", ".", "-"]) {
      $0.isAlphanumeric
    }
    // Without a keyword, only uncorrected numbers with at least nine characters and a strong check count.
    for length in scheme.lengths where groups.characters.count >= skip + length && groups.ends.contains(skip + length) {
      let read = groups.characters[skip..<skip + length]
      guard let body = scheme.body(of: Array(read)), isNamed || (body == Array(read) && length > 8 && scheme.isStrong)
      else { continue }
      return Detected(
        kind: .vat, range: at..<groups.end(skip + length),
        value: (skip == 3 ? "CHE" : country) + String(String.UnicodeScalarView(body)), proof: .checked,
        isCorrected: body != Array(read))
    }
    return nil
  }

  /// Returns a VAT number without its country code, or `nil` if there is none. The page's language determines the country.
  private static func withoutCountry(_ at: Int, _ text: SearchText, _ context: DetectionContext) -> Detected? {
    let countries = ["it": ["IT"], "es": ["ES"], "pt": ["PT"], "pl": ["PL"]][context.base] ?? []
    let groups = GroupedCharacters(in: text, from: at, atMost: 13, separators: [" ", ".", "-"]) { $0.isAlphanumeric }
    for country in countries {
      guard let scheme = VATScheme.all[country] else { continue }
      for length in scheme.lengths where groups.characters.count >= length && groups.ends.contains(length) {
        guard let body = scheme.body(of: Array(groups.characters[..<length])) else { continue }
        return Detected(
          kind: .vat, range: at..<groups.end(length), value: country + String(String.UnicodeScalarView(body)),
          proof: .checked, isCorrected: body != Array(groups.characters[..<length]))
      }
    }
    return nil
  }
}
