// SPDX-License-Identifier: GPL-3.0-or-later

internal import CICU
internal import DocScanFiles

/// Splits text into tokens that don't depend on spelling variants. Case, full and half width, ligatures, and the diacritics of Latin, Greek, and
/// Cyrillic letters are ignored, as are the digits' scripts. In Arabic, so are the forms of letters, vowel signs, elongations, and letters that
/// replace each other. A token is a run of letters and digits. In scripts without spaces between words, and in Hangul, whose particles are attached
/// to words, a token is one character, so that any part of a text can be found.
enum SearchTokens {
  /// The maximum length of a token, in Unicode scalars.
  private static let longest = 64

  static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var current = String.UnicodeScalarView()
    func end() {
      if !current.isEmpty { tokens.append(String(current)) }
      current = String.UnicodeScalarView()
    }
    for scalar in folded(text) {
      guard isPart(scalar) else {
        end()
        continue
      }
      // Ignore separate marks, which belong to the previous letter.
      if isOptionalMark(scalar) { continue }
      if standsAlone(scalar) {
        end()
        tokens.append(String(Character(scalar)))
      } else {
        current.append(scalar)
        if current.count == longest { end() }
      }
    }
    end()
    return tokens
  }

  private static func folded(_ text: String) -> [Unicode.Scalar] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased().unicodeScalars.map { $0 } }
    let units = Array(text.utf16)
    // Few characters become longer by folding.
    var room = units.count * 2 + 16
    while true {
      var count: Int32 = 0
      let folded = unsafe [UInt16](unsafeUninitializedCapacity: room) { buffer, filled in
        count = unsafe icu_folded(units, Int32(clamping: units.count), buffer.baseAddress, Int32(clamping: room))
        filled = max(0, min(room, Int(count)))
      }
      if count > room {
        room = Int(count)
      } else {
        return String(decoding: folded, as: UTF16.self).unicodeScalars.map(plain)
      }
    }
  }

  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return scalar }
    // Letters without a Unicode decomposition.
    switch scalar {
    case "ø": return "o"
    case "ł": return "l"
    case "đ": return "d"
    case "ı": return "i"
    // Alef with and without hamza or madda, waw and yeh with hamza, final yeh and heh, and Persian letters.
    case "\u{622}", "\u{623}", "\u{625}", "\u{671}": return "\u{627}"
    case "\u{624}": return "\u{648}"
    case "\u{626}", "\u{649}", "\u{6CC}": return "\u{64A}"
    case "\u{629}": return "\u{647}"
    case "\u{6A9}": return "\u{643}"
    case "\u{660}"..."\u{669}": return Unicode.Scalar(scalar.value - 0x660 + 0x30) ?? scalar
    case "\u{6F0}"..."\u{6F9}": return Unicode.Scalar(scalar.value - 0x6F0 + 0x30) ?? scalar
    case _: return Unicode.Scalar(icu_without_marks(scalar.value)) ?? scalar
    }
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.properties.isAlphabetic || scalar.properties.numericType != nil }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      true
    case _: false
    }
  }

  /// Returns whether a character is a combining accent, a Hebrew or Arabic vowel sign, or the Arabic elongation.
  private static func isOptionalMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x591...0x5C7, 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6ED: true
    case _: false
    }
  }

  /// Returns whether a character is a token by itself: Han, kana, Hangul, and Southeast Asian scripts.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF: true
    case _: scalar.isWrittenDownwards
    }
  }
}
