// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A reviewer's decision about a whole page, which the next run of the document's pipeline applies.
package struct PageEdit: Codable, Hashable, Sendable {
  package enum Kind: Codable, Hashable, Sendable {
    /// The clockwise rotation of the page as loaded: 0, 90, 180, or 270 degrees.
    case turn(degrees: Int)
    /// The four corners of the sheet in source pixels, clockwise from the sheet's top left.
    case corners(points: [Point])
    /// Whether results show the page without color.
    case gray(isGray: Bool)

    package var stage: String {
      switch self {
      case .turn: "orientation"
      case .corners: "perspective"
      case .gray: "clean"
      }
    }

    fileprivate var setting: (name: String, value: JSONValue) {
      switch self {
      case .turn(let degrees): ("degrees", .number(Double(degrees)))
      case .corners(let points): ("quad", .array(points.map { .array([.number($0.x), .number($0.y)]) }))
      case .gray(let isGray): ("gray", .boolean(isGray))
      }
    }

    /// Whether a rotation is a quarter turn, and corners form a convex quadrilateral.
    package var isSensible: Bool {
      switch self {
      case .turn(let degrees): [0, 90, 180, 270].contains(degrees)
      case .corners(let points): points.count == 4 && points.allSatisfy(\.isNear) && points.isConvexClockwise
      case .gray: true
      }
    }
  }

  package var id: String
  package var source: String
  package var sourcePage: Int
  package var sha256: String
  package var kind: Kind
  package var by: String
  package var at: String
  package var undone: String?

  package init(id: String, page: RecognizedPage, kind: Kind, by: String, at: String) {
    (self.id, self.kind, self.by, self.at) = (id, kind, by, at)
    (source, sourcePage, sha256) = (page.page.source, page.page.sourcePage, page.document.sha256)
  }

  /// Creates a decision about the only page of a file that hasn't been read yet.
  package init(id: String, source: String, sha256: String, kind: Kind, by: String, at: String) {
    (self.id, self.source, self.sha256, self.kind, self.by, self.at) = (id, source, sha256, kind, by, at)
    sourcePage = 1
  }

  package func holds(for page: PageReference, sha256: String) -> Bool {
    undone == nil && kind.isSensible && source == page.source && sourcePage == page.sourcePage && self.sha256 == sha256
  }
}

extension Point {
  /// Whether both coordinates are plausible for a point in or near a picture.
  fileprivate var isNear: Bool { x.magnitude < 1e6 && y.magnitude < 1e6 }
}

extension [Point] {
  /// Whether the corners of the polygon all turn to the right, with y increasing downwards. For four corners, this means a convex quadrilateral.
  fileprivate var isConvexClockwise: Bool {
    indices.allSatisfy { index in
      let (a, b, c) = (self[index], self[(index + 1) % count], self[(index + 2) % count])
      return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 1
    }
  }
}

extension [ResolvedComponent] {
  /// Returns the stages with settings that reviewers chose. Later decisions take precedence.
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

/// A reviewer's order of pages and the pages to leave out, by file name and number, so that it survives a new run, which applies it.
package struct PageOrder: Codable, Hashable, Sendable {
  /// A page of the input. The two pages of a split spread share a place.
  package struct Place: Codable, Hashable, Sendable {
    package var source: String
    package var sourcePage: Int

    package init(source: String, sourcePage: Int) { (self.source, self.sourcePage) = (source, sourcePage) }
  }

  package var id: String
  package var sha256: String
  package var pages: [Place]
  package var leftOut: [Place]
  package var by: String
  package var at: String
  package var undone: String?

  package init(id: String, sha256: String, pages: [Place], leftOut: [Place], by: String, at: String) {
    (self.id, self.sha256, self.pages, self.leftOut) = (id, sha256, pages, leftOut)
    (self.by, self.at) = (by, at)
  }

  /// The result of applying an order to a document's pages.
  package struct Arrangement: Hashable, Sendable {
    package var numbers: [Int]
    package var leftOut: Int
    /// The pages that the order contains but the document lacks.
    package var missing: [Place]
  }

  /// Applies the order to page numbers, which are given in the order of the input. Pages that the order doesn't contain, such as new files in a
  /// folder, come last. If all pages would be left out, none are.
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
  package var place: PageOrder.Place { PageOrder.Place(source: source, sourcePage: sourcePage) }
}
