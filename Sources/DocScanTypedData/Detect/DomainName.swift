// SPDX-License-Identifier: GPL-3.0-or-later

/// A name of the Domain Name System in a text, with an ending that is in use.
package struct DomainName {
  /// In small letters, as all domains are the same whichever they are written in.
  package var name: String
  /// The place behind it.
  package var end: Int
  /// Whether spaces in it were left out.
  package var isCorrected = false
  /// Whether it has more than two parts, or one of the endings that are no words.
  package var isPlain: Bool

  /// Reads a domain from a place on; nil if there is none. One that may be torn may have spaces beside its dots.
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
      if labels.count > 1, Self.isEnding(labels[labels.count - 1]) { best = (labels.count, lastEnd, corrected) }
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
    // The name ends where its last label does: "werk7.dex" is another word.
    guard !text[end].isAlphanumeric else { return nil }
    isPlain = best.count > 2 || Self.plain.contains(labels[best.count - 1])
  }

  package static func isEnding(_ label: String) -> Bool {
    plain.contains(label)
      || (label.utf8.count == 2
        && (TrackingDetector.countries.contains(label.uppercased()) || ["uk", "eu"].contains(label)))
  }

  /// Endings that are no words and no abbreviations, which make an address of a name by themselves.
  private static let plain = Set(
    """
    com org net edu gov mil int info biz name museum coop aero jobs mobi travel asia cat tel app dev shop online site \
    blog cloud store tech berlin hamburg koeln wien paris london tokyo nyc eus gal bzh swiss \
    uk eu jp kr cn tw hk de fr ch nl dk pl cz ru jo br mx
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
