// SPDX-License-Identifier: GPL-3.0-or-later

/// About how many tokens language models make of a text, whatever their vocabulary.
package enum TokenCount {
  /// Letters and digits of alphabets, of which a token has about so many.
  private static let lettersOfToken = 4

  /// A word counts one for every four letters begun; a Han, kana or Hangul character and any other sign count one each.
  package static func of(_ text: String) -> Int {
    var (count, run) = (0, 0)
    for scalar in text.unicodeScalars {
      if scalar.isWrittenDownwards || isWrittenWithoutSpaces(scalar) {
        (count, run) = (count + 1, 0)
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        if run % lettersOfToken == 0 { count += 1 }
        run += 1
      } else {
        run = 0
        if !scalar.properties.isWhitespace { count += 1 }
      }
    }
    return count
  }
}
