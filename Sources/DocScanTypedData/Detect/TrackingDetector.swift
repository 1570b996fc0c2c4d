// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Detects tracking numbers by their check digits: those of UPS and postal services (UPU S10) and, after keywords, those of DHL, FedEx, and USPS.
package enum TrackingDetector: Detector {
  package static let kinds = [Detection.Kind.tracking]

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    text.finds { at in
      guard text[at].isAlphanumeric || text[at] == "|", !text[at - 1].isAlphanumeric else { return nil }
      return ups(at, text) ?? post(at, text) ?? digits(at, text)
    }
  }

  private static func ups(_ at: Int, _ text: SearchText) -> Detected? {
    guard ["1", "I", "l", "|", "i"].contains(text[at]) else { return nil }
    var groups = GroupedCharacters(in: text, from: at, atMost: 20, separators: [" "]) { $0.isAlphanumeric || $0 == "|" }
    let length = 18
    // In a number with one extra character, "1Z2" is a Z read twice.
    let isTwice =
      !groups.ends.contains(length) && groups.ends.contains(length + 1)
      && groups.characters.count > length && groups.characters[1] == "Z" && groups.characters[2] == "2"
    if isTwice { groups.remove(at: 2) }
    guard groups.characters.count >= length, ["Z", "z", "2", "7"].contains(groups.characters[1]),
      groups.ends.contains(length)
    else { return nil }
    let isPlain = groups.characters[0] == "1" && groups.characters[1] == "Z" && !isTwice
    // The last ten characters are digits. The sender's six remain as read if the check digit matches.
    let tail = groups.characters[8..<length].compactMap { $0.isDigit ? $0 : Misreading.digit(for: $0) }
    guard tail.count == 10 else { return nil }
    let corrections = groups.characters[8..<length].count { !$0.isDigit }
    guard corrections <= 3 else { return nil }
    let sender = groups.characters[2..<8].map(\.capital)
    // A check digit alone is too weak if both the prefix and the digits were corrected.
    guard isPlain || corrections == 0 || sender.contains(where: \.isASCIILetter) else { return nil }
    var heads: [[Unicode.Scalar]] = []
    for (place, scalar) in sender.enumerated() {
      for other in [Misreading.digit(for: scalar)].compactMap(\.self) + Misreading.letters(for: scalar)
      where scalar != other && !(scalar.isDigit && ["O", "I", "Q", "S", "Z"].contains(other)) {
        var changed = sender
        changed[place] = other
        heads.append(changed)
      }
    }
    // O, I, Q, and | don't occur in these numbers.
    let clean = sender.map { ["O", "I", "Q", "|"].contains($0) ? Misreading.digit(for: $0) ?? $0 : $0 }
    let right = [clean, sender].first { CheckDigits.ups($0 + tail) }
    // A correction only counts if no other one satisfies the check digit.
    let changed = right == nil ? Set(heads.filter { CheckDigits.ups($0 + tail) }) : []
    guard let head = right ?? (changed.count == 1 ? changed.first : nil) else { return nil }
    let body = String(String.UnicodeScalarView(head + tail))
    return Detected(
      kind: .tracking, range: at..<groups.end(length), value: "1Z" + body, proof: .checked,
      isCorrected: !isPlain || corrections > 0 || head != Array(groups.characters[2..<8]))
  }

  /// Returns the S10 number at a place, or `nil` if there is none: two letters, eight digits, a check digit, and the country.
  private static func post(_ at: Int, _ text: SearchText) -> Detected? {
    let groups = GroupedCharacters(in: text, from: at, atMost: 14, separators: [" "]) { $0.isAlphanumeric || $0 == "|" }
    guard groups.characters.count >= 13, groups.ends.contains(13), let first = groups.characters.first,
      first.isASCIILetter
    else { return nil }
    let read = groups.characters
    guard let service = capitals(read[0..<2]), let country = capitals(read[11..<13]) else { return nil }
    let digits = read[2..<11].compactMap { $0.digit ?? Misreading.digit(for: $0)?.digit }
    let corrections = read[2..<11].count { !$0.isDigit } + (service.1 + country.1)
    // A VAT number ends with digits: HR44711833041.
    guard digits.count == 9, corrections <= 3, country.1 < 2, CheckDigits.s10(digits),
      services.contains(service.0.prefix(1)),
      countries.contains(country.0)
    else { return nil }
    return Detected(
      kind: .tracking, range: at..<groups.end(13), value: service.0 + digits.map(String.init).joined() + country.0,
      proof: .checked, isCorrected: corrections > 0)
  }

  private static func capitals(_ scalars: ArraySlice<Unicode.Scalar>) -> (String, Int)? {
    let letters = scalars.compactMap { $0.isCapital ? $0 : Misreading.letters(for: $0).first }
    guard letters.count == scalars.count else { return nil }
    return (String(String.UnicodeScalarView(letters)), scalars.count { !$0.isASCIILetter })
  }

  private static let services = Set("ABCEHLMPQRSUVZ".map { String($0)[...] })

  private static let names = SearchWords("tracking.label")

  private static func carriers(_ names: String...) -> SearchWords { SearchWords(names) }

  /// Returns the all-digit tracking number at a place, or `nil` if there is none. The number must follow a keyword.
  private static func digits(_ at: Int, _ text: SearchText) -> Detected? {
    guard text[at].isDigit, ![".", ",", "-", "/", "+"].contains(text[at - 1]) else { return nil }
    let groups = GroupedCharacters(in: text, from: at, atMost: 24, separators: [" "], gap: 1) { $0.isDigit }
    let count = groups.characters.count
    guard groups.ends.last == count, [10, 12, 14, 15, 18, 20, 22].contains(count) else { return nil }
    let digits = groups.characters.compactMap(\.digit)
    let end = groups.end(count)
    guard !text[end].isAlphanumeric, text.has(names, before: at, within: 60) else { return nil }
    let isRight =
      switch count {
      case 10: CheckDigits.dhl(digits) && text.has(carriers("dhl", "waybill"), before: at, within: 80)
      case 12:
        (CheckDigits.fedEx(digits) && text.has(carriers("fedex"), before: at, within: 80))
          || (CheckDigits.deutschePost(digits) && text.has(carriers("dhl", "post"), before: at, within: 80))
      case 14: CheckDigits.deutschePost(digits) && text.has(carriers("dhl", "post", "dpd"), before: at, within: 80)
      case 15: CheckDigits.gs1(digits) && text.has(carriers("fedex"), before: at, within: 80)
      case 18: CheckDigits.gs1(digits)
      case 20: CheckDigits.gs1(digits)
      case 22: CheckDigits.gs1(digits) && digits[0] == 9
      case _: false
      }
    guard isRight else { return nil }
    return Detected(
      kind: .tracking, range: at..<end, value: digits.map(String.init).joined(), proof: .checked)
  }

  /// ISO 3166 codes of UPU member countries and their territories.
  package static let countries = Set(
    """
    AD AE AF AG AI AL AM AN AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CK \
    CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ \
    GR GT GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR \
    LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM \
    PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SK SL SM SN SO SR SS ST SV SX SY \
    SZ TC TD TF TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE ZA ZM ZW
    """.split(separator: " ").map(String.init))
}
