// SPDX-License-Identifier: GPL-3.0-or-later

extension [String: String] {
  /// A table written as words in turns: a key, its value, the next key. An underscore stands for a space in a word.
  package init(pairs text: String) {
    let words = text.split(separator: " ").map { word in String(word.map { $0 == "_" ? " " : $0 }) }
    self.init(stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }, uniquingKeysWith: { $1 })
  }
}
