// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLanguage
internal import DocScanCore

/// The language of a text (CLD2 over its letters; Chinese by its characters).
struct TextLanguage {
  /// As BCP 47 names it; "und" where nothing tells.
  var tag: String
  /// 0 to 1.
  var confidence: Double

  init(_ text: String) {
    var text = String(text.prefix(20_000))
    var found = LanguageFound()
    let count = text.utf8.count
    let status = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe language_find(characters.baseAddress, Int32(count), &found)
      }
    }
    (tag, confidence) = ("und", 0)
    guard status == 0 else { return }
    let share = found.shares.0
    let code = unsafe withUnsafeBytes(of: share.code) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard code != "un", !code.isEmpty else { return }
    tag = code == "zh" ? "zh-Hans" : code
    confidence = Double(share.percent) / 100 * (found.is_reliable == 1 ? 1 : 0.5)
  }
}
