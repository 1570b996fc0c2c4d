// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanWords

/// A domain name in a text, with a known top-level domain.
package struct DomainName {
  package var name: String
  package var end: Int
  package var isCorrected = false
  /// Whether the name has more than two labels, or a top-level domain that isn't also a word.
  package var isPlain: Bool
  // Whether the top-level domain is one of those that are mostly words.
  package var isWord: Bool

  /// Reads a domain that begins at a place, or returns `nil` if there is none. `mayBeTorn` allows spaces after dots.
  package init?(in text: SearchText, at start: Int, mayBeTorn: Bool) {
    var labels: [String] = []
    var at = start
    var label = ""
    var lastEnd = start
    var corrected = false
    var best: (count: Int, end: Int, corrected: Bool)?
    func close(_ end: Int) -> Bool {
      guard !label.isEmpty, label.utf8.count <= 63, !label.hasPrefix("-"), !label.hasSuffix("-") else { return false }
      labels.append(label.lowercased())
      label = ""
      lastEnd = end
      // After a space, a word is rather the next one.
      let last = labels[labels.count - 1]
      if labels.count > 1, Self.isEnding(last) || best == nil && !corrected && Self.words.contains(last) {
        best = (labels.count, lastEnd, corrected)
      }
      return labels.count < 8
    }
    while at < text.count, at - start < 253 {
      let scalar = text[at]
      if scalar.isAlphanumeric || scalar == "-" {
        label.unicodeScalars.append(scalar)
        at += 1
      } else if scalar == "." {
        guard close(at) else { break }
        at += 1
        if mayBeTorn, text[at] == " ", best?.count != labels.count, text[at + 1].isASCIILetter, !text[at + 1].isCapital
        {
          at += 1
          corrected = true
        }
      } else {
        break
      }
    }
    if !label.isEmpty { _ = close(at) }
    guard let best, labels[0].count > 1 || best.count > 2 else { return nil }
    name = labels[..<best.count].joined(separator: ".")
    end = best.end
    isCorrected = best.corrected
    // The name ends with its last label: "werk7.dex" is another word.
    guard !text[end].isAlphanumeric else { return nil }
    isWord = !Self.isEnding(labels[best.count - 1])
    isPlain = best.count > 2 || Self.plain.contains(labels[best.count - 1])
  }

  package static func isEnding(_ label: String) -> Bool {
    plain.contains(label)
      || (label.utf8.count == 2
        && (TrackingDetector.countries.contains(label.uppercased()) || ["uk", "eu"].contains(label)))
  }

  // Other top-level domains, most of which are also words.
  private static let words = Set(WordLists.words("url.ending"))

  /// Top-level domains that aren't words or abbreviations, which identify a domain by themselves.
  private static let plain = Set(
    """
    com org net edu gov mil int info biz name museum coop aero jobs mobi travel asia cat tel app dev shop online site \
    blog cloud store tech berlin hamburg koeln wien paris london tokyo nyc eus gal bzh swiss \
    uk eu jp kr cn tw hk de fr ch nl dk pl cz ru jo br mx
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
