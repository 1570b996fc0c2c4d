// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Detects ISBN-13 by prefix and check digit, and ISBN-10 by check digit after the keyword "ISBN".
package enum ISBNDetector: Detector {
  package static let kinds = [Detection.Kind.isbn]

  private static let names = SearchWords("isbn.label")

  package static func find(in text: SearchText, _ context: DetectionContext) -> [Detected] {
    text.finds { at in
      guard text.numberBegins(at, isDigitLike) else { return nil }
      let groups = GroupedCharacters(in: text, from: at, atMost: 14, separators: [" ", "-"], allowed: isDigitLike)
      let isNamed = text.has(names, before: at, within: 24)
      guard let hit = isbn(groups, 13, isNamed) ?? (isNamed ? isbn(groups, 10, true) : nil) else { return nil }
      return Detected(
        kind: .isbn, range: at..<groups.end(hit.length), value: hit.value, proof: .checked,
        isCorrected: hit.isCorrected)
    }
  }

  private static func isbn(
    _ groups: GroupedCharacters, _ length: Int, _ isNamed: Bool
  ) -> (value: String, length: Int, isCorrected: Bool)? {
    guard groups.characters.count >= length, groups.ends.contains(length) else { return nil }
    let read = groups.characters[..<length].map { $0 == "x" ? "X" : $0 }
    let characters = read.enumerated().map { place, scalar -> Unicode.Scalar in
      if scalar.isDigit || (length == 10 && place == 9 && scalar == "X") { return scalar }
      return Misreading.digit(for: scalar) ?? scalar
    }
    let isRight =
      length == 10
      ? CheckDigits.isbn10(characters)
      : characters.allSatisfy(\.isDigit)
        && ["978", "979"].contains(String(String.UnicodeScalarView(characters.prefix(3))))
        && CheckDigits.gs1(characters.compactMap(\.digit))
    guard isRight else { return nil }
    return (String(String.UnicodeScalarView(characters)), length, characters != read)
  }

  private static func isDigitLike(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isDigit || ["O", "o", "I", "l", "|", "S", "B", "X", "x"].contains(scalar)
  }
}
