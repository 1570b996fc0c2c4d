// SPDX-License-Identifier: GPL-3.0-or-later

extension TableGrid.Cell {
  /// What a cell says, as spreadsheets take it.
  package enum Content: Hashable, Sendable {
    /// Text.
    case text(String)
    /// A decimal with a dot.
    case number(String)
    /// A share of a hundred: the number of hundredths, as a decimal with a dot.
    case percent(String)
    /// An amount of money, with the ISO 4217 code of its currency where that is known.
    case money(String, currency: String?)
    /// A day.
    case date(year: Int, month: Int, day: Int)
  }

  /// A number with more digits would be rounded by a spreadsheet.
  private static let mostDigits = 15

  /// Its value where that says as much as its text, and otherwise the text.
  package var content: Content {
    guard let value, suggestion == nil else { return .text(text) }
    switch value.kind {
    case .date:
      return Self.day(value.value).map { .date(year: $0, month: $1, day: $2) } ?? .text(text)
    case .integer, .number:
      // The zeros of an account number say something.
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

  /// Whether it is a value that is read from its last digit.
  package var isNumber: Bool {
    switch content {
    case .text, .date: false
    case .number, .percent, .money: true
    }
  }

  /// Whether a value is a number that a spreadsheet keeps in every digit.
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

  /// Year, month and day of an ISO 8601 date; nil for anything else.
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

/// Why a cell is worth a look.
package enum TableDoubt: Hashable, Sendable {
  /// Its text is right with this probability only.
  case uncertain(confidence: Double)
  /// It may say this instead, which fits its column.
  case perhaps(String)
  /// It is a sum, and the cells above add up to more or less; the difference where it is known.
  case sum(difference: String?)

  /// A sentence for people.
  package var sentence: String {
    switch self {
    case .uncertain(let confidence): "Read with \(Int((min(max(confidence, 0), 1) * 100).rounded()))% confidence."
    case .perhaps(let text): "Perhaps it says \(text), which fits the column."
    case .sum(let difference?): "The cells above don't add up to this: the difference is \(difference)."
    case .sum(nil): "The cells above don't add up to this."
    }
  }
}

extension TableGrid {
  /// A cell is doubtful below this confidence, as a word is.
  package static let doubt = 0.9

  /// How many cells are doubtful.
  package var doubtfulCells: Int { cells.count { !$0.doubts.isEmpty } }
}

extension TableGrid.Cell {
  /// What is doubtful about it; empty for most cells, and for those without text.
  package var doubts: [TableDoubt] {
    var doubts: [TableDoubt] = []
    if let suggestion, !suggestion.isEmpty { doubts.append(.perhaps(suggestion)) }
    if let difference { doubts.append(.sum(difference: difference.isEmpty ? nil : difference)) }
    if confidence < TableGrid.doubt, !text.isEmpty { doubts.append(.uncertain(confidence: confidence)) }
    return doubts
  }
}
