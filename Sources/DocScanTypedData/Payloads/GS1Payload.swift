// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// GS1 element strings: application identifiers with values that have a fixed length or end with FNC1 (U+001D). Source: GS1 General Specifications,
/// release 23, chapter 3.
package enum GS1Payload: PayloadForm {
  package static func read(_ text: String, _ format: Barcode.Format) -> Barcode.Payload? {
    guard [.code128, .dataMatrix, .qrCode, .aztec].contains(format), text.utf8.count < 512,
      text.unicodeScalars.allSatisfy({ $0.isASCII })
    else { return nil }
    let fields: [(String, String)]?
    if text.hasPrefix("(") {
      fields = inBrackets(text)
    } else {
      // The barcode reader's symbology identifier, or FNC1.
      let marks = ["]C1", "]d2", "]Q3", "\u{1D}"]
      let mark = marks.first { text.hasPrefix($0) }
      let body = mark.map { text.dropFirst($0.count) } ?? text[...]
      // Without FNC1, the text must begin with an element that has a check digit, because other digits may match by chance.
      guard mark != nil || text.contains("\u{1D}") || text.hasPrefix("01") || text.hasPrefix("00") else { return nil }
      fields = elements(body)
    }
    guard let fields, !fields.isEmpty, fields.allSatisfy({ isValid($0.0, $0.1) }) else { return nil }
    return .init(.gs1, fields)
  }

  /// Parses a text with identifiers in brackets, such as "(01)09521234543213(10)ABC123". Returns `nil` if a bracket isn't closed.
  private static func inBrackets(_ text: String) -> [(String, String)]? {
    var fields: [(String, String)] = []
    for part in text.split(separator: "(") {
      guard let close = part.firstIndex(of: ")") else { return nil }
      fields.append((String(part[..<close]), String(part[part.index(after: close)...])))
    }
    return fields
  }

  private static func elements(_ text: Substring) -> [(String, String)]? {
    var fields: [(String, String)] = []
    var rest = text
    while !rest.isEmpty, fields.count < 65 {
      guard let identifier = identifier(of: rest) else { return nil }
      rest = rest.dropFirst(identifier.count)
      let length = fixed[String(identifier.prefix(2))].map { $0 - identifier.count }
      let value = length.map { rest.prefix($0) } ?? rest.prefix { $0 != "\u{1D}" }
      guard !value.isEmpty, !value.contains("\u{1D}") else { return nil }
      fields.append((identifier, String(value)))
      rest = rest.dropFirst(value.count)
      if rest.first == "\u{1D}" { rest = rest.dropFirst() }
    }
    return rest.isEmpty ? fields : nil
  }

  /// Returns the application identifier at the start of a text, or `nil` if there is none. The first two digits determine the length, from two to
  /// four digits.
  private static func identifier(of text: Substring) -> String? {
    let head = String(text.prefix(2))
    let count =
      switch head {
      case "00", "01", "02", "10", "11", "12", "13", "15", "16", "17", "20", "21", "22", "30", "37": 2
      case "90"..."99" where head.count == 2: 2
      case "23", "24", "25", "40", "41", "42", "71": 3
      case "31", "32", "33", "34", "35", "36", "39", "43", "70", "72", "80", "81", "82": 4
      case _: 0
      }
    let identifier = String(text.prefix(count))
    return count > 0 && identifier.count == count && identifier.allSatisfy { $0.isNumber } ? identifier : nil
  }

  /// The lengths of the elements that don't end with FNC1, including the identifier, by the first two digits of the identifier.
  private static let fixed = [
    "00": 20, "01": 16, "02": 16, "03": 16, "11": 8, "12": 8, "13": 8, "14": 8, "15": 8, "16": 8, "17": 8, "18": 8,
    "19": 8, "20": 4, "31": 10, "32": 10, "33": 10, "34": 10, "35": 10, "36": 10, "41": 16,
  ]

  private static func isValid(_ identifier: String, _ value: String) -> Bool {
    guard (2...4).contains(identifier.count), identifier.allSatisfy({ $0.isASCII && $0.isNumber }),
      !value.isEmpty, value.utf8.count <= 90
    else { return false }
    let digits = value.unicodeScalars.compactMap(\.digit)
    guard let length = fixed[String(identifier.prefix(2))] else { return true }
    guard digits.count == value.count, value.count == length - identifier.count else { return false }
    switch identifier {
    case "00", "01", "02", "410", "411", "412", "413", "414", "415", "416", "417": return CheckDigits.gs1(digits)
    case "11", "12", "13", "15", "16", "17":
      let (month, day) = (digits[2] * 10 + digits[3], digits[4] * 10 + digits[5])
      return (1...12).contains(month) && day <= 31
    case _: return true
    }
  }
}
