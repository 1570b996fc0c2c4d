// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Detects street addresses: a street and a house number in the language's format, with the postal code and town if they follow. Ambiguous street
/// names ("Sitzplatz 14", "Court") only count before a postal code.
package enum AddressDetector: Detector {
  package static let kinds = [Detection.Kind.address]

  private typealias Token = AddressToken

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    if ["ja", "ko", "zh"].contains(context.base) {
      return EastAsianAddress.ranges(in: text, language: context.base).map { range in
        Detected(kind: .address, range: range, value: text.read(range), proof: .named)
      }
    }
    let tokens = Token.all(in: text)
    let postal = tokens.indices.compactMap { PostalAddress(at: $0, tokens, context) }
    var found = postal.map { address in
      Detected(kind: .address, range: address.range, value: text.read(address.range), proof: .named)
    }
    var at = 0
    while at < tokens.count {
      guard let street = street(at, tokens, context) else {
        at += 1
        continue
      }
      let town = town(behind: street.end, tokens, context)
      guard town != nil || street.isSure else {
        at += 1
        continue
      }
      let end = town ?? street.end
      let range = tokens[at].range.lowerBound..<tokens[end].range.upperBound
      found.append(
        Detected(kind: .address, range: range, value: text.read(range), proof: town != nil ? .named : .form))
      at = end + 1
    }
    return found
  }

  private static func street(
    _ at: Int, _ tokens: [Token], _ context: DetectionContext
  ) -> (end: Int, isSure: Bool)? {
    switch context.base {
    case "de": german(at, tokens)
    case "en": english(at, tokens)
    case "fr": french(at, tokens)
    case "es", "it", "pt": southern(at, tokens)
    case _: nil
    }
  }

  private static func german(_ at: Int, _ tokens: [Token]) -> (end: Int, isSure: Bool)? {
    let first = tokens[at]
    guard first.isName else { return nil }
    for (offset, word) in tokens[at...].prefix(2).enumerated() {
      let isSure = ["straße", "strasse", "str.", "gasse", "allee", "chaussee"].contains { word.small.hasSuffix($0) }
      let isStreet = isSure || ["weg", "platz", "damm", "ufer", "ring", "markt"].contains { word.small.hasSuffix($0) }
      guard isStreet, word.isName, !word.hasComma, offset > 0 ? word.small.count < 8 : word.small.count > 6
      else { continue }
      guard at + offset + 1 < tokens.count, tokens[at + offset + 1].isHouse else { continue }
      return (at + offset + 1, isSure)
    }
    return nil
  }

  private static func english(_ at: Int, _ tokens: [Token]) -> (end: Int, isSure: Bool)? {
    guard tokens[at].isHouse, !tokens[at].hasComma else { return nil }
    for (offset, word) in tokens[(at + 1)...].prefix(5).enumerated() {
      guard word.isName || (word.small.first?.isNumber == true && word.small.last?.isLetter == true),
        !MonthName.isName(word.small)
      else { return nil }
      let name = word.small.hasSuffix(".") ? String(word.small.dropLast()) : word.small
      let isSure = ["street", "avenue", "road", "boulevard", "lane", "ave", "blvd"].contains(name)
      if offset > 0, isSure || ["st", "rd", "dr", "drive", "court", "way", "place", "square", "ln"].contains(name) {
        return (at + 1 + offset, isSure)
      }
      if word.hasComma { return nil }
    }
    return nil
  }

  private static func french(_ at: Int, _ tokens: [Token]) -> (end: Int, isSure: Bool)? {
    let kinds: Set = [
      "rue", "avenue", "boulevard", "place", "chemin", "quai", "impasse", "allée", "cours", "bd", "av.",
    ]
    // 14 bis, avenue Jean-Jaurès
    let kind = at + 1 < tokens.count && ["bis", "ter", "quater"].contains(tokens[at + 1].small) ? at + 2 : at + 1
    guard tokens[at].isHouse, kind + 1 < tokens.count, kinds.contains(tokens[kind].small), !tokens[kind].hasComma
    else { return nil }
    return names(kind + 1, tokens, small: ["de", "du", "des", "la", "le", "les"]).map { ($0, true) }
  }

  private static func southern(_ at: Int, _ tokens: [Token]) -> (end: Int, isSure: Bool)? {
    let kinds: Set = [
      "calle", "c/", "avenida", "avda.", "av.", "plaza", "paseo", "via", "viale", "piazza", "corso", "rua", "praça",
      "largo", "travessa", "rúa", "carrer", "ronda", "camino", "carretera", "travesía", "glorieta", "avinguda", "plaça",
    ]
    guard kinds.contains(tokens[at].small), at + 2 < tokens.count,
      let end = names(
        at + 1, tokens, small: ["de", "del", "la", "las", "los", "el", "di", "della", "dei", "do", "da", "dos", "das"])
    else { return nil }
    // "n.º 12"
    let house = end + 1 < tokens.count && ["n.º", "n.", "nº", "n°"].contains(tokens[end + 1].small) ? end + 2 : end + 1
    guard house < tokens.count, tokens[house].isHouse else { return nil }
    return (house, true)
  }

  /// Returns the index of the last word of a street name, or `nil` if there is none. The name can contain the words in `small`, such as "de".
  private static func names(_ start: Int, _ tokens: [Token], small: Set<String>) -> Int? {
    var end: Int?
    for at in start..<min(start + 6, tokens.count) {
      guard tokens[at].isName || small.contains(tokens[at].small) else { break }
      if tokens[at].isName { end = at }
      if tokens[at].hasComma { break }
    }
    return end
  }

  private static let longestAbbreviation = 5

  private static func town(behind end: Int, _ tokens: [Token], _ context: DetectionContext) -> Int? {
    for at in (end + 1)..<max(end + 1, min(end + 6, tokens.count)) {
      let token = tokens[at]
      if token.text.isEmpty { return nil }
      let before = tokens[at - 1]
      // A sentence ends before it: "Mauer." isn't an abbreviation.
      if context.base != "en", before.text.hasSuffix("."), before.text.count > longestAbbreviation, at - 1 > end {
        return nil
      }
      if context.base == "en" {
        // "Springfield, IL 62704"
        let isZIP = token.isDigits(5) || (token.text.count == 10 && token.text.contains("-"))
        if isZIP, before.text.count == 2, before.text.allSatisfy(\.isUppercase) { return at }
        // "London NW1 6XE"
        let isInward =
          token.text.count == 3 && token.text.first?.isNumber == true
          && token.text.allSatisfy { $0.isNumber || $0.isUppercase }
        if isInward, (2...4).contains(before.text.count), before.text.first?.isUppercase == true,
          before.text.contains(where: \.isNumber)
        {
          return at
        }
      } else if token.isDigits(5) || (token.isDigits(4) && context.base == "de")
        || (token.text.count == 8 && token.text.dropFirst(4).hasPrefix("-")
          && token.text.allSatisfy { $0.isNumber || $0 == "-" })
      {
        return at + 1 < tokens.count && tokens[at + 1].isName ? at + 1 : at
      }
    }
    return nil
  }
}
