// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// What holds for a page: its corners and its turn, and who says so.
package struct PageState: Encodable, Hashable, Sendable {
  package var document: String
  /// The number of the page in the document, from 1.
  package var page: Int
  /// The page as loaded; nil if that is not known, as for one that failed.
  package var source: RasterSize?
  /// The sheet's corners in pixels of the source, clockwise from its top-left; those of the source where none were found.
  package var corners: [Point]
  /// The clockwise turn of the page as it was loaded: 0, 90, 180 or 270.
  package var degrees: Int
  /// Whether a person decided about the corners, or the turn, since or before the page was read.
  package var areCornersDecided = false
  package var isTurnDecided = false
  /// The corners of the picture that was read, in pixels of the source, clockwise from its top-left.
  package var imageCorners: [Point]

  /// The corners of the page as it was loaded.
  package var sourceCorners: [Point]

  /// What browsers are told.
  private enum CodingKeys: String, CodingKey {
    case document, page, source, corners, degrees, areCornersDecided, isTurnDecided, imageCorners
  }

  /// `decided` are the decisions that hold for the page, in order.
  package init(page: RecognizedPage, decided: [PageEdit]) {
    (document, self.page, source) = (page.document.name, page.page.number, page.source)
    let size = page.source ?? RasterSize(width: 1, height: 1, dpi: 72)
    let whole = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height)).corners
    sourceCorners = whole
    corners = page.corrections.last { $0.kind == "perspective" }?.quad.flatMap { $0.count == 4 ? $0 : nil } ?? whole
    degrees = page.corrections.last { $0.kind == "orientation" }?.degrees.map { Int($0.rounded()) } ?? 0
    let image = page.image ?? size
    imageCorners = Box(x: 0, y: 0, width: Double(image.width), height: Double(image.height)).corners.map(
      page.map.source)
    for edit in decided {
      switch edit.kind {
      case .turn(let degrees): (self.degrees, isTurnDecided) = (degrees, true)
      case .corners(let points): (corners, areCornersDecided) = (points, true)
      }
    }
  }
}
