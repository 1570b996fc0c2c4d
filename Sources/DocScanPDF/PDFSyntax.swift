// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// Formats values in PDF syntax (ISO 32000-1, 7.3).
package enum PDFSyntax {
  /// Returns a number with at most four decimal places. Values that aren't finite become 0.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let units = Int((min(max(value, -1e9), 1e9) * 10_000).rounded())
    let (whole, fraction) = abs(units).quotientAndRemainder(dividingBy: 10_000)
    let sign = units < 0 ? "-" : ""
    guard fraction > 0 else { return "\(sign)\(whole)" }
    var digits = String(10_000 + fraction).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  static func numbers(_ values: Double...) -> String { values.map(number).joined(separator: " ") }

  /// Returns a text string in UTF-16 with a byte order mark, in hexadecimal digits (7.9.2.2).
  package static func textString(_ text: String) -> String {
    "<FEFF" + text.utf16.map { hexadecimal($0, digits: 4) }.joined() + ">"
  }

  static func references(_ objects: [Int]) -> String { objects.map { "\($0) 0 R" }.joined(separator: " ") }

  static func hexadecimal(_ value: some FixedWidthInteger, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Returns a literal string of bytes with the required escapes (7.3.4.2).
  static func literalString(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "(")]
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\r"): result += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      case _: result.append(byte)
      }
    }
    result.append(UInt8(ascii: ")"))
    return result
  }
}
