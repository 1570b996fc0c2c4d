// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
package import DocScanLayout

/// Creates names for the sheets of a workbook that are valid in Excel and LibreOffice and unique.
struct SheetNames {
  /// The maximum length in UTF-16 code units, which Excel counts.
  private static let longest = 31
  private static let illegal: Set<Unicode.Scalar> = ["[", "]", ":", "*", "?", "/", "\\"]

  private var taken: Set<String> = []

  /// Returns a valid name based on the wanted one that no earlier sheet has.
  mutating func unique(_ wanted: String) -> String {
    let plain = Escape.line(Escape.xmlCharacters(wanted)).replacing(where: Self.illegal.contains, with: " ")
    let words = plain.split { $0 == " " || $0 == "\u{FFFD}" }.joined(separator: " ")
    let name = words.trimmed("'").isEmpty ? "Table" : words.trimmed("'")
    var number = 1
    while true {
      let ending = number == 1 ? "" : " (\(number))"
      let candidate = name.cut(to: Self.longest - ending.utf16.count).trimmed("' ") + ending
      // Excel reserves this name.
      if candidate.lowercased() != "history", taken.insert(candidate.lowercased()).inserted { return candidate }
      number += 1
    }
  }
}

extension String {
  /// Returns the longest prefix with at most this many UTF-16 code units.
  fileprivate func cut(to length: Int) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      count += scalar.value > 0xFFFF ? 2 : 1
      guard count <= length else { break }
      result.append(scalar)
    }
    return String(result)
  }

  fileprivate func trimmed(_ marks: String) -> String {
    let marks = Set(marks.unicodeScalars)
    let start = unicodeScalars.drop { marks.contains($0) }
    return String(
      start.prefix(upTo: start.lastIndex { !marks.contains($0) }.map(start.index(after:)) ?? start.startIndex))
  }
}

extension TableGrid {
  package var name: String { title ?? placeName }

  /// The table's location, such as "Page 3" or "Pages 3–5".
  package var placeName: String {
    let (first, last) = (parts.first?.page ?? 1, parts.last?.page ?? 1)
    return first == last ? "Page \(first)" : "Pages \(first)–\(last)"
  }
}
