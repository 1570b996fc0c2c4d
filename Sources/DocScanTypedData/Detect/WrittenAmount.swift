// SPDX-License-Identifier: GPL-3.0-or-later

/// A number in a text, with thousands and decimals.
package struct WrittenAmount {
  /// The number with a decimal point and without other marks, such as "1234.50".
  package var value: String
  /// The other possible value, with three decimals, or `nil` if the number is unambiguous.
  package var alternative: String?
  package var range: Range<Int>
  package var isCorrected = false
  package var hasCents: Bool
  package var grouping: Unicode.Scalar?

  var mayBeYear: Bool { grouping == nil && !hasCents && Int(value).map((1900...2099).contains) == true }

  /// Reads an amount at a place, or returns `nil`. With `spaced`, spaces can separate thousands. `usual` is the language's decimal mark.
  package init?(_ text: SearchText, _ start: Int, spaced: Bool, usual: Unicode.Scalar) {
    var groups: [[Unicode.Scalar]] = [[]]
    var marks: [Unicode.Scalar] = []
    var at = start
    var corrected = 0
    var digits = 0
    var ends: [Int] = []
    func isLike(_ place: Int) -> Bool {
      if text[place].isDigit { return true }
      return ["O", "o", "l", "I", "S", "B"].contains(text[place])
        && (text[place - 1].isDigit || text[place + 1].isDigit)
        && !text[place + 1].isLetter && (!text[place - 1].isLetter || place == start)
    }
    func isGroup(_ place: Int) -> Bool { isLike(place) && isLike(place + 1) && isLike(place + 2) && !isLike(place + 3) }
    while digits < 18 {
      let scalar = text[at]
      if isLike(at) {
        if let digit = scalar.isDigit ? scalar : Misreading.digit(for: scalar) {
          groups[groups.count - 1].append(digit)
        }
        corrected += scalar.isDigit ? 0 : 1
        digits += 1
        at += 1
        continue
      }
      guard digits > 0 else { return nil }
      ends.append(at)
      if [".", ",", "'"].contains(scalar), isLike(at + 1) {
        marks.append(scalar)
        at += 1
      } else if [".", ","].contains(scalar), [".", ",", " "].contains(text[at + 1]), isGroup(at + 2),
        (groups.last?.count ?? 0) < 4, text[at + 1] != " " || text[at + 5] == "." || text[at + 5] == ","
      {
        // The mark was read twice, or a space after it was added.
        marks.append(scalar == "." && text[at + 1] == "," ? "," : scalar)
        corrected += 1
        at += 2
      } else if scalar == " ", spaced, isGroup(at + 1), !text.isGapOfNumbers(at), (1...3).contains(groups[0].count),
        marks.allSatisfy({ $0 == " " }),
        groups.count == 1 || groups[groups.count - 1].count == 3
      {
        marks.append(" ")
        at += 1
      } else {
        break
      }
      groups.append([])
    }
    guard digits > 0, corrected * 2 <= digits, let last = groups.last, !last.isEmpty else { return nil }
    let written = DigitGroups(groups.map { String(String.UnicodeScalarView($0)) }, marks)
    // Numbers with leading zeros aren't amounts.
    guard let read = written.reading(known: nil, usual: usual), groups[0].first != "0" || groups[0].count == 1 else {
      return nil
    }
    // Few prices have three decimals.
    let readings = [read.value, read.alternative].compactMap(\.self)
    let likelier = readings.first { !$0.contains(".") } ?? read.value
    (value, alternative) = (likelier, readings.first { $0 != likelier })
    let decimals = likelier.split(separator: ".").dropFirst().first?.count ?? 0
    guard decimals < 3 else { return nil }
    range = start..<at
    isCorrected = corrected > 0
    hasCents = decimals == 2
    grouping = marks.dropLast(decimals > 0 ? 1 : 0).first
  }

  package static func shifted(_ value: String, by places: Int) -> String {
    let parts = value.split(separator: ".", omittingEmptySubsequences: false)
    var decimals = parts.count > 1 ? String(parts[1]) : ""
    if decimals.count < places { decimals += String(repeating: "0", count: places - decimals.count) }
    var whole = String(parts[0]) + decimals.prefix(places)
    while whole.count > 1, whole.hasPrefix("0") { whole.removeFirst() }
    let rest = decimals.dropFirst(places)
    return rest.isEmpty || places == 0 && decimals.isEmpty ? whole : whole + "." + rest
  }
}
