// SPDX-License-Identifier: GPL-3.0-or-later

/// The script of a language pack, as far as scripts are told apart by the letters that were read.
package enum Script: Hashable, Sendable {
  /// Latin letters.
  case latin
  /// Korean syllables.
  case hangul
  /// Kana and Han together.
  case japanese
  /// Chinese characters as in Beijing.
  case simplifiedHan
  /// Chinese characters as in Taipei.
  case traditionalHan
  /// Any other, by its ISO 15924 code.
  case other(String)

  /// The script that a pack of Tesseract reads; nil for packs that are not a language.
  package init?(pack: String) {
    guard let tag = LanguageTag(tesseract: pack) else { return nil }
    let parts = tag.description.split(separator: "-")
    switch tag.language {
    case "ko": self = .hangul
    case "ja": self = .japanese
    case "zh": self = parts.contains("Hant") ? .traditionalHan : .simplifiedHan
    case let language:
      // A tag that names its script does so because another one is usual.
      let named = parts.dropFirst().first { $0.count == 4 }.map(String.init)
      let code = named ?? Self.usual[language] ?? "Latn"
      self = ["Latn", "Latf"].contains(code) ? .latin : .other(code)
    }
  }

  /// The ISO 15924 code of the script that a pack's language is usually written in.
  static func code(ofPack pack: String) -> String {
    switch Script(pack: pack) {
    case .latin, nil: "Latn"
    case .hangul: "Hang"
    case .japanese: "Jpan"
    case .simplifiedHan: "Hans"
    case .traditionalHan: "Hant"
    case .other(let code): code
    }
  }

  /// Whether it has Han characters.
  package var hasHan: Bool {
    switch self {
    case .japanese, .simplifiedHan, .traditionalHan: true
    case .latin, .hangul, .other: false
    }
  }

  /// Whether its signs stand for syllables or words.
  package var isEastAsian: Bool { self == .hangul || hasHan }

  /// Whether it is written from right to left.
  package var isFromRight: Bool {
    switch self {
    case .other(let code): ["Arab", "Hebr", "Nkoo", "Syrc", "Thaa"].contains(code)
    case .latin, .hangul, .japanese, .simplifiedHan, .traditionalHan: false
    }
  }

  /// Whether it is the script of this letter; scripts that are not told apart share their letters.
  package func has(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .latin: isLatin(scalar)
    case .hangul: isHangul(scalar)
    case .japanese: isHan(scalar) || isKana(scalar)
    case .simplifiedHan, .traditionalHan: isHan(scalar)
    case .other:
      scalar.properties.isAlphabetic && !isLatin(scalar) && !isHangul(scalar) && !isHan(scalar) && !isKana(scalar)
    }
  }

  /// The usual scripts of languages that Tesseract has packs for and that are not written in Latin letters.
  private static let usual = [String: String](
    pairs: """
      ar Arab fa Arab ps Arab sd Arab ug Arab ur Arab be Cyrl bg Cyrl kk Cyrl ky Cyrl mk Cyrl mn Cyrl ru Cyrl sr Cyrl \
      tg Cyrl tt Cyrl uk Cyrl el Grek grc Grek he Hebr yi Hebr hi Deva mr Deva ne Deva sa Deva as Beng bn Beng gu Gujr \
      pa Guru kn Knda ml Mlym or Orya si Sinh ta Taml te Telu th Thai lo Laoo km Khmr my Mymr bo Tibt dz Tibt ka Geor \
      hy Armn am Ethi ti Ethi iu Cans chr Cher dv Thaa syr Syrc
      """)
}

/// Letters of the Latin script.
package func isLatin(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF, 0xFB00...0xFB06:
    true
  case _: false
  }
}

/// Han characters.
package func isHan(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: true
  case _: false
  }
}

/// Hiragana and katakana.
package func isKana(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF: true
  case _: false
  }
}

/// Hangul syllables and letters.
package func isHangul(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: true
  case _: false
  }
}

extension Line {
  /// Whether the line runs across the page; upright and turned lines do not.
  package var isHorizontal: Bool {
    guard let first = baseline.first, let last = baseline.last else { return true }
    return last.x - first.x >= abs(last.y - first.y)
  }

  /// By how much the text is turned on the page, counterclockwise: 0, 90 (it runs upwards), 180 or 270 degrees.
  package var turn: Int { isVertical ? 0 : way }

  /// Whether upright letters are below each other: a line that runs downwards in a script that is written so.
  package var isVertical: Bool { way == 270 && text.isWrittenDownwards }

  /// The way of the baseline, in degrees counterclockwise.
  private var way: Int {
    guard let first = baseline.first, let last = baseline.last else { return 0 }
    let (dx, dy) = (last.x - first.x, last.y - first.y)
    if abs(dx) >= abs(dy) { return dx < 0 ? 180 : 0 }
    return dy < 0 ? 90 : 270
  }
}
