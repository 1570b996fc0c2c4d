// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Detects times of day by their form, such as "2:30 pm", "14.30 Uhr", "14h30", or "오후 2시 30분", or by context, such as a date in the same line.
package enum TimeDetector: Detector {
  package static let kinds = [Detection.Kind.time]

  private static let names = keywords(
    """
    at time from until till by between um ab bis zeit uhrzeit von à heure heures de alle ore dalle orario a_las hora horas \
    às as_ das 시간 시각 時刻 時間 时间 時間
    """)

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    text.finds { start in
      guard let time = WrittenTime(in: text, at: start), time.isClean, let isSure = isSure(time, text, context) else {
        return nil
      }
      return Detected(kind: .time, range: time.range, value: time.value, proof: isSure ? .grammar : .named)
    }
  }

  package static func stands(_ text: SearchText, _ range: Range<Int>) -> Bool {
    range.contains { text[$0] == ":" && text[$0 - 1].isDigit && text[$0 + 1].isDigit && text[$0 + 2].isDigit }
  }

  /// Returns whether a time is unambiguous, or `nil` if nothing shows that the number is a time.
  private static func isSure(_ time: WrittenTime, _ text: SearchText, _ context: DetectionContext) -> Bool? {
    if time.isSure { return true }
    let (start, end) = (time.range.lowerBound, time.range.upperBound)
    switch time.mark {
    case "h": return ["fr", "pt", "es", "it"].contains(context.base) && !text[end].isAlphanumeric ? true : nil
    case ":":
      guard !text[end].isAlphanumeric, ![":", ",", "/"].contains(text[end]) || !text[end + 1].isDigit,
        text[end] != "-" || !text[end + 1].isLetter,
        time.second != nil || text.has(names, before: start, within: 12)
          || hasDate(text, text.line(at: start), context) || isRange(text, start, end)
      else { return nil }
      return false
    case "時", "时", "시", "点", "點": return false
    case _: return nil
    }
  }

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

  private static func hasDate(_ text: SearchText, _ line: Range<Int>, _ context: DetectionContext) -> Bool {
    line.contains {
      (text[$0].isDigit || text[$0].isLetter) && !text[$0 - 1].isAlphanumeric
        && DateDetector.date(in: text, at: $0, context) != nil
    }
  }
}
