// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person decided about a page as a whole: how it is turned, or where its corners are.
///
/// It is made when the page is read, so it is applied by the next run of the document's pipeline.
package struct PageEdit: Codable, Hashable, Sendable {
  /// What can be decided.
  package enum Kind: Codable, Hashable, Sendable {
    /// The clockwise turn of the page as it was loaded: 0, 90, 180 or 270 degrees.
    case turn(degrees: Int)
    /// The sheet's four corners in pixels of the source, clockwise from its top-left.
    case corners(points: [Point])

    /// The stage that it is for.
    package var stage: String {
      switch self {
      case .turn: "orientation"
      case .corners: "perspective"
      }
    }

    /// The setting of that stage, as an override would have it.
    fileprivate var setting: (name: String, value: JSONValue) {
      switch self {
      case .turn(let degrees): ("degrees", .number(Double(degrees)))
      case .corners(let points): ("quad", .array(points.map { .array([.number($0.x), .number($0.y)]) }))
      }
    }

    /// Whether it can be: a quarter turn, or four corners of something that a sheet may look like.
    package var isSensible: Bool {
      switch self {
      case .turn(let degrees): [0, 90, 180, 270].contains(degrees)
      case .corners(let points): points.count == 4 && points.allSatisfy(\.isNear) && points.isConvexClockwise
      }
    }
  }

  /// Tells it from the other edits of its document.
  package var id: String
  /// The name of the page's file, and the number in it, from 1.
  package var source: String
  /// The page's number in its file, from 1.
  package var sourcePage: Int
  /// SHA-256 of the document's bytes in which the person saw it, in hexadecimal digits.
  package var sha256: String
  /// What was decided.
  package var kind: Kind
  /// Who decided.
  package var by: String
  /// When, in ISO 8601.
  package var at: String
  /// When it was undone; nil while it holds.
  package var undone: String?

  /// A decision about a page as it was read.
  package init(id: String, page: RecognizedPage, kind: Kind, by: String, at: String) {
    (self.id, self.kind, self.by, self.at) = (id, kind, by, at)
    (source, sourcePage, sha256) = (page.page.source, page.page.sourcePage, page.document.sha256)
  }

  /// A decision about the only page of a file that was not read yet.
  package init(id: String, source: String, sha256: String, kind: Kind, by: String, at: String) {
    (self.id, self.source, self.sha256, self.kind, self.by, self.at) = (id, source, sha256, kind, by, at)
    sourcePage = 1
  }

  /// Whether it holds for a page of a document with these bytes.
  package func holds(for page: PageReference, sha256: String) -> Bool {
    undone == nil && kind.isSensible && source == page.source && sourcePage == page.sourcePage && self.sha256 == sha256
  }
}

extension Point {
  /// Whether it may lie in a picture, or beside one.
  fileprivate var isNear: Bool { x.magnitude < 1e6 && y.magnitude < 1e6 }
}

extension [Point] {
  /// Whether each corner turns to the right, as y grows downwards: then no two sides cross, and none is without length.
  fileprivate var isConvexClockwise: Bool {
    indices.allSatisfy { index in
      let (a, b, c) = (self[index], self[(index + 1) % count], self[(index + 2) % count])
      return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 1
    }
  }
}

extension [ResolvedComponent] {
  /// The stages with what people decided about a page in place of what they would find; later decisions win.
  package func deciding(_ edits: [PageEdit]) -> [ResolvedComponent] {
    map { stage in
      var settings = stage.settings.values
      for edit in edits where edit.kind.stage == stage.name {
        settings[edit.kind.setting.name] = edit.kind.setting.value
      }
      return ResolvedComponent(name: stage.name, settings: ResolvedSettings(values: settings))
    }
  }
}

/// In which order a person wants the pages of a document, and which not at all.
///
/// It names pages by their files and the numbers in these, so it survives a new run. It is made when the document is, so it
/// is applied by the next run of the document's pipeline.
package struct PageOrder: Codable, Hashable, Sendable {
  /// A page of the input. A spread that is split stays together.
  package struct Place: Codable, Hashable, Sendable {
    /// The name of the page's file.
    package var source: String
    /// The number in that file, from 1.
    package var sourcePage: Int

    /// A page of a file, by its number from 1.
    package init(source: String, sourcePage: Int) { (self.source, self.sourcePage) = (source, sourcePage) }
  }

  /// Tells it from the other decisions of its document.
  package var id: String
  /// SHA-256 of the document's bytes in which the person saw the pages, in hexadecimal digits.
  package var sha256: String
  /// The pages, in order.
  package var pages: [Place]
  /// Pages that are not wanted.
  package var leftOut: [Place]
  /// Who decided.
  package var by: String
  /// When, in ISO 8601.
  package var at: String
  /// When it was undone; nil while it holds.
  package var undone: String?

  /// An order of pages, and those that are left out.
  package init(id: String, sha256: String, pages: [Place], leftOut: [Place], by: String, at: String) {
    (self.id, self.sha256, self.pages, self.leftOut) = (id, sha256, pages, leftOut)
    (self.by, self.at) = (by, at)
  }

  /// What becomes of a document's pages.
  package struct Arrangement: Hashable, Sendable {
    /// The numbers of the pages, in the new order.
    package var numbers: [Int]
    /// How many pages are left out.
    package var leftOut: Int
    /// The pages that the order names and the document does not have.
    package var missing: [Place]
  }

  /// Puts pages in this order; `numbers` are those that the document is to have, in the input's order.
  ///
  /// Pages that the order does not name, such as later ones of a folder, come last. If nothing would be left, nothing is
  /// left out.
  package func arranging(_ numbers: [Int], place: (Int) -> Place) -> Arrangement {
    let places = numbers.map(place)
    let wanted = Dictionary(pages.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let unwanted = Set(leftOut).subtracting(pages)
    var kept = numbers.indices.filter { !unwanted.contains(places[$0]) }
    if kept.isEmpty { kept = Array(numbers.indices) }
    let rank = { (index: Int) in wanted[places[index]] ?? Int.max }
    kept.sort { (rank($0), $0) < (rank($1), $1) }
    let known = Set(places)
    return Arrangement(
      numbers: kept.map { numbers[$0] }, leftOut: numbers.count - kept.count,
      missing: pages.filter { !known.contains($0) })
  }
}

extension PageReference {
  /// Which page of the input it is.
  package var place: PageOrder.Place { PageOrder.Place(source: source, sourcePage: sourcePage) }
}
