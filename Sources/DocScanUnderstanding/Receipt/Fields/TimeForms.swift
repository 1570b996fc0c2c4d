// SPDX-License-Identifier: GPL-3.0-or-later

internal import RegexBuilder

/// The ways in which receipts write times of day.
struct TimeForms {
  /// A time that was read, as ISO 8601 writes it, and where it stands, in characters.
  typealias Reading = (value: String, range: Range<Int>)

  private let form = Regex {
    Optionally {
      Capture {
        ChoiceOf {
          "오전"
          "오후"
          "午前"
          "午後"
          "上午"
          "下午"
        }
      }
      Optionally(" ")
    }
    Capture { Repeat("0"..."9", 1...2) }
    CharacterClass.anyOf(":h時时시")
    Optionally(" ")
    Capture { Repeat("0"..."9", count: 2) }
    Optionally {
      CharacterClass.anyOf(":분分")
      Optionally(" ")
      Capture { Repeat("0"..."9", count: 2) }
    }
    Optionally {
      Optionally(" ")
      Capture {
        ChoiceOf {
          "AM"
          "PM"
          "am"
          "pm"
          "Am"
          "Pm"
          "A.M"
          "P.M"
          "a.m"
          "p.m"
        }
      }
    }
  }

  /// The first time in a text; nil where there is none.
  func time(in text: String) -> Reading? { times(in: text).first }

  func times(in text: String) -> [Reading] {
    text.matches(of: form).compactMap { match in
      let lower = match.range.lowerBound
      if lower > text.startIndex, ":".contains(text[text.index(before: lower)]) { return nil }
      // A year may be glued to a time: 201812:05. Other digits make it another number.
      guard var hour = Int(match.output.2), let minute = Int(match.output.3), minute < 60, hour < 25 else { return nil }
      let half = (match.output.1 ?? nil).map(String.init) ?? (match.output.5 ?? nil).map { $0.uppercased() } ?? ""
      if ["오후", "午後", "下午", "PM", "P.M"].contains(half), hour < 12 { hour += 12 }
      if ["오전", "午前", "上午", "AM", "A.M"].contains(half), hour == 12 { hour = 0 }
      guard hour < 24 else { return nil }
      let second = (match.output.4 ?? nil).flatMap { Int($0) }.flatMap { $0 < 60 ? $0 : nil }
      let value = ([hour, minute] + (second.map { [$0] } ?? [])).map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(
        separator: ":")
      let start = text.distance(from: text.startIndex, to: lower)
      return (value, start..<start + text.distance(from: lower, to: match.range.upperBound))
    }
  }
}
