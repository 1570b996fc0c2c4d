// SPDX-License-Identifier: GPL-3.0-or-later

/// The text of a line: its words with a space between them, except between Han and kana characters.
package func joinedText(_ words: [Word]) -> String {
  var text = ""
  for word in words { text += separator(text, word.text) + word.text }
  return text
}

/// What is between two words or lines of one text: a space, but nothing after nothing and between Han and kana.
package func separator(_ before: String, _ after: String) -> String {
  guard let last = before.unicodeScalars.last, let first = after.unicodeScalars.first else { return "" }
  return isWrittenWithoutSpaces(last) && isWrittenWithoutSpaces(first) ? "" : " "
}

/// The text of a page: lines end with a line feed, blocks with text are separated by an empty line.
package func pageText(_ blocks: [Block]) -> String {
  blocks.filter { !$0.lines.isEmpty }.map { block in block.lines.map { $0.text + "\n" }.joined() }.joined(
    separator: "\n")
}

/// The mean confidence of words, weighted by their length; 0 for none.
package func meanConfidence(_ words: [Word]) -> Double {
  let characters = words.reduce(0) { $0 + $1.text.count }
  guard characters > 0 else { return 0 }
  return words.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / Double(characters)
}

/// Han, kana and the punctuation that goes with them.
package func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x2E80...0x2FDF, 0x3000...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
    0xFF00...0xFF65, 0x20000...0x323AF:
    true
  case _: false
  }
}
