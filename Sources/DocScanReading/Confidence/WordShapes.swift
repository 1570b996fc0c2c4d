// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The shares of words and characters that look wrong in any language.
package struct WordShapes {
  package private(set) var odd = 0.0
  package private(set) var single = 0.0
  /// The share of the characters that look decoded from the wrong encoding.
  package private(set) var encoding = 0.0

  private static let inner = Set("-‐–—'’ʼ./@&_:·,+%#=*()[]$€£¥°½×~|\\\"“”?!;<>§©®™ª•…".unicodeScalars)

  package init(_ words: [Word]) {
    guard !words.isEmpty else { return }
    var (oddWords, singles, longWords) = (0, 0, 0)
    var (characters, misdecoded) = (0, 0)
    for word in words {
      let scalars = Array(word.text.unicodeScalars)
      characters += scalars.count
      misdecoded += Self.misdecoded(scalars)
      let letters = scalars.count(where: \.properties.isAlphabetic)
      if scalars.count == 1, letters == 1, !isWrittenWithoutSpaces(scalars[0]), !isHangul(scalars[0]) { singles += 1 }
      guard scalars.count >= 3 else { continue }
      longWords += 1
      if Self.isOdd(scalars) { oddWords += 1 }
    }
    odd = longWords == 0 ? 0 : Double(oddWords) / Double(longWords)
    single = Double(singles) / Double(words.count)
    encoding = characters == 0 ? 0 : min(1, Double(misdecoded) / Double(characters))
  }

  /// Returns whether a word looks damaged: it has at least two symbols, or capitals or digits after lowercase letters, or it is short with an unusual
  /// character. A row of at least four different symbols also looks damaged, but a link doesn't.
  private static func isOdd(_ scalars: [Unicode.Scalar]) -> Bool {
    let core = scalars.drop { !isSign($0) }.reversed().drop { !isSign($0) }.reversed()
    let isLink = scalars.contains { $0 == "/" || $0 == "@" || $0 == "_" }
    guard !isLink else { return false }
    guard !core.isEmpty else { return scalars.count >= 4 && Set(scalars).count >= 4 }
    var changes = 0
    var last: Unicode.Scalar?
    for scalar in core {
      if !isSign(scalar) {
        if !inner.contains(scalar) || "+*=<>\\|~\"?!;$#%()[]:".unicodeScalars.contains(scalar),
          core.contains(where: \.properties.isAlphabetic)
        {
          changes += 1
        }
      } else if let last, last.properties.isLowercase, scalar.properties.isUppercase {
        changes += 1
      } else if let last, last.properties.isLowercase, scalar.properties.numericType != nil {
        changes += 1
      }
      last = scalar
    }
    return changes >= 2 || changes == 1 && core.count <= 5 && core.contains { !isSign($0) && !inner.contains($0) }
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .spacingMark
  }

  /// Counts the characters of UTF-8 sequences decoded as Windows-1252 or Latin-1: "Ã¼" for "ü".
  private static func misdecoded(_ scalars: [Unicode.Scalar]) -> Int {
    var count = 0
    var index = 0
    while index < scalars.count {
      guard let first = byte(scalars[index]), first >= 0xC2, first <= 0xEF else {
        index += 1
        continue
      }
      let length = first >= 0xE0 ? 3 : 2
      let following = scalars[(index + 1)...].prefix(length - 1)
      if following.count == length - 1, following.allSatisfy({ byte($0).map { (0x80...0xBF).contains($0) } ?? false }) {
        count += length
        index += length
      } else {
        index += 1
      }
    }
    return count
  }

  /// Returns a character's byte in Windows-1252, or `nil` if it is ASCII or has none.
  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    if (0x80...0xFF).contains(scalar.value) { return UInt8(scalar.value) }
    return windows[scalar]
  }

  private static let windows: [Unicode.Scalar: UInt8] = [
    "€": 0x80, "‚": 0x82, "ƒ": 0x83, "„": 0x84, "…": 0x85, "†": 0x86, "‡": 0x87, "ˆ": 0x88, "‰": 0x89, "Š": 0x8A,
    "‹": 0x8B, "Œ": 0x8C, "Ž": 0x8E, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97,
    "˜": 0x98, "™": 0x99, "š": 0x9A, "›": 0x9B, "œ": 0x9C, "ž": 0x9E, "Ÿ": 0x9F,
  ]
}
