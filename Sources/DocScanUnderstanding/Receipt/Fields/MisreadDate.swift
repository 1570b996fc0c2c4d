// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanTypedData

/// Dates of three numbers in which a letter stands for a digit, or a separator was read as something else or lost.
///
/// Only a whole year, or what is right beside the damage, tells such a date from other numbers: so the more is damaged, the
/// more has to be as it should be.
struct MisreadDate {
  /// The numbers in the order in which they stand there.
  var numbers: [String] = []
  /// In characters of the text.
  var range: Range<Int>
  /// How sure it is that this is a date: 0 to 1.
  var form = 0.0

  /// How a separator was found.
  private enum Separator: Double {
    case clean = 0
    /// Read as a letter or a bar.
    case bar = 0.15
    /// Read as a digit, or lost.
    case gone = 0.3
  }

  /// How many digits the numbers have; a year of two digits is believed between good separators only.
  private static let layouts = [[2, 2, 4], [1, 2, 4], [2, 1, 4], [1, 1, 4], [4, 2, 2], [2, 2, 2]]
  private static let years = 1990...2049

  /// The misread dates of a text; `isLikely` where something else says that a date stands there.
  static func all(in text: String, isLikely: Bool) -> [MisreadDate] {
    let characters = Array(text)
    guard characters.count(where: \.isASCIIDigit) >= 4 else { return [] }
    return characters.indices.compactMap { start in
      guard isDigitLike(characters[start]), start == 0 || !characters[start - 1].isLetter,
        start == 0 || !characters[start - 1].isASCIIDigit
      else { return nil }
      return layouts.lazy.flatMap { read(characters, from: start, $0) }
        .filter { $0.form > (isLikely ? 0 : 0.5) }.max { $0.form < $1.form }
    }
  }

  private static func isDigitLike(_ character: Character) -> Bool {
    character.isASCIIDigit || Misreading.usualDigits[character] != nil
  }

  /// The ways in which a date of this layout can begin at a place.
  private static func read(_ text: [Character], from start: Int, _ layout: [Int]) -> [MisreadDate] {
    var open: [(date: MisreadDate, letters: Int, separators: [Separator])] = [
      (MisreadDate(range: start..<start), 0, [])
    ]
    for (place, count) in layout.enumerated() {
      open = open.flatMap { state in
        (place == 0 ? [(nil, state.date.range.upperBound)] : separators(text, at: state.date.range.upperBound))
          .compactMap {
            separator, from in
            guard from + count <= text.count, text[from..<from + count].allSatisfy(isDigitLike) else { return nil }
            var next = state
            let group = text[from..<from + count]
            next.date.numbers.append(String(group.map { Misreading.usualDigits[$0] ?? $0 }))
            next.date.range = start..<from + count
            next.letters += group.count { !$0.isASCIIDigit }
            if let separator { next.separators.append(separator) }
            return next
          }
      }
    }
    return open.compactMap { state in
      let end = state.date.range.upperBound
      guard end == text.count || !(text[end].isLetter || text[end].isASCIIDigit), state.letters <= 3,
        // Beside a single digit the one that a separator was read as may be another digit.
        state.separators.count(where: { $0 == .gone }) <= (layout.contains(1) ? 0 : 1),
        state.letters > 0 || state.separators.contains(where: { $0 != .clean })
      else { return nil }
      let year = state.date.numbers.first { $0.count == 4 }
      guard year.map({ years.contains(Int($0) ?? 0) }) ?? state.separators.allSatisfy({ $0 == .clean })
      else { return nil }
      var date = state.date
      date.form = 0.85 - 0.1 * Double(state.letters) - state.separators.reduce(0) { $0 + $1.rawValue }
      // 06103/2018 may be a number of another kind; 06/0312018 hardly is.
      if year != nil, state.separators.firstIndex(of: .gone) == (layout[0] == 4 ? 1 : 0) { date.form -= 0.1 }
      return date
    }
  }

  /// What may be a separator at a place, with the place behind it.
  private static func separators(_ text: [Character], at place: Int) -> [(Separator?, Int)] {
    guard place < text.count else { return [] }
    switch text[place] {
    case "/", ".", "-", "~", "_", ",":
      return [(.clean, place + 1 < text.count && text[place + 1] == " " ? place + 2 : place + 1)]
    case "=": return [(.bar, place + 1)]
    case "l", "I", "|", "!", "i", "'", "]", "[", ")", "(", "J", "f": return [(.bar, place + 1), (.gone, place)]
    case "1", "7": return [(.gone, place + 1), (.gone, place)]
    case " ": return [(.gone, place + 1)]
    case _: return [(.gone, place)]
    }
  }
}
