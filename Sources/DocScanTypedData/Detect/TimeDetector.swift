// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Times of day, where something says that they are: "2:30 pm", "14.30 Uhr", "14h30", "오후 2시 30분", a date on the same line.
package enum TimeDetector: Detector {
  package static let kinds = [Detection.Kind.time]

  private static let names = keywords(
    """
    at time from until till by between um ab bis zeit uhrzeit von à heure heures de alle ore dalle orario a_las hora horas \
    às as_ das 시간 시각 時刻 時間 时间 時間
    """)

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    var found: [Detected] = []
    var at = 0
    while at < text.count {
      guard text[at].isDigit, !text[at - 1].isAlphanumeric,
        ![".", ",", ":", "-", "/"].contains(text[at - 1]) || !text[at - 2].isDigit,
        let hit = time(text, at, context)
      else {
        at += 1
        continue
      }
      found.append(hit)
      at = hit.range.upperBound
    }
    return found
  }

  /// Whether a time with a colon stands in a range.
  package static func stands(_ text: SearchText, _ range: Range<Int>) -> Bool {
    range.contains { text[$0] == ":" && text[$0 - 1].isDigit && text[$0 + 1].isDigit && text[$0 + 2].isDigit }
  }

  private static func time(_ text: SearchText, _ start: Int, _ context: DetectionContext) -> Detected? {
    guard let hour = TextNumber(text, start, atMost: 2), hour.value < 25, !hour.isCorrected else { return nil }
    if let hit = withCharacters(text, hour) { return hit }
    let mark = text[hour.end]
    var minute = 0
    var second: Int?
    var end = hour.end
    var isSure = false
    let isWritten = mark == "h" || (mark == " " && text[hour.end + 1] == "h" && !text[hour.end + 2].isLetter)
    if isWritten, ["fr", "pt", "es", "it"].contains(context.base) {
      // "14h30", "14 h 30", "14h"
      end += mark == " " ? 2 : 1
      let place = text.skippingSpace(end)
      if let read = TextNumber(text, place, atMost: 2), read.count == 2, read.value < 60, !text[read.end].isAlphanumeric
      {
        (minute, end) = (read.value, read.end)
      } else if text[end].isAlphanumeric {
        return nil
      }
      isSure = true
    } else if mark == ":" || mark == ".", let read = TextNumber(text, hour.end + 1, atMost: 2), read.count == 2,
      read.value < 60, !text[hour.end + 1].isLetter
    {
      (minute, end) = (read.value, read.end)
      if text[end] == mark, mark == ":", let read = TextNumber(text, end + 1, atMost: 2), read.count == 2,
        read.value < 60
      {
        (second, end) = (read.value, read.end)
      }
    } else if mark == ":" || mark == "." {
      return nil
    }
    guard !text[end].isDigit else { return nil }
    var hours = hour.value
    let after = text.skippingSpace(end)
    if let half = half(text, after) {
      guard (1...12).contains(hours) else { return nil }
      hours = hours % 12 + (half.isAfternoon ? 12 : 0)
      (end, isSure) = (half.end, true)
    } else if text.reads(clock, after), !text[after + 3].isLetter {
      (end, isSure) = (after + 3, true)
    }
    if !isSure {
      guard mark == ":", !text[end].isAlphanumeric, ![":", ",", "/"].contains(text[end]) || !text[end + 1].isDigit,
        text[end] != "-" || !text[end + 1].isLetter
      else { return nil }
      let line = text.line(at: start)
      let isNamed = text.has(names, before: start, within: 12) || second != nil
      let isDated = hasDate(text, line, context)
      guard isNamed || isDated || isRange(text, start, end) else { return nil }
    }
    guard hours < 24 || (hours == 24 && minute == 0), second == nil || hours < 24 else { return nil }
    let value = "\(hours.padded):\(minute.padded)" + (second.map { ":\($0.padded)" } ?? "")
    return Detected(kind: .time, range: start..<end, value: value, proof: isSure ? .grammar : .named)
  }

  private static let clock = Array("uhr".unicodeScalars)

  /// "pm", "p.m.", "PM"
  private static func half(_ text: SearchText, _ start: Int) -> (isAfternoon: Bool, end: Int)? {
    let letter = text[start].small
    guard letter == "a" || letter == "p" else { return nil }
    var at = start + 1
    if text[at] == "." { at += 1 }
    if text[at] == " ", text[at - 1] == "." { at += 1 }
    guard text[at].small == "m", !text[at + 1].isAlphanumeric else { return nil }
    return (letter == "p", text[at + 1] == "." && text[at - 1] == "." ? at + 2 : at + 1)
  }

  /// "오후 2시 30분", "14時30分", "下午3点"
  private static func withCharacters(_ text: SearchText, _ hour: TextNumber) -> Detected? {
    var at = text.skippingSpace(hour.end)
    guard ["時", "时", "시", "点", "點"].contains(text[at]), !["間", "间", "간", "期", "代"].contains(text[at + 1]) else {
      return nil
    }
    var end = at + 1
    var minute = 0
    at = text.skippingSpace(end)
    if let read = TextNumber(text, at, atMost: 2), read.value < 60 {
      let sign = text.skippingSpace(read.end)
      if ["分", "분"].contains(text[sign]) { (minute, end) = (read.value, sign + 1) }
    } else if text[at] == "半" || text[at] == "반" {
      (minute, end) = (30, at + 1)
    }
    var start = hour.start
    var hours = hour.value
    var isNamed = minute > 0
    for (word, isAfternoon) in halves {
      let blank = text[start - 1] == " " ? 1 : 0
      let first = start - blank - 2
      guard first >= 0, text.reads(word, first) else { continue }
      if hours <= 12 { hours = hours % 12 + (isAfternoon ? 12 : 0) }
      start = first
      isNamed = true
      break
    }
    // "第3点" and "3点" may be points.
    guard isNamed || text[hour.start - 1] == " " || ["時", "时", "시"].contains(text[end - 1]), hours < 24 else {
      return nil
    }
    return Detected(
      kind: .time, range: start..<end, value: "\(hours.padded):\(minute.padded)", proof: isNamed ? .grammar : .named)
  }

  private static let halves: [([Unicode.Scalar], Bool)] = [
    ("오전", false), ("오후", true), ("午前", false), ("午後", true), ("上午", false), ("下午", true), ("晚上", true),
  ].map { (Array($0.0.unicodeScalars), $0.1) }

  private static func isRange(_ text: SearchText, _ start: Int, _ end: Int) -> Bool {
    func skip(_ place: Int, _ step: Int) -> Int {
      var at = place
      while text[at] == " " { at += step }
      return at
    }
    let after = skip(end, 1)
    if ["-", "~"].contains(text[after]), stands(text, after..<min(after + 7, text.count)) { return true }
    let before = skip(start - 1, -1)
    return ["-", "~"].contains(text[before]) && stands(text, max(0, before - 6)..<max(0, before))
  }

  /// Whether a date stands on the same line.
  private static func hasDate(_ text: SearchText, _ line: Range<Int>, _ context: DetectionContext) -> Bool {
    line.contains {
      (text[$0].isDigit || text[$0].isLetter) && !text[$0 - 1].isAlphanumeric
        && WrittenDate(numeric: text, at: $0, context) != nil
    }
  }
}

extension WrittenDate {
  /// A date that is sure without a time beside it.
  package init?(numeric text: SearchText, at start: Int, _ context: DetectionContext) {
    guard let date = WrittenDate(in: text, at: start, context) else { return nil }
    self = date
  }
}
