// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import RegexBuilder

/// Finds the shop's telephone number.
struct PhoneReader {
  let page: ReceiptPage

  init(page: ReceiptPage) { self.page = page }

  /// Country codes of the currencies whose country has one.
  private static let codes = [
    "MYR": "60", "SGD": "65", "EUR": "49", "GBP": "44", "USD": "1", "CAD": "1", "KRW": "82", "JPY": "81", "CNY": "86",
    "CHF": "41", "TWD": "886", "BRL": "55",
  ]

  private let form = Regex {
    Optionally("+")
    Optionally("(")
    "0"..."9"
    Repeat(6...18) { CharacterClass.anyOf("0123456789-() /.") }
  }

  func read() -> FoundField? {
    for (index, row) in page.rows.enumerated() where row.has(.phone) || looksAlone(index) {
      guard !row.has(.date), let match = row.text.numeric.firstMatch(of: form) else { continue }
      let text = row.text.numeric[match.range]
      guard let value = number(text) else { continue }
      let start = row.text.numeric.distance(from: row.text.numeric.startIndex, to: match.range.lowerBound)
      let words = row.text.words(in: start..<start + text.count)
      return FoundField(
        value: value, box: words.dropFirst().reduce(words.first?.box) { $0?.union($1.box) },
        evidence: Evidence(
          keyword: row.labels[.phone] ?? 0, words: words.map(\.confidence).min() ?? 0, form: value.count > 9 ? 1 : 0))
    }
    return nil
  }

  /// Whether a row of the head is nothing but a number with an area code.
  private func looksAlone(_ index: Int) -> Bool {
    let row = page.rows[index]
    return index < 10 && row.folded.letterCount == 0 && (9...12).contains(row.folded.count)
      && (row.text.plain.hasPrefix("0") || row.text.plain.hasPrefix("("))
      && row.text.plain.contains { "- )".contains($0) }
  }

  /// The number as E.164 writes it; of two numbers with a slash between them the first.
  private func number(_ text: Substring) -> String? {
    var text = text
    if let slash = text.firstIndex(of: "/"), text[..<slash].count(where: \.isNumber) >= 8 { text = text[..<slash] }
    var digits = text.filter(\.isASCIIDigit)
    if text.hasPrefix("+") { return (8...15).contains(digits.count) ? "+" + digits : nil }
    guard let currency = page.currency, let code = Self.codes[currency] else { return nil }
    if digits.hasPrefix(code), !digits.hasPrefix("0"), digits.count >= code.count + 8 {
      return digits.count <= 15 ? "+" + digits : nil
    }
    if digits.hasPrefix("00") { return digits.count >= 10 ? "+" + digits.dropFirst(2) : nil }
    if digits.hasPrefix("0") { digits.removeFirst() } else if code != "1", code != "86" { return nil }
    guard (7...11).contains(digits.count), code != "1" || digits.count == 10 else { return nil }
    return "+" + code + digits
  }
}
