// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// The rules that determine the role of a page from its codes. Codes are untrusted text, which is only compared.
package struct SeparatorRules {
  package let settings: SeparatorSettings

  package init(settings: SeparatorSettings) { self.settings = settings }

  /// The role of a page in a stack.
  package enum Role: Hashable {
    /// A separator sheet, which may name the document after it.
    case sheet(code: String, name: String?)
    /// The first page of a document, whose code names the document.
    case first(code: String)
  }

  /// Returns the role of a page with these codes, or `nil` for an ordinary page. A page with both kinds of codes is a first page, so that it's kept.
  package func role(of codes: [String]) -> Role? {
    let codes = codes.map(\.trimmed).filter { !$0.isEmpty }
    if let code = codes.first(where: { matches($0, settings.pages) }) { return .first(code: code) }
    let sheets = codes.filter { matches($0, settings.sheets) }
    // If a sheet has several codes, prefers one with a name.
    guard let code = sheets.first(where: { Self.name(in: $0) != nil }) ?? sheets.first else { return nil }
    return .sheet(code: code, name: Self.name(in: code))
  }

  private func matches(_ code: String, _ patterns: [String]) -> Bool {
    patterns.contains { Self.matches(Array(code.lowercased().utf8), Array($0.lowercased().utf8)) }
  }

  /// Returns whether a text matches a pattern with `*` as a wildcard. The time is at most proportional to the product of both lengths.
  private static func matches(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
    let star = UInt8(ascii: "*")
    var (place, index) = (0, 0)
    /// The last wildcard, and the end of the text that it matches so far.
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

  /// Returns the name in `docscan:new:NAME`, or the percent-encoded name in `docscan:new?name=NAME`, or `nil` for other codes.
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

  /// Decodes percent-encoding. A percent sign without two hexadecimal digits is kept.
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
