// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Says what the codes of a page mean for where documents begin. The codes are anybody's: texts to compare, nothing more.
struct SeparatorRules {
  let settings: SeparatorSettings

  /// What a page is among the others.
  enum Role: Hashable {
    /// A sheet that only separates, and may name the document behind it.
    case sheet(code: String, name: String?)
    /// The first page of a document, which its code names.
    case first(code: String)
  }

  /// The role of a page with these codes; nil for a page like any other. A page that is to be kept is never taken for a sheet.
  func role(of codes: [String]) -> Role? {
    let codes = codes.map(\.trimmed).filter { !$0.isEmpty }
    if let code = codes.first(where: { matches($0, settings.pages) }) { return .first(code: code) }
    let sheets = codes.filter { matches($0, settings.sheets) }
    // Of several codes on a sheet the one with a name says the most.
    guard let code = sheets.first(where: { Self.name(in: $0) != nil }) ?? sheets.first else { return nil }
    return .sheet(code: code, name: Self.name(in: code))
  }

  private func matches(_ code: String, _ patterns: [String]) -> Bool {
    patterns.contains { Self.matches(Array(code.lowercased().utf8), Array($0.lowercased().utf8)) }
  }

  /// Whether a text is what a pattern says, in which a star stands for any text. Time grows with their product at most.
  private static func matches(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
    let star = UInt8(ascii: "*")
    var (place, index) = (0, 0)
    /// The last star, and how far the text that it stands for reaches.
    var last: (index: Int, end: Int)?
    while place < text.count {
      if index < pattern.count, pattern[index] == star {
        last = (index, place)
        index += 1
      } else if index < pattern.count, pattern[index] == text[place] {
        place += 1
        index += 1
      } else if let (star, end) = last {
        last = (star, end + 1)
        place = end + 1
        index = star + 1
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == star }
  }

  /// The name in `docscan:new:NAME` and in `docscan:new?name=NAME`, where it is percent-encoded.
  private static func name(in code: String) -> String? {
    let beginning = "docscan:new"
    guard code.lowercased().hasPrefix(beginning) else { return nil }
    let rest = code.dropFirst(beginning.count)
    switch rest.first {
    case ":": return String(rest.dropFirst())
    case "?":
      let value = rest.dropFirst().split(separator: "&").lazy.compactMap { pair -> Substring? in
        pair.lowercased().hasPrefix("name=") ? pair.dropFirst("name=".count) : nil
      }.first
      return value.map(percentDecoded)
    case _: return nil
    }
  }

  /// A percent sign that no two hexadecimal digits follow stands for itself.
  private static func percentDecoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
