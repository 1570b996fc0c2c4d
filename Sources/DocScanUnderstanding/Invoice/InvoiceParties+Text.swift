// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanWords

// Recognizes a single text: whether it is a label, a company, or a town, and the name in it.
extension InvoiceParties {
  // Returns whether words are only labels: Cessionario/committente (cliente), Nome.
  static func isLabel(_ words: [Word], in row: InvoiceRow) -> Bool {
    if nameLabels.contains(joinedText(words).lowercased()) { return true }
    let marks = row.marks.filter { mark in
      mark.similarity > sureLabel && mark.letters > 3 && mark.label != .notName
    }
    return marks.contains { Array(row.words[$0.words]) == words }
      || marks.contains { InvoiceLabel.parties.contains($0.label) && row.words[$0.words].first == words.first }
        && words.allSatisfy { word in marks.contains { row.words[$0.words].contains(word) } }
  }

  // The minimum similarity of words that are only a label. A company's name can resemble one.
  static let sureLabel = 0.97

  // Codice fiscale: 90011220334
  static func isLabelledNumber(_ text: String) -> Bool {
    guard let colon = text.firstRange(of: ": "), !isLegal(text) else { return false }
    let value = String(text[colon.upperBound...])
    let digits = value.count(where: \.isASCIIDigit)
    return digits > 4 && digits > value.letterCount
  }

  static let nameLabels = Set(WordLists.words("invoice.nameLabel").map { $0.lowercased() })

  // Returns the name after a label for it: Denominazione: MUSTER SRL.
  static func nameAfterLabel(_ text: String) -> String? {
    guard let colon = text.firstRange(of: ": "), nameLabels.contains(text[..<colon.lowerBound].lowercased()) else {
      return nil
    }
    return String(text[colon.upperBound...])
  }

  // Returns whether lines name several towns, so that the name above one of them may be the addressee's.
  static func haveSeveralTowns(_ lines: [String]) -> Bool {
    let parts = lines.flatMap { $0.split(separator: ",") }.map(String.init)
    return Set(parts.filter(isTown).map { $0.filter(\.isASCIIDigit) }).count > 1
  }

  // Returns whether a text contains a town with its postal code, as written in Europe, the Americas, or India.
  static func isTown(_ text: String) -> Bool {
    let words = text.split { " ,·•|–".contains($0) }.map(String.init)
    for (place, word) in words.enumerated() {
      let code = word.split(separator: "-").last.map(String.init) ?? word
      let isDigits = code.allSatisfy(\.isASCIIDigit)
      let next = place + 1 < words.count ? words[place + 1] : ""
      let parts = word.split(separator: "-", omittingEmptySubsequences: false)
      // 00-950 Warszawa, 1000-205 Lisboa, 01310-100 São Paulo.
      if parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
        [[2, 3], [4, 3], [5, 3]].contains(parts.map(\.count)), next.first?.isUppercase == true || place > 0
      {
        return true
      }
      // 110 00 Praha, 411 14 Göteborg.
      let after = place + 2 < words.count ? words[place + 2] : ""
      if word.count == 3, next.count == 2, (word + next).allSatisfy(\.isASCIIDigit), after.first?.isUppercase == true,
        place < 2 || after.letterCount > 3
      {
        return true
      }
      // Mumbai 400098, Gurgaon 122002.
      if isDigits, code.count == 6, code == word, place > 0, words[place - 1].first?.isUppercase == true,
        words[place - 1].count > 3, words.count <= 8
      {
        return true
      }
      // M5H 2H7
      if word.count == 3, next.count == 3,
        zip(word + next, 0...).allSatisfy({ character, index in
          index.isMultiple(of: 2) ? character.isUppercase : character.isASCIIDigit
        })
      {
        return true
      }
      if isDigits, code.count == 5, next.first?.isUppercase == true || place > 0 && words[place - 1].count == 2 {
        return true
      }
      if isDigits, code.count == 4, next.first?.isUppercase == true, place < 3 || next.count == 2 { return true }
      // SW1A 1AA
      if (2...4).contains(word.count), word.first?.isUppercase == true, word.contains(where: \.isASCIIDigit),
        next.count == 3,
        next.first?.isASCIIDigit == true, next.dropFirst().allSatisfy({ $0.isUppercase })
      {
        return true
      }
    }
    return false
  }

  // Returns the name after an unknown label: Landlord: Ann Lee
  static func labelled(_ text: String) -> String? {
    guard let colon = text.firstRange(of: ": ") else { return nil }
    let (label, name) = (text[..<colon.lowerBound], text[colon.upperBound...])
    guard label.split(separator: " ").count <= 2, name.first?.isUppercase == true, !name.contains(where: \.isNumber)
    else {
      return nil
    }
    return String(name)
  }

  // Returns the company before an address in a line: Thank you. Harrow Joinery Ltd, 12 Mill Lane, Leeds
  static func sender(atFoot text: String) -> String? {
    text.replacing(". ", with: "\n").replacing(" - ", with: "|").split(separator: "\n").lazy.compactMap {
      sentence -> String? in
      let parts = sentence.split { ",;·•|".contains($0) }
      guard parts.count > 2 || parts.dropFirst().contains(where: { isTown("\($0)") }) else { return nil }
      let name = "\(parts[0])".trimmed
      return isLegal(name) ? name : nil
    }.first
  }

  // Returns the company before a sentence in a line: Harrow Joinery Ltd. Registered in England No. 4471180
  static func beforeSentence(_ text: String) -> String {
    let words = text.split(separator: " ")
    for index in words.indices.dropFirst() where words[index].hasSuffix(".") && isOnlyForm(String(words[index])) {
      let rest = words[(index + 1)...]
      // GmbH & Co. KG
      let continuesForm = (1...shortestSentence).contains { isLegal("X " + rest.prefix($0).joined(separator: " ")) }
      // Forms can precede names: Toko PT. Sumber Jaya Abadi
      guard rest.count >= shortestSentence, rest.first?.first?.isUppercase == true, !continuesForm,
        rest.contains(where: { $0.first?.isLowercase == true }),
        rest.contains(where: { $0.contains(where: \.isNumber) })
      else { continue }
      return words[...index].joined(separator: " ")
    }
    return text
  }

  private static let shortestSentence = 3

  // Names have at most two words in lowercase in a row, unlike sentences such as "Services are sold by Example Data, Inc." and "Solea est une marque
  // d'Exemple SAS".
  static func company(endingSentence text: String) -> String? {
    let words = text.split(separator: " ")
    var (start, run) = (0, 0)
    for (index, word) in words.enumerated() {
      run = word.first?.isLowercase == true && word.prefixMatch(of: elision) == nil ? run + 1 : 0
      if run >= 3 { start = index + 1 }
    }
    let company = words[start...].joined(separator: " ").replacing(elision, with: "", maxReplacements: 1)
    return start > 0 && company.prefix { $0 != " " }.count > 1 && isLegal(company) ? company : nil
  }

  private static let elision = Pattern(#/^(?:d|l|dell|dall)['’](?=\p{Lu})/#)

  // Returns whether a text has a town's name as whole words: not Graz in Grazer Bank.
  static func names(_ town: String, in text: String) -> Bool {
    func spaced(_ text: String) -> String { " " + text.split { !$0.isLetter }.joined(separator: " ") + " " }
    return spaced(text).contains(spaced(town))
  }
}
