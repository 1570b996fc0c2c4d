// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWords

/// A time of day in a text, such as "2:30 pm", "14.30 Uhr", "14h30", or "오후 2시 30분", or a number that may be a time.
package struct WrittenTime {
  package var hour: Int
  package var minute = 0
  package var second: Int?
  package var range: Range<Int>
  package var mark: Unicode.Scalar
  package var hasMinutes = false
  /// Whether the time is valid and isn't part of another number.
  package var isClean: Bool
  package var isSure = false
  // Whether "am" or "pm" follows, and whether a word such as "uur" follows a whole hour. Then the number is a time or a duration.
  var isHalved = false
  var hasUnit = false

  package var value: String { "\(hour.padded):\(minute.padded)" + (second.map { ":\($0.padded)" } ?? "") }

  package static func all(in text: SearchText) -> [WrittenTime] {
    var found: [WrittenTime] = []
    for start in 0..<text.count where start >= found.last?.range.upperBound ?? 0 {
      if let time = WrittenTime(in: text, at: start) { found.append(time) }
    }
    return found
  }

  /// Reads a time whose hour begins at a place, or returns `nil` if there is none. The time can be joined to a year: 201812:05.
  package init?(in text: SearchText, at start: Int) { self.init(in: text, at: start, after: nil) }

  // A dash can join the time to an earlier one, which ends at `end`: 8:00-12:00.
  init?(in text: SearchText, at start: Int, after end: Int?) {
    let before = text[start - 1]
    guard text[start].isDigit, let hour = TextNumber(text, start, atMost: 2), hour.value < 25, !hour.isCorrected,
      !before.isDigit || hour.count == 2, before != ":" || !text[start - 2].isDigit
    else { return nil }
    self.hour = hour.value
    (range, mark) = (start..<hour.end, text[hour.end])
    isClean =
      !before.isAlphanumeric
      && (![".", ",", "-", "/"].contains(before) || !text[start - 2].isDigit || before == "-" && start - 1 == end)
    if takeCharacters(text) { return }
    var end = hour.end
    if mark == "h" || mark == "u" && !text[end + 1].isLetter
      || mark == " " && text[end + 1] == "h" && !text[end + 2].isLetter
    {
      // "14h30", "14 h 30", "14h", "14u30"
      end += mark == " " ? 2 : 1
      if mark == " " { mark = "h" }
      // The next column isn't a part of the time.
      if text[end] != " " || !text.isColumnGap(end) { takeMinutes(text, text.skippingSpace(end)) }
      // "24h/24" is the whole day.
      guard hasMinutes || !text[end].isAlphanumeric && text[end] != "/" && self.hour < 24 else { return nil }
      if !hasMinutes {
        range = start..<end
      } else if text.reads(Self.minuteSign, range.upperBound), !text[range.upperBound + 3].isLetter {
        range = start..<range.upperBound + 3
      }
    } else if mark == ":" || mark == "." {
      takeMinutes(text, mark == ":" ? text.skippingSpace(end + 1) : end + 1)
      guard hasMinutes else { return nil }
      isClean = isClean && text[end + 1].isDigit
      if mark == ":", text[range.upperBound] == ":" { takeSeconds(text, range.upperBound + 1) }
    }
    end = range.upperBound
    isClean = isClean && !text[end].isDigit
    let after = text.skippingSpace(end)
    if let half = Self.half(text, after) {
      isClean = isClean && (1...12).contains(self.hour)
      take(isAfternoon: half.isAfternoon)
      isHalved = true
      range = start..<half.end
    } else if Self.durations.contains(text.word(after)) {
      return nil
    } else if case let word = text.word(after), !word.isEmpty,
      Self.clock.contains(word) || hasMinutes && self.hour >= Self.firstHour && Self.units.contains(word)
    {
      range = start..<after + word.count
      isSure = true
    }
    guard hasMinutes || isSure || mark == "h" || mark == "u", self.hour < 24 || minute == 0 && second == nil else {
      return nil
    }
  }

  private mutating func takeMinutes(_ text: SearchText, _ start: Int) {
    guard let read = TextNumber(text, start, atMost: 2, goesOn: true), read.count == 2, read.value < 60,
      !text[start].isLetter
    else { return }
    minute = read.value
    hasMinutes = true
    range = range.lowerBound..<read.end
  }

  private mutating func takeSeconds(_ text: SearchText, _ start: Int) {
    guard let read = TextNumber(text, start, atMost: 2, goesOn: true), read.count == 2, read.value < 60 else { return }
    second = read.value
    range = range.lowerBound..<read.end
  }

  private mutating func take(isAfternoon: Bool) {
    if hour <= 12 { hour = hour % 12 + (isAfternoon ? 12 : 0) }
    isSure = true
  }

  /// Reads the characters around the hour in "오후 2시 30분", "14時30分", or "下午3点". Returns `false` if no hour sign follows.
  private mutating func takeCharacters(_ text: SearchText) -> Bool {
    let sign = text.skippingSpace(range.upperBound)
    let first = range.lowerBound
    for (word, isAfternoon) in Self.halves {
      let start = first - (text[first - 1] == " " ? 1 : 0) - 2
      guard start >= 0, text.reads(word, start) else { continue }
      take(isAfternoon: isAfternoon)
      range = start..<range.upperBound
      break
    }
    guard ["時", "时", "시", "点", "點"].contains(text[sign]), !["間", "间", "간", "期", "代"].contains(text[sign + 1]) else {
      return false
    }
    mark = text[sign]
    range = range.lowerBound..<sign + 1
    let at = text.skippingSpace(sign + 1)
    if let read = TextNumber(text, at, atMost: 2), read.value < 60 {
      let end = text.skippingSpace(read.end)
      let isWritten = ["分", "분"].contains(text[end])
      if isWritten || read.count == 2 {
        (minute, hasMinutes) = (read.value, read.count == 2)
        range = range.lowerBound..<(isWritten ? end + 1 : read.end)
        isClean = isClean && isWritten
        isSure = isSure || minute > 0
        if isWritten { takeSeconds(text, text.skippingSpace(end + 1)) }
      }
    } else if text[at] == "半" || text[at] == "반" {
      (minute, isSure) = (30, true)
      range = range.lowerBound..<at + 1
    }
    // "第3点" and "3点" can be items of a list.
    isClean =
      isClean && hour < 24
      && (isSure || text[first - 1] == " " || ["時", "时", "시"].contains(text[range.upperBound - 1]))
    return true
  }

  private static let halves: [([Unicode.Scalar], Bool)] = [
    ("오전", false), ("오후", true), ("午前", false), ("午後", true), ("上午", false), ("下午", true), ("晚上", true),
  ].map { (Array($0.0.unicodeScalars), $0.1) }

  private static let clock = words("time.clock")
  private static let minuteSign = Array("min".unicodeScalars)
  // Words that follow times of day, but also durations.
  private static let units = words("time.unit")
  private static let firstHour = 6
  private static let durations = words("time.duration")
  private static let minutes = words("time.minute")

  private static func words(_ topic: String) -> Set<[Unicode.Scalar]> {
    Set(WordLists.words(topic).map { Array($0.unicodeScalars) })
  }

  // MARK: Whole hours

  // Reads a number from 0 to 24 that may be an hour, such as 9 and 12 in "9-12 Uhr". An earlier time can end at `end`.
  init?(hourIn text: SearchText, at start: Int, after end: Int?) {
    let before = text[start - 1]
    guard text[start].isDigit, [" ", "\n", "\0", "("].contains(before) || before == "-" && start - 1 == end,
      let hour = TextNumber(text, start, atMost: 2), hour.value < 25, !hour.isCorrected
    else { return nil }
    let (next, second) = (text[hour.end], text[hour.end + 1])
    guard !next.isAlphanumeric, !next.isLetter, !["%", "°", "'", "\"", "/"].contains(next),
      ![".", ",", ":"].contains(next) || !second.isDigit
    else { return nil }
    (self.hour, range, mark, isClean) = (hour.value, start..<hour.end, "\0", true)
    let word = text.word(hour.end + 1)
    guard next == " ", Self.units.contains(word) else { return }
    (hasUnit, range) = (true, start..<hour.end + 1 + word.count)
    // 15 год. 30 хв.
    let at = text.skippingSpace(text[range.upperBound] == "." ? range.upperBound + 1 : range.upperBound)
    guard let read = TextNumber(text, at, atMost: 2), read.value < 60, text[read.end] == " ",
      case let sign = text.word(read.end + 1), Self.minutes.contains(sign)
    else { return }
    (minute, hasMinutes, range) = (read.value, true, start..<read.end + 1 + sign.count)
  }

  var minutes: Int { hour * 60 + minute }

  // Takes the half of the day from the time after this one: in "9-11 pm", 9 is in the evening, and in "10-2 pm" in the morning.
  mutating func takeHalf(from end: WrittenTime) {
    guard (1...12).contains(hour), end.hour < 24 else { return }
    let isEarlier = (hour % 12, minute) < (end.hour % 12, end.minute)
    hour = hour % 12 + ((end.hour >= 12) == isEarlier ? 12 : 0)
  }

  /// Parses "pm", "p.m.", or "PM", or the same forms of "am", after a time. Returns `nil` if there is none.
  private static func half(_ text: SearchText, _ start: Int) -> (isAfternoon: Bool, end: Int)? {
    if let greek = [("π.μ", false), ("μ.μ", true)].first(where: { text.reads(Array($0.0.unicodeScalars), start) }) {
      return (greek.1, text[start + 3] == "." ? start + 4 : start + 3)
    }
    let letter = text[start].small
    guard letter == "a" || letter == "p" else { return nil }
    var at = start + 1
    if text[at] == "." { at += 1 }
    if text[at] == " ", text[at - 1] == "." { at += 1 }
    guard text[at].small == "m", !text[at + 1].isAlphanumeric else { return nil }
    return (letter == "p", text[at + 1] == "." && text[at - 1] == "." ? at + 2 : at + 1)
  }
}
