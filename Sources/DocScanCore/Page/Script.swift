// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// The script of a language pack. Only scripts that are recognizable by their letters have a case of their own.
package enum Script: Hashable, Sendable {
  case latin
  case hangul
  /// Kana mixed with Han.
  case japanese
  case simplifiedHan
  case traditionalHan
  /// Any other script, with its ISO 15924 code.
  case other(String)

  /// Creates the script of a Tesseract pack, or returns `nil` for packs that aren't languages.
  package init?(pack: String) {
    guard let tag = LanguageTag(tesseract: pack) else { return nil }
    let parts = tag.description.split(separator: "-")
    switch tag.language {
    case "ko": self = .hangul
    case "ja": self = .japanese
    case "zh": self = parts.contains("Hant") ? .traditionalHan : .simplifiedHan
    case let language:
      // A tag contains a script only if it differs from the language's default.
      let named = parts.dropFirst().first { $0.count == 4 }.map(String.init)
      let code = named ?? Self.usual[language] ?? "Latn"
      self = ["Latn", "Latf"].contains(code) ? .latin : .other(code)
    }
  }

  /// Returns the ISO 15924 code of a pack's script, or "Latn" for unknown packs.
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

  package var hasHan: Bool {
    switch self {
    case .japanese, .simplifiedHan, .traditionalHan: true
    case .latin, .hangul, .other: false
    }
  }

  package var isEastAsian: Bool { self == .hangul || hasHan }

  package var isFromRight: Bool {
    switch self {
    case .other(let code): ["Arab", "Hebr", "Nkoo", "Syrc", "Thaa"].contains(code)
    case .latin, .hangul, .japanese, .simplifiedHan, .traditionalHan: false
    }
  }

  /// Returns whether a letter belongs to the script. Scripts without a case of their own share all remaining letters.
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

  /// The default scripts of Tesseract's languages that don't use Latin letters.
  private static let usual = [String: String](
    pairs: """
      ar Arab fa Arab ps Arab sd Arab ug Arab ur Arab be Cyrl bg Cyrl kk Cyrl ky Cyrl mk Cyrl mn Cyrl ru Cyrl sr Cyrl \
      tg Cyrl tt Cyrl uk Cyrl el Grek grc Grek he Hebr yi Hebr hi Deva mr Deva ne Deva sa Deva as Beng bn Beng gu Gujr \
      pa Guru kn Knda ml Mlym or Orya si Sinh ta Taml te Telu th Thai lo Laoo km Khmr my Mymr bo Tibt dz Tibt ka Geor \
      hy Armn am Ethi ti Ethi iu Cans chr Cher dv Thaa syr Syrc
      """)
}

package func isLatin(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF, 0xFB00...0xFB06:
    true
  case _: false
  }
}

package func isHan(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: true
  case _: false
  }
}

package func isKana(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF: true
  case _: false
  }
}

package func isHangul(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: true
  case _: false
  }
}

extension Line {
  /// Whether the baseline runs from left to right. `false` for vertical and rotated lines.
  package var isHorizontal: Bool {
    guard let first = baseline.first, let last = baseline.last else { return true }
    return last.x - first.x >= abs(last.y - first.y)
  }

  /// The counterclockwise rotation of the text on the page, in degrees: 0, 90 (running upwards), 180, or 270.
  package var turn: Int { isVertical ? 0 : way }

  /// Whether the line is vertical text with upright letters, in a script that is written that way.
  package var isVertical: Bool { way == 270 && text.isWrittenDownwards }

  /// The direction of the baseline, as its counterclockwise rotation from a left-to-right line, in degrees: 0, 90, 180, or 270.
  private var way: Int {
    guard let first = baseline.first, let last = baseline.last else { return 0 }
    let (dx, dy) = (last.x - first.x, last.y - first.y)
    if abs(dx) >= abs(dy) { return dx < 0 ? 180 : 0 }
    return dy < 0 ? 90 : 270
  }
}
