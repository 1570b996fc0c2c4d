// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanTypedData
internal import RegexBuilder

/// Tells in which order a document writes day and month: by its own dates, then by the country that it is from.
struct DayMonthOrder {
  private let numbers = Regex {
    Capture { Repeat("0"..."9", 1...2) }
    Capture { CharacterClass.anyOf("/.-") }
    Capture { Repeat("0"..."9", 1...2) }
    CharacterClass.anyOf("/.-")
    Capture {
      ChoiceOf {
        Repeat("0"..."9", count: 4)
        Repeat("0"..."9", count: 2)
      }
    }
    NegativeLookahead { "0"..."9" }
  }

  /// A telephone number of North America, or a state with a ZIP code.
  private let american = Regex {
    ChoiceOf {
      Regex {
        Optionally("(")
        Repeat("2"..."9", count: 1)
        Repeat("0"..."9", count: 2)
        ChoiceOf {
          ") "
          ")"
          "-"
          "."
        }
        Repeat("0"..."9", count: 3)
        CharacterClass.anyOf("-. ")
        Repeat("0"..."9", count: 4)
        NegativeLookahead { "0"..."9" }
      }
      Regex {
        CharacterClass.anyOf(" ,.")
        Repeat("A"..."Z", count: 2)
        OneOrMore(CharacterClass.anyOf(" ,."))
        Repeat("0"..."9", count: 5)
        NegativeLookahead { "0"..."9" }
      }
    }
  }

  /// What the dates themselves say: a number above 12 is a day, points stand behind days, and of two days one is the day of the
  /// week beside it; nil where they say nothing.
  func shown(in texts: [String]) -> DateForms.Order? {
    var (days, months) = (0, 0)
    for text in texts {
      let weekday = CalendarDate.weekday(in: text)
      for match in text.matches(of: numbers) {
        if match.range.lowerBound > text.startIndex, text[text.index(before: match.range.lowerBound)].isASCIIDigit {
          continue
        }
        guard let first = Int(match.output.1), let second = Int(match.output.3) else { continue }
        if first > 12, first < 32, (1...12).contains(second) { days += match.output.2 == "." ? 2 : 1 }
        if second > 12, second < 32, (1...12).contains(first) { months += 1 }
        guard let weekday, first != second, let digits = Int(match.output.4) else { continue }
        let year = digits < 100 ? 2000 + digits : digits
        let isDay = CalendarDate(year: year, month: second, day: first)?.weekday == weekday
        let isMonth = CalendarDate(year: year, month: first, day: second)?.weekday == weekday
        if isDay != isMonth { if isDay { days += 1 } else { months += 1 } }
      }
    }
    return days == months ? nil : days > months ? .dayFirst : .monthFirst
  }

  /// The order that is usual where a document is from.
  func usual(in texts: [String], currency: String?) -> DateForms.Order {
    switch currency {
    case "KRW", "JPY", "CNY", "TWD": return .yearFirst
    case "USD": return .monthFirst
    case nil: return texts.contains { $0.firstMatch(of: american) != nil } ? .monthFirst : .dayFirst
    case _: return .dayFirst
    }
  }
}
