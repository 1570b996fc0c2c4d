// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

extension InvoiceParties {
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

  // Returns the line above one in its column that can be the first part of a name.
  static func nameAbove(_ place: Int, _ pieces: [Piece], _ height: Double) -> String? {
    let piece = pieces[place]
    let above = pieces[..<place].last { other in
      other.row < piece.row && abs(other.box.x - piece.box.x) < height && piece.box.y - other.box.maxY < height
    }
    return above.flatMap { $0.text.contains(where: \.isNumber) ? nil : $0.text }
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

  /// Returns whether an address follows below a piece in its column, and whether contact details follow the address.
  static func address(
    below place: Int, _ pieces: [Piece], _ isTown: [Bool], _ height: Double
  ) -> (isThere: Bool, isContacted: Bool) {
    let piece = pieces[place]
    var (bottom, town, lines) = (piece.box.maxY, false, 0)
    for next in pieces.indices[(place + 1)...] where pieces[next].row > piece.row {
      let other = pieces[next]
      if other.box.y - bottom > 2.2 * height { break }
      let isAligned =
        abs(other.box.x - piece.box.x) < 2 * height || abs(other.box.maxX - piece.box.maxX) < height
        || abs(other.box.middleX - piece.box.middleX) < height
      guard isAligned else { continue }
      lines += 1
      bottom = other.box.maxY
      if !town {
        if isTown[next] { town = true } else if lines > 4 { break }
        continue
      }
      let text = other.text.lowercased()
      // A telephone number alone in its line, such as 416-555-1212.
      if text.count(where: \.isASCIIDigit) >= 9, text.letterCount == 0 { return (true, true) }
      if contacts.contains(where: text.contains) { return (true, true) }
      if lines > 7 { break }
    }
    return (town, false)
  }

  // Returns the town in which a letter was written: Leeds, 28 April 2025.
  static func town(before piece: Piece, _ page: ReceiptPage) -> String? {
    guard page.position(piece.row) < 0.6, piece.words.count <= 7, let first = piece.words.first?.text,
      first.letterCount > 2,
      first.first?.isUppercase == true,
      let start = piece.words.firstIndex(where: { $0.text.contains(where: \.isNumber) }),
      (1...3).contains(start), piece.words[..<start].contains(where: { $0.text.hasSuffix(",") }),
      page.dates.readings(in: RowText(piece.words).numeric).contains(where: { $0.form >= 0.8 })
    else { return nil }
    let end = piece.words.firstIndex { $0.text.hasSuffix(",") } ?? 0
    return joinedText(Array(piece.words[...end])).filter { $0 != "," }
  }

  // Returns whether a text has a town's name as whole words: not Graz in Grazer Bank.
  static func names(_ town: String, in text: String) -> Bool {
    func spaced(_ text: String) -> String { " " + text.split { !$0.isLetter }.joined(separator: " ") + " " }
    return spaced(text).contains(spaced(town))
  }

  // Returns the pieces below one in its column that may be lines of its address.
  static func below(_ place: Int, _ pieces: [Piece], _ height: Double) -> some Sequence<Int> {
    let piece = pieces[place]
    return pieces.indices[(place + 1)...].prefix { pieces[$0].box.y - piece.box.maxY < mostAddressLines * height }
      .filter {
        abs(pieces[$0].box.x - piece.box.x) < 2 * height || abs(pieces[$0].box.maxX - piece.box.maxX) < height
      }
  }

  private static let mostAddressLines = 7.0

  static func isBelow(_ piece: Piece, _ other: Piece, _ height: Double) -> Bool {
    let distance = piece.box.y - other.box.maxY
    return distance > -0.5 * height && distance < 7 * height && abs(piece.box.x - other.box.x) < 4 * height
  }
}
