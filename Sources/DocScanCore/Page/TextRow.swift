// SPDX-License-Identifier: GPL-3.0-or-later

/// What is side by side at one height of a page, whatever columns it was read in.
package struct TextRow: Hashable, Sendable {
  /// A line, or that part of a line whose words really are beside each other.
  package struct Piece: Hashable, Sendable {
    /// In the order in which they were read.
    package var words: [Word]
    /// Around its words, in pixels of the corrected page.
    package var box: Box
    /// Whether the text is turned or runs downwards: such a piece is a row by itself.
    package var isTurned: Bool

    /// A piece of a row.
    package init(words: [Word], box: Box, isTurned: Bool = false) {
      (self.words, self.box, self.isTurned) = (words, box, isTurned)
    }

    /// The words with a space between them, except between Han and kana characters.
    package var text: String { joinedText(words) }
  }

  /// From left to right.
  package var pieces: [Piece]

  /// A row, with its pieces from left to right.
  package init(pieces: [Piece]) { self.pieces = pieces }

  /// All of its words, from left to right.
  package var words: [Word] { pieces.flatMap(\.words) }
  /// The words of all pieces.
  package var text: String { joinedText(words) }
  /// Around all pieces; empty for none.
  package var box: Box {
    pieces.dropFirst().reduce(pieces.first?.box ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.box) }
  }
}
