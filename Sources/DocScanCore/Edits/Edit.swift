// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person decided about the text at a place of a page: the right reading of a word, or that it was read rightly.
///
/// It is kept by the place, in pixels of the source, not by the recognition: a better engine, or other corrections, may
/// read other words there.
package struct Edit: Codable, Hashable, Sendable {
  /// Tells it from the other edits of its document.
  package var id: String
  /// The name of the page's file, and the number in it, from 1.
  package var source: String
  /// The page's number in its file, from 1.
  package var sourcePage: Int
  /// SHA-256 of the document's bytes in which the person saw it, in hexadecimal digits.
  package var sha256: String
  /// The corners of the text in pixels of the source, clockwise from its own top-left.
  package var quad: [Point]
  /// What was read.
  package var old: String
  /// The correct text: several words with spaces between them, or nothing where there is no text. Equal to `old` where
  /// it was read rightly.
  package var new: String
  /// Who decided.
  package var by: String
  /// When, in ISO 8601.
  package var at: String
  /// When it was undone; nil while it holds.
  package var undone: String?
  /// The field of the page that it is about, such as `total`: `old` and `new` are its values; nil for text.
  package var field: DecidedField?
  /// The border of a table that it is about, which is at `quad`: `old` and `new` are empty then; nil for all else.
  package var grid: GridEdit?

  /// A decision about a line.
  package init(
    id: String, source: String, sourcePage: Int, sha256: String, quad: [Point], old: String, new: String, by: String,
    at: String, field: DecidedField? = nil
  ) {
    self.field = field
    (self.id, self.source, self.sourcePage, self.sha256) = (id, source, sourcePage, sha256)
    (self.quad, self.old, self.new, self.by, self.at) = (quad, old, new, by, at)
  }

  /// An edit of words that are side by side on a page.
  package init(id: String, words: [Word], on page: RecognizedPage, new: String, by: String, at: String) {
    let box = words.dropFirst().reduce(words.first?.box ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.box) }
    self.init(
      id: id, source: page.page.source, sourcePage: page.page.sourcePage, sha256: page.document.sha256,
      quad: page.quad(of: box), old: joinedText(words), new: new, by: by, at: at)
  }

  /// An edit of a field of a page, whose place is where it was found, if anywhere.
  package init(id: String, _ field: DecidedField, _ value: String, on page: RecognizedPage, by: String, at: String) {
    let found = page.receipt?[field]
    self.init(
      id: id, source: page.page.source, sourcePage: page.page.sourcePage, sha256: page.document.sha256,
      quad: found?.box.map { page.quad(of: $0) } ?? [], old: field.value(on: page) ?? "", new: value, by: by, at: at,
      field: field)
  }

  /// A line that was not read, at a place in pixels of the page's image.
  package init(id: String, line box: Box, on page: RecognizedPage, new: String, by: String, at: String) {
    self.init(
      id: id, source: page.page.source, sourcePage: page.page.sourcePage, sha256: page.document.sha256,
      quad: page.quad(of: box), old: "", new: new, by: by, at: at)
  }

  /// Whether it is about a page of the input.
  package func isAbout(_ page: PageReference) -> Bool { source == page.source && sourcePage == page.sourcePage }
}

extension RecognizedPage {
  /// The corners of a box of the image in pixels of the source.
  fileprivate func quad(of box: Box) -> [Point] {
    let map = map
    return box.corners.map { point in
      let source = map.source(point)
      return Point(x: source.x.rounded(toPlaces: 2), y: source.y.rounded(toPlaces: 2))
    }
  }
}

extension Box {
  /// Clockwise from the top-left.
  package var corners: [Point] {
    [Point(x: x, y: y), Point(x: maxX, y: y), Point(x: maxX, y: maxY), Point(x: x, y: maxY)]
  }
}

/// What a person decided about a place in a pile of pages: that a document begins there, or that the pages belong together.
///
/// It is kept with the input, whether that was divided or not. Documents are made when the pile is, so it is applied by the next run
/// of the input's pipeline.
package struct BoundaryEdit: Codable, Hashable, Sendable {
  /// Tells it from the other decisions about its input.
  package var id: String
  /// SHA-256 of the input's bytes in which the person saw the pages, in hexadecimal digits.
  package var sha256: String
  /// The page before which the place is, as the input counts them, from 2.
  package var page: Int
  /// Whether a document begins there.
  package var isCut: Bool
  /// Who decided.
  package var by: String
  /// When, in ISO 8601.
  package var at: String
  /// When it was undone; nil while it holds.
  package var undone: String?

  /// A decision about the place before a page.
  package init(id: String, sha256: String, page: Int, isCut: Bool, by: String, at: String) {
    (self.id, self.sha256, self.page, self.isCut) = (id, sha256, page, isCut)
    (self.by, self.at) = (by, at)
  }
}

/// What a person calls a document: later runs keep the name.
package struct NameEdit: Codable, Hashable, Sendable {
  /// Tells it from the other decisions about its document.
  package var id: String
  /// The name that the document had.
  package var old: String
  /// The name that it gets.
  package var new: String
  /// Who decided.
  package var by: String
  /// When, in ISO 8601.
  package var at: String
  /// When it was undone; nil while it holds.
  package var undone: String?

  /// A name for a document.
  package init(id: String, old: String, new: String, by: String, at: String) {
    (self.id, self.old, self.new, self.by, self.at) = (id, old, new, by, at)
  }
}
