// SPDX-License-Identifier: GPL-3.0-or-later

/// Letters and digits in groups, such as those of an IBAN or a card number, without their separators.
package struct GroupedCharacters {
  /// The characters as read, without corrections.
  package var characters: [Unicode.Scalar] = []
  package var places: [Int] = []
  /// The number of characters up to the end of each group.
  package var ends: [Int] = []

  package mutating func remove(at index: Int) {
    characters.remove(at: index)
    places.remove(at: index)
    ends = ends.map { $0 > index ? $0 - 1 : $0 }
  }

  /// Returns the index in the text after the first `count` characters.
  package func end(_ count: Int) -> Int { places[count - 1] + 1 }

  /// Reads up to `most` characters in groups, with up to `most_gap` separators between two groups, one of which can be a line feed. Stops at the end
  /// of a block.
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
