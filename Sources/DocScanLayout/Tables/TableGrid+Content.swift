// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension TableGrid.Cell {
  /// The content of a cell as a typed spreadsheet value.
  package enum Content: Hashable, Sendable {
    case text(String)
    case number(String)
    /// A percentage: the number before the percent sign, as a decimal number.
    case percent(String)
    /// An amount of money as a decimal number, with the ISO 4217 code of its currency, if known.
    case money(String, currency: String?)
    case date(year: Int, month: Int, day: Int)
  }

  /// The maximum number of digits that spreadsheets store without rounding.
  private static let mostDigits = 15

  /// The parsed value if it isn't ambiguous and represents the text completely, otherwise the text.
  package var content: Content {
    guard let value, value.alternative == nil, suggestion == nil else { return .text(text) }
    switch value.kind {
    case .date:
      return Self.day(value.value).map { .date(year: $0, month: $1, day: $2) } ?? .text(text)
    case .integer, .number:
      // Leading zeros are significant, as in account numbers.
      return isExact(value.value) && !hasLeadingZeros ? .number(value.value) : .text(text)
    case .percent: return isExact(value.value) ? .percent(value.value) : .text(text)
    case .money:
      guard isExact(value.value) else { return .text(text) }
      let code = value.currency.flatMap { code in
        code.utf8.count == 3 && code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
          ? code : nil
      }
      return .money(value.value, currency: code)
    }
  }

  package var isNumber: Bool {
    switch content {
    case .text, .date: false
    case .number, .percent, .money: true
    }
  }

  /// Returns whether a value is a number that spreadsheets store without rounding.
  private func isExact(_ value: String) -> Bool {
    let digits = value.utf8.first == UInt8(ascii: "-") ? value.utf8.dropFirst() : value.utf8[...]
    let halves = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return halves.count <= 2 && digits.count <= Self.mostDigits
      && halves.allSatisfy { !$0.isEmpty && $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
  }

  private var hasLeadingZeros: Bool {
    let digits = text.unicodeScalars.drop { !$0.properties.isASCIIHexDigit && $0.properties.numericType == nil }
    guard digits.first == "0", let second = digits.dropFirst().first else { return false }
    return second.properties.numericType == .decimal
  }

  /// Returns year, month, and day of an ISO 8601 date, or `nil` if the text isn't a valid date.
  private static func day(_ text: String) -> (Int, Int, Int)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { $0.utf8.count <= 4 ? Int($0) : nil }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], year >= 1, month >= 1,
      month <= 12, day >= 1
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return day <= days[month - 1] ? (year, month, day) : nil
  }
}

/// A reason to check a cell.
package enum TableDoubt: Hashable, Sendable {
  case uncertain(confidence: Double)
  case perhaps(String)
  case ambiguous(String, String)
  /// The cell is a total that doesn't match the sum of the cells above. The difference is `nil` if unknown.
  case sum(difference: String?)
  /// A reason that isn't about the recognition, as a sentence.
  case note(String)

  package var sentence: String {
    switch self {
    case .uncertain(let confidence): "Read with \(Int((min(max(confidence, 0), 1) * 100).rounded()))% confidence."
    case .perhaps(let text): "Perhaps it says \(text), which fits the column."
    case .ambiguous(let one, let other): "It may be \(one) or \(other)."
    case .sum(let difference?): "The cells above don't add up to this: the difference is \(difference)."
    case .sum(nil): "The cells above don't add up to this."
    case .note(let sentence): sentence
    }
  }
}

extension TableGrid {
  /// The confidence below which a cell is doubtful. Words have the same limit.
  package static let doubt = 0.9

  package var doubtfulCells: Int { cells.count { !$0.doubts.isEmpty } }
}

extension TableGrid.Cell {
  /// The reasons to check the cell. Empty for most cells.
  package var doubts: [TableDoubt] {
    var doubts: [TableDoubt] = []
    if let suggestion, !suggestion.isEmpty { doubts.append(.perhaps(suggestion)) }
    if let value, let other = value.alternative { doubts.append(.ambiguous(value.value, other)) }
    if let difference { doubts.append(.sum(difference: difference.isEmpty ? nil : difference)) }
    if let note { doubts.append(.note(note)) }
    if confidence < TableGrid.doubt, !text.isEmpty { doubts.append(.uncertain(confidence: confidence)) }
    return doubts
  }
}
