// SPDX-License-Identifier: GPL-3.0-or-later

internal import CICU
internal import DocScanCore

/// What is looked up: text in pieces that are the same however somebody writes them.
///
/// Case, full and half width, ligatures and, in Latin, Greek and Cyrillic, the marks of letters make no difference; in Arabic
/// neither do the forms of letters, their points, lengthened lines, and letters that are written for each other; nor do the
/// digits of a script. A piece is a run of letters and digits; in scripts that have no spaces between words, and in Hangul, whose particles are written with
/// theirs, it is one character, so that any part of a text can be found, also one of two characters.
enum SearchTokens {
  /// Longer runs are no words.
  private static let longest = 64

  /// The pieces of a text, in order.
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
      // A mark alone, which belongs to the letter before it.
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
    // Few characters become longer.
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

  /// The letter without its marks, where people may leave them out.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return scalar }
    // Letters that Unicode does not take apart.
    switch scalar {
    case "ø": return "o"
    case "ł": return "l"
    case "đ": return "d"
    case "ı": return "i"
    // Alef with and without hamza or madda, waw and yeh with hamza, yeh and heh at the end of words, and those of Persian.
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

  /// Whether a character belongs to a word.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.properties.isAlphabetic || scalar.properties.numericType != nil }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      true
    case _: false
    }
  }

  /// Accents by themselves, the points of Hebrew and Arabic, and the line that lengthens Arabic words.
  private static func isOptionalMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x591...0x5C7, 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6ED: true
    case _: false
    }
  }

  /// Whether a character is a piece by itself: Han, kana, Hangul, and the scripts of South-East Asia.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF: true
    case _: scalar.isWrittenDownwards
    }
  }
}
