// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// The elements of a query, which are separated by spaces, quotation marks, or parentheses.
struct QueryWords: RandomAccessCollection {
  struct Element: Hashable {
    /// The text inside quotation marks, or the word without its sign and key.
    var text: String
    var isQuoted = false
    var isExcluded = false
    /// The key before a colon, such as "lang", or `nil` if there is none.
    var key: String?
    /// The contents of `near(…)`, or `nil` for other elements.
    var near: String?
    var distance: Int?
  }

  private var elements: [Element] = []

  var startIndex: Int { 0 }
  var endIndex: Int { elements.count }
  subscript(position: Int) -> Element { elements[position] }

  init(_ text: String) {
    var rest = Substring(text)
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard !rest.isEmpty else { return }
      var element = Element(text: "")
      if rest.first == "-" {
        element.isExcluded = true
        rest = rest.dropFirst()
      }
      if let match = rest.prefixMatch(of: /near(?:\/([0-9]{1,3}))?\(/.ignoresCase()) {
        element.distance = match.1.flatMap { Int($0) }
        rest = rest[match.range.upperBound...]
        // An unclosed parenthesis ends with the query.
        element.near = String(rest.prefix { $0 != ")" })
        rest = rest.drop { $0 != ")" }.dropFirst()
      } else {
        if let match = rest.prefixMatch(of: /([A-Za-z]+):/),
          match.range.upperBound < rest.endIndex || Self.keys.contains(match.1.lowercased())
        {
          element.key = String(match.1).lowercased()
          rest = rest[match.range.upperBound...]
        }
        if rest.first == "\"" {
          element.isQuoted = element.key == nil
          rest = rest.dropFirst()
          element.text = String(rest.prefix { $0 != "\"" })
          rest = rest.drop { $0 != "\"" }.dropFirst()
        } else {
          let word = rest.prefix { !$0.isWhitespace }
          element.text = String(word)
          rest = rest[word.endIndex...]
        }
      }
      if element.isKnownKey {
        elements.append(element)
      } else {
        // Texts such as "https://" and "note:" aren't filters.
        element.text = element.key.map { "\($0):\(element.text)" } ?? element.text
        element.key = nil
        elements.append(element)
      }
    }
  }
}

extension QueryWords {
  static let keys = [
    "lang", "language", "doc", "document", "date", "type", "merchant", "sender", "kind", "amount",
  ]

  // The first word with an unknown key, such as "note:", or `nil` if there is none. `corrected` is the word with the key that was probably meant.
  var unknownKey: (key: String, corrected: String?)? {
    for element in self where !element.isQuoted {
      guard let match = element.text.prefixMatch(of: /([A-Za-z]+):(?=[^\/])/) else { continue }
      let key = nearestMatch(to: String(match.1), among: Self.keys)
      return (String(match.0), key.map { $0 + ":" + element.text[match.range.upperBound...] })
    }
    return nil
  }
}

extension QueryWords.Element {
  fileprivate var isKnownKey: Bool { key.map(QueryWords.keys.contains) ?? true }
}
