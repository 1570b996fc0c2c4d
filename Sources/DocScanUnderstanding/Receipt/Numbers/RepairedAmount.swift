// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanTypedData

/// Repairs an amount at the end of a row with a misread separator or misread digits: 64 13, 32700, 64-13, or 64.l3.
enum RepairedAmount {
  /// Letters that digits are misread as, in addition to those that `RowText` always replaces.
  private static let lookalikes: [Character: Character] = [
    "U": "0", "u": "0", "a": "0", "C": "0", "g": "9", "q": "9", "b": "6", "A": "4", "T": "7", "?": "7", "&": "8",
    "z": "2",
    "E": "6", "!": "1", "]": "1", "[": "1",
  ]

  /// Returns the repaired amount, or `nil` if the row ends with none or contains an intact amount. `largest` is the largest amount that the total
  /// must exceed, in hundredths, and decides whether a number is in hundredths or units.
  static func find(in row: ReceiptRow, style: MoneyStyle, largest: Int = 0) -> RowNumber? {
    guard style == .hundredths, row.amounts.isEmpty else { return nil }
    if let last = misread(in: row) { return last }
    guard var last = row.numbers.last, last.kind == .whole else { return nil }
    if last.text.count == 2, let before = row.numbers.dropLast().last, before.kind == .whole, before.text.count < 6,
      last.range.lowerBound - before.range.upperBound == 1
    {
      last.money = Money(minor: Int(before.value) * 100 + Int(last.value), places: 2)
    } else if (3...6).contains(last.text.count), !last.text.hasPrefix("0") || last.text.count == 3 {
      // 1108 is 11.08, or a total without hundredths if 11.08 would be less than another amount.
      let isWhole = Int(last.value) < largest && Int(last.value) * 100 >= largest
      last.money = Money(minor: Int(last.value) * (isWhole ? 100 : 1), places: 2)
    } else {
      return nil
    }
    last.isRepaired = true
    return last
  }

  /// Returns the amount at the end of the row, or `nil` if there is none: digits, a misread separator, and two digits, at least half of them legible.
  private static func misread(in row: ReceiptRow) -> RowNumber? {
    guard !row.has(anyOf: .date, .time) else { return nil }
    let text = row.text.numeric.unicodeScalars.map { Character($0) }
    func digit(_ place: Int) -> Character? {
      guard text.indices.contains(place) else { return nil }
      return text[place].isASCIIDigit ? text[place] : Misreading.usualDigits[text[place]] ?? lookalikes[text[place]]
    }
    var end = text.count
    while end > 0, digit(end - 1) == nil { end -= 1 }
    guard text.count - end <= 2, let tens = digit(end - 2), let ones = digit(end - 1), end > 3 else { return nil }
    var start = end - 3
    guard ".,:;-~_'°=".contains(text[start]) else { return nil }
    let separator = start
    while separator - start < 6, let _ = digit(start - 1) { start -= 1 }
    let whole = text[start..<separator]
    let real = (whole + text[(end - 2)..<end]).count(where: \.isASCIIDigit)
    guard !whole.isEmpty, whole.count < 6, 2 * real >= whole.count + 2, whole.contains(where: \.isASCIIDigit),
      let minor = Int(String((start..<separator).compactMap(digit) + [tens, ones]))
    else { return nil }
    // Other text directly to the left means a time, date, or code. A currency is allowed.
    let head = String(text[..<start]).split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    guard head.isEmpty || head == "RM" || head.allSatisfy({ "$€£:".contains($0) }) else { return nil }
    let words = row.text.words(in: start..<end)
    return RowNumber(
      kind: .money, value: Double(minor) / 100, money: Money(minor: minor, places: 2), text: String(minor),
      range: start..<end, isRepaired: true, confidence: words.map(\.confidence).min() ?? 0,
      box: words.dropFirst().reduce(words.first?.box) { $0?.union($1.box) })
  }
}
