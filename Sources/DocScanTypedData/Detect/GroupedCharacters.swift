// SPDX-License-Identifier: GPL-3.0-or-later

/// Letters and digits that stand in groups, such as those of an IBAN or of a card: with what parts them left out.
package struct GroupedCharacters {
  /// Capital letters and digits; characters that are read for others as they were read.
  package var characters: [Unicode.Scalar] = []
  /// Where each of them stands.
  package var places: [Int] = []
  /// The places where a group ends: the number of characters up to there.
  package var ends: [Int] = []

  /// Leaves a character out that was read too many.
  package mutating func remove(at index: Int) {
    characters.remove(at: index)
    places.remove(at: index)
    ends = ends.map { $0 > index ? $0 - 1 : $0 }
  }

  /// The place behind the first `count` characters.
  package func end(_ count: Int) -> Int { places[count - 1] + 1 }

  /// Reads groups from a place on, at most so many characters, and at most `gap` separators between two of them.
  ///
  /// One of the separators may be the end of a line; blocks are not left.
  package init(
    in text: SearchText, from start: Int, atMost most: Int, separators: Set<Unicode.Scalar>, gap most_gap: Int = 2,
    allowed: (Unicode.Scalar) -> Bool
  ) {
    var at = start
    while characters.count < most {
      let scalar = text[at]
      if at < text.count, allowed(scalar) {
        characters.append(scalar)
        places.append(at)
        at += 1
        continue
      }
      ends.append(characters.count)
      var gap = at
      var feeds = 0
      while gap < text.count, gap - at < most_gap, separators.contains(text[gap]) || text[gap] == "\n" {
        feeds += text[gap] == "\n" ? 1 : 0
        gap += 1
      }
      guard gap > at, feeds < 2, gap < text.count, allowed(text[gap]) else { return }
      at = gap
    }
    if at >= text.count || !allowed(text[at]) { ends.append(characters.count) }
  }
}
