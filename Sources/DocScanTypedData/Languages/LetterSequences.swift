// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLanguage

/// The language of a text as detected by CLD2.
package struct LetterSequences {
  /// The language as a BCP 47 tag, or "und" if unknown.
  package var tag = "und"
  /// The share of the text in the language, from 0 to 1.
  package var share = 0.0
  package var isReliable = false
  /// The score of the letter sequences, about 1000 for running text.
  package var score = 0.0

  package init(_ scalars: [Unicode.Scalar]) {
    var text = String(String.UnicodeScalarView(scalars.map { $0 == "\0" ? " " : $0 }))
    var found = LanguageFound()
    let count = Int32(clamping: text.utf8.count)
    let status = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe language_find(characters.baseAddress, count, &found)
      }
    }
    guard status == 0 else { return }
    let code = unsafe withUnsafeBytes(of: found.shares.0.code) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    // "un" is unknown. Codes with more than two letters, such as "xxx", are CLD2's own.
    guard code != "un", code.prefix(while: { $0 != "-" }).count == 2 else { return }
    tag = code == "zh" ? "zh-Hans" : code == "iw" ? "he" : code
    share = Double(found.shares.0.percent) / 100
    score = found.shares.0.score
    isReliable = found.is_reliable == 1
  }
}
