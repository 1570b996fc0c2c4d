// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The rules for receipts' categories, from a file that the user edits. Each line contains a category and its words, such as `Groceries: aldi, rewe,
/// item:bread`. A receipt matches if any of the words is in the merchant's name, or, with `item:`, in an item. A `*` at the end also matches longer
/// words. The first matching line counts.
package struct CategoryRules: Sendable {
  private struct Rule: Sendable {
    let category: String
    let merchants: [String]
    let items: [String]
  }

  private var rules: [Rule] = []

  package init() {}

  /// Parses the rules. Throws an error that contains `file` and the number of the first invalid line.
  package init(_ text: String, file: String) throws(BatchError) {
    for (number, line) in zip(1..., text.split(separator: "\n", omittingEmptySubsequences: false)) {
      let line = line.trimmingPrefix(while: \.isWhitespace)
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let category = Self.trimmed(parts[0])
      let words = (parts.count > 1 ? parts[1] : "").split(separator: ",").map(Self.trimmed).filter { !$0.isEmpty }
      guard !category.isEmpty, !words.isEmpty else {
        throw .usage(
          "\(file), line \(number): expected a category and words, such as \"Groceries: aldi, rewe\", found \"\(line)\"."
        )
      }
      let items = words.filter { $0.hasPrefix("item:") }.map { Self.trimmed($0.dropFirst(5)[...]) }
      rules.append(
        Rule(
          category: category, merchants: words.filter { !$0.hasPrefix("item:") }, items: items.filter { !$0.isEmpty }))
    }
  }

  func category(of entry: LedgerEntry) -> String? {
    rules.first { rule in
      rule.merchants.contains { Self.contains(entry.merchant ?? "", $0) }
        || rule.items.contains { word in entry.items.contains { Self.contains($0.description, word) } }
    }?.category
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(text).trimmingCharacters(while: \.isWhitespace)
  }

  /// Returns whether a text contains these words in any case, and, except in scripts without spaces, not as parts of longer words.
  private static func contains(_ text: String, _ words: String) -> Bool {
    let (text, words) = (text.lowercased(), words.lowercased())
    let beginning = words.hasSuffix("*")
    let meant = beginning ? String(words.dropLast()) : words
    guard !meant.isEmpty else { return false }
    var rest = text[...]
    while let found = rest.firstRange(of: meant) {
      let (before, after) = (text[..<found.lowerBound].last, text[found.upperBound...].first)
      if !goesOn(before, meant.first), beginning || !goesOn(meant.last, after) { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }

  private static func goesOn(_ first: Character?, _ second: Character?) -> Bool {
    guard let first, let second else { return false }
    // Han, kana, and Hangul have no case, and no spaces between words.
    return first.isCased && second.isCased || first.isNumber && second.isNumber
  }
}

extension String {
  fileprivate func trimmingCharacters(while isMeant: (Character) -> Bool) -> String {
    var text = self[...]
    while let first = text.first, isMeant(first) { text.removeFirst() }
    while let last = text.last, isMeant(last) { text.removeLast() }
    return String(text)
  }
}
