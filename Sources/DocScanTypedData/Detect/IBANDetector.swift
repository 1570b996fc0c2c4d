// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Detects IBANs (ISO 13616) by the country's length and format, and the check digits.
package enum IBANDetector: Detector {
  package static let kinds = [Detection.Kind.iban]

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    text.finds { at in
      guard text[at].isAlphanumeric || text[at] == "|", !text[at - 1].isAlphanumeric,
        let country = country(at: at, in: text), let form = forms[country.code]
      else { return nil }
      let groups = GroupedCharacters(in: text, from: at, atMost: form.count + 2, separators: [" ", "-", "."]) {
        $0.isAlphanumeric || $0 == "|" || $0 == "!"
      }
      let length = form.count + 2
      guard groups.characters.count >= length, groups.ends.contains(length) else { return nil }
      // The country's format determines letters and digits.
      var value = Array(country.code.unicodeScalars)
      var corrections = country.isCorrected ? 1 : 0
      for (kind, scalar) in zip(form, groups.characters[2..<length]) {
        guard let (right, changed) = fit(scalar, to: kind) else { break }
        value.append(right)
        corrections += changed ? 1 : 0
      }
      guard value.count == length, corrections <= length / 3, CheckDigits.mod97(value[4...] + value[..<4])
      else { return nil }
      return Detected(
        kind: .iban, range: at..<groups.end(length), value: String(String.UnicodeScalarView(value)), proof: .checked,
        isCorrected: corrections > 0)
    }
  }

  private static func country(at place: Int, in text: SearchText) -> (code: String, isCorrected: Bool)? {
    let (first, second) = (text[place], text[place + 1])
    let read = String(String.UnicodeScalarView([first, second]))
    if forms[read] != nil { return (read, false) }
    guard !(first.isDigit && second.isDigit) else { return nil }
    let firsts = first.isCapital ? [first] : Misreading.letters(for: first)
    let seconds = second.isCapital ? [second] : Misreading.letters(for: second)
    for one in firsts {
      for two in seconds {
        let code = String(String.UnicodeScalarView([one, two]))
        if forms[code] != nil { return (code, true) }
      }
    }
    return nil
  }

  /// Returns `scalar`, or the similar character of the given kind (see `forms`), and whether it was replaced. Returns `nil` if there is no similar
  /// character.
  private static func fit(_ scalar: Unicode.Scalar, to kind: Character) -> (Unicode.Scalar, Bool)? {
    switch kind {
    case "n":
      if scalar.isDigit { return (scalar, false) }
      return Misreading.digit(for: scalar).map { ($0, true) }
    case "a":
      if scalar.isCapital { return (scalar, false) }
      return Misreading.letters(for: scalar).first.map { ($0, true) }
    case _:
      return scalar.isAlphanumeric ? (scalar.capital, false) : Misreading.digit(for: scalar).map { ($0, true) }
    }
  }

  /// The formats by country code: two check digits after the country code, then n (digit), a (letter), or c (either) for each character. Source:
  /// SWIFT, IBAN Registry, release 98.
  private static let forms: [String: [Character]] = {
    let table = """
      AD 8n12c AE 19n AL 8n16c AT 16n AZ 4a20c BA 16n BE 12n BG 4a6n8c BH 4a14c BR 23n1a1c BY 4c4n16c CH 5n12c CR 18n \
      CY 8n16c CZ 20n DE 18n DK 14n DO 4c20n EE 16n EG 25n ES 20n FI 14n FO 14n FR 10n11c2n GB 4a14n GE 2a16n GI 4a15c \
      GL 14n GR 7n16c GT 4c20c HR 17n HU 24n IE 4a14n IL 19n IQ 4a15n IS 22n IT 1a10n12c JO 4a4n18c KW 4a22c KZ 3n13c \
      LB 4n20c LC 4a24c LI 5n12c LT 16n LU 3n13c LV 4a13c LY 21n MC 10n11c2n MD 2c18c ME 18n MK 3n10c2n MR 23n \
      MT 4a5n18c MU 4a19n3a NL 4a10n NO 11n PK 4a16c PL 24n PS 4a21c PT 21n QA 4a21c RO 4a16c RS 18n SA 2n18c \
      SC 4a20n3a SE 20n SI 15n SK 20n SM 1a10n12c ST 21n SV 4a20n TL 19n TN 20n TR 6n16c UA 6n19c VA 18n VG 4a16n XK 16n
      """.split(separator: " ")
    var forms: [String: [Character]] = [:]
    for index in stride(from: 0, to: table.count - 1, by: 2) {
      var form: [Character] = ["n", "n"]
      var count = 0
      for character in table[index + 1] {
        if let digit = character.wholeNumberValue {
          count = count * 10 + digit
        } else {
          form += Array(repeating: character, count: count)
          count = 0
        }
      }
      forms[String(table[index])] = form
    }
    return forms
  }()
}
