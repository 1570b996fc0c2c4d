// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds numeric dates with misread digits, or with misread or missing separators. The more damaged a date, the more of the rest must
/// be intact, such as a four-digit year, to distinguish it from other numbers.
enum MisreadDate {
  /// The score of a misread date before the penalties for damage, from 0 to 1.
  static let form = 0.85

  /// The condition of a separator. The raw value is the penalty on the date's score.
  private enum Separator: Double {
    case clean = 0
    case bar = 0.15
    /// A separator that was read as a digit, or is missing.
    case gone = 0.3
  }

  /// The part of a date that has been read so far.
  private struct Beginning {
    var numbers: [String] = []
    var end: Int
    var letters = 0
    var separators: [Separator] = []
  }

  /// The possible layouts, as the lengths of the three numbers in digits. A two-digit year needs intact separators.
  private static let layouts = [[2, 2, 4], [1, 2, 4], [2, 1, 4], [1, 1, 4], [4, 2, 2], [2, 2, 2]]
  private static let years = 1990...2049
  private static let mostLetters = 3
  // Six digits, of which three are misread; and eight digits with two separators of two characters.
  private static let (fewestDigits, longest) = (6 - mostLetters, 12)

  static func date(in text: SearchText, at start: Int) -> WrittenDate? {
    guard digit(text[start]) != nil, (start..<start + longest).count(where: { text[$0].isDigit }) >= fewestDigits else {
      return nil
    }
    return layouts.flatMap { dates(in: text, from: start, $0) }.max { $0.form < $1.form }
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Character? {
    scalar.isDigit ? Character(scalar) : Misreading.usualDigits[Character(scalar)]
  }

  private static func dates(in text: SearchText, from start: Int, _ layout: [Int]) -> [WrittenDate] {
    var open = [Beginning(end: start)]
    for (place, count) in layout.enumerated() {
      open = open.flatMap { beginning in
        (place == 0 ? [(nil, start)] : separators(text, at: beginning.end)).compactMap { separator, from in
          let digits = (from..<from + count).compactMap { digit(text[$0]) }
          guard digits.count == count else { return nil }
          var next = beginning
          next.numbers.append(String(digits))
          next.end = from + count
          next.letters += (from..<from + count).count { !text[$0].isDigit }
          if let separator { next.separators.append(separator) }
          return next
        }
      }
    }
    return open.compactMap { date(of: $0, in: text, from: start, layout) }
  }

  private static func date(
    of read: Beginning, in text: SearchText, from start: Int, _ layout: [Int]
  ) -> WrittenDate? {
    guard !(text[read.end].isLetter || text[read.end].isDigit), read.letters <= mostLetters,
      // Next to a number of one digit, a separator that was read as a digit looks like a second digit.
      read.separators.count(where: { $0 == .gone }) <= (layout.contains(1) ? 0 : 1),
      read.letters > 0 || read.separators.contains(where: { $0 != .clean })
    else { return nil }
    let numbers = read.numbers.compactMap { Int($0) }
    let year = layout.firstIndex(of: 4).map { numbers[$0] }
    guard year.map(years.contains) ?? read.separators.allSatisfy({ $0 == .clean }) else { return nil }
    var form = Self.form - 0.1 * Double(read.letters) - read.separators.reduce(0) { $0 + $1.rawValue }
    // 06103/2018 may be another kind of number. 06/0312018 rarely is.
    if year != nil, read.separators.firstIndex(of: .gone) == (layout[0] == 4 ? 1 : 0) { form -= 0.1 }
    return WrittenDate(
      parts: layout[0] == 4
        ? .ordered(year: numbers[0], month: numbers[1], day: numbers[2])
        : .unordered(numbers[0], numbers[1], WrittenDate.Year(numbers[2], isWhole: year != nil)),
      range: start..<read.end, form: form, isCorrected: true, isMisread: true, lengths: layout)
  }

  private static func separators(_ text: SearchText, at place: Int) -> [(Separator?, Int)] {
    switch text[place] {
    case "/", ".", "-", "~", "_", ",": [(.clean, text[place + 1] == " " ? place + 2 : place + 1)]
    case "=": [(.bar, place + 1)]
    case "l", "I", "|", "!", "i", "'", "]", "[", ")", "(", "J", "f": [(.bar, place + 1), (.gone, place)]
    case "1", "7": [(.gone, place + 1), (.gone, place)]
    case " ": [(.gone, place + 1)]
    case _: [(.gone, place)]
    }
  }
}
