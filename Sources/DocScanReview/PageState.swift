// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore

/// The corners and rotation of a page, and whether a reviewer chose them.
package struct PageState: Encodable, Hashable, Sendable {
  package var document: String
  /// The number of the page in the document, counting from 1.
  package var page: Int
  /// The size of the page as loaded, or `nil` if unknown, as for a failed page.
  package var source: RasterSize?
  /// The corners of the sheet in source pixels, clockwise from its top left. Without a detected sheet, the corners of the source.
  package var corners: [Point]
  /// The clockwise rotation of the page as loaded: 0, 90, 180, or 270 degrees.
  package var degrees: Int
  /// Whether a reviewer chose the corners, and the rotation, even if the results don't include that yet.
  package var areCornersDecided = false
  package var isTurnDecided = false
  /// The corners of the corrected page in source pixels, clockwise from its top left.
  package var imageCorners: [Point]

  package var sourceCorners: [Point]

  private enum CodingKeys: String, CodingKey {
    case document, page, source, corners, degrees, areCornersDecided, isTurnDecided, imageCorners
  }

  /// Combines the page with the decisions in effect for it, given in order.
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
      case .gray: break
      }
    }
  }
}
