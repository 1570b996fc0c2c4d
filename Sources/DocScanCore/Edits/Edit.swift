// SPDX-License-Identifier: GPL-3.0-or-later

/// A reviewer's correction or confirmation of text, by position in source pixels, as other engines or corrections result in other words.
package struct Edit: Codable, Hashable, Sendable {
  package var id: String
  package var source: String
  package var sourcePage: Int
  /// The SHA-256 of the document's bytes at the time of the edit, in hexadecimal digits.
  package var sha256: String
  /// The corners of the text in source pixels, clockwise from the text's own top left.
  package var quad: [Point]
  package var old: String
  /// The correct text, with spaces between words. Empty to remove the text, or equal to `old` to confirm it.
  package var new: String
  package var by: String
  package var at: String
  package var undone: String?
  /// The field that was set, such as `total`, or `nil` for text. `old` and `new` are values of the field.
  package var field: DecidedField?
  /// The border of a table that was set, which is at `quad`, or `nil` for other edits. `old` and `new` are empty.
  package var grid: GridEdit?

  package init(
    id: String, source: String, sourcePage: Int, sha256: String, quad: [Point], old: String, new: String, by: String,
    at: String, field: DecidedField? = nil
  ) {
    self.field = field
    (self.id, self.source, self.sourcePage, self.sha256) = (id, source, sourcePage, sha256)
    (self.quad, self.old, self.new, self.by, self.at) = (quad, old, new, by, at)
  }

  package init(id: String, words: [Word], on page: RecognizedPage, new: String, by: String, at: String) {
    let box = words.dropFirst().reduce(words.first?.box ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.box) }
    self.init(
      id: id, source: page.page.source, sourcePage: page.page.sourcePage, sha256: page.document.sha256,
      quad: page.quad(of: box), old: joinedText(words), new: new, by: by, at: at)
  }

  /// Creates an edit of a page's field. The position is that of the detected field, if any.
  package init(
    id: String, _ field: DecidedField, _ value: String, on page: RecognizedPage, of invoice: Invoice? = nil, by: String,
    at: String
  ) {
    let found = page.shown(field, of: invoice)
    self.init(
      id: id, source: page.page.source, sourcePage: page.page.sourcePage, sha256: page.document.sha256,
      quad: found?.box.map { page.quad(of: $0) } ?? [], old: found?.value ?? "", new: value, by: by, at: at,
      field: field)
  }

  /// Creates an edit that adds a line, with the box in pixels of the page's image.
  package init(id: String, line box: Box, on page: RecognizedPage, new: String, by: String, at: String) {
    self.init(
      id: id, source: page.page.source, sourcePage: page.page.sourcePage, sha256: page.document.sha256,
      quad: page.quad(of: box), old: "", new: new, by: by, at: at)
  }

  var moment: String { DocScanCore.moment(at) }

  package func isAbout(_ page: PageReference) -> Bool { source == page.source && sourcePage == page.sourcePage }
}

extension RecognizedPage {
  /// Returns the corners of a box in source pixels, given the box in pixels of the image.
  fileprivate func quad(of box: Box) -> [Point] {
    let map = map
    return box.corners.map { point in
      let source = map.source(point)
      return Point(x: source.x.rounded(toPlaces: 2), y: source.y.rounded(toPlaces: 2))
    }
  }
}

extension Box {
  /// The corners of the box, clockwise from the top left.
  package var corners: [Point] {
    [Point(x: x, y: y), Point(x: maxX, y: y), Point(x: maxX, y: maxY), Point(x: x, y: maxY)]
  }
}

/// A reviewer's decision whether a document begins with a page. Stored with the input, split or not; the next run of its pipeline applies it.
package struct BoundaryEdit: Codable, Hashable, Sendable {
  package var id: String
  package var sha256: String
  package var page: Int
  package var isCut: Bool
  package var by: String
  package var at: String
  package var undone: String?

  package init(id: String, sha256: String, page: Int, isCut: Bool, by: String, at: String) {
    (self.id, self.sha256, self.page, self.isCut) = (id, sha256, page, isCut)
    (self.by, self.at) = (by, at)
  }
}

/// A reviewer's decision to rename a document. Later runs keep the name.
package struct NameEdit: Codable, Hashable, Sendable {
  package var id: String
  package var old: String
  package var new: String
  // The name of the input and its pages that the document had, if it was a part of one. The same pages get the name again after they were joined with
  // others.
  package var input: String?
  package var pages: String?
  package var by: String
  package var at: String
  package var undone: String?

  package init(
    id: String, old: String, new: String, input: String? = nil, pages: String? = nil, by: String, at: String
  ) {
    (self.id, self.old, self.new, self.by, self.at) = (id, old, new, by, at)
    (self.input, self.pages) = (input, pages)
  }
}

/// Returns an ISO 8601 date of which a whole second comes before its fractions.
package func moment(_ date: String) -> String { date.hasSuffix("Z") ? String(date.dropLast()) : date }
