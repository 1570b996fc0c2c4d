// SPDX-License-Identifier: GPL-3.0-or-later

/// The way from the page as loaded to the corrected page and back: homographies, and the mesh of a bent page between them.
///
/// All corrections of a page compose into one such map, so its pixels are resampled once.
public struct PageMap: Hashable, Sendable {
  /// From source pixels to the page before the mesh; to the corrected page where there is no mesh.
  public private(set) var sourceToPage = Homography.identity
  /// What made a bent page flat; nil for most pages.
  public private(set) var mesh: Mesh?
  /// From the flat page to the corrected page; the identity where there is no mesh.
  public private(set) var pageToImage = Homography.identity

  /// The map that moves nothing.
  package init() {}

  /// The map of one homography.
  package init(_ homography: Homography) { sourceToPage = homography }

  /// The map of a page's corrections, in the order in which they were applied.
  package init(_ corrections: [Correction]) {
    for correction in corrections { append(correction) }
  }

  /// Adds a step. A page has one mesh at most; another is left out.
  public mutating func append(_ correction: Correction) {
    if let mesh = correction.mesh, self.mesh == nil {
      self.mesh = mesh
    } else {
      append(correction.matrix)
    }
  }

  /// Adds a homography.
  public mutating func append(_ step: Homography) {
    if mesh == nil {
      sourceToPage = sourceToPage.then(step)
    } else {
      pageToImage = pageToImage.then(step)
    }
  }

  /// This map and then a homography.
  public func then(_ step: Homography) -> PageMap {
    var map = self
    map.append(step)
    return map
  }

  /// This map and then another; only one of them may have a mesh.
  public func then(_ next: PageMap) -> PageMap {
    var map = then(next.sourceToPage)
    if let mesh = next.mesh, map.mesh == nil { map.mesh = mesh }
    map.append(next.pageToImage)
    return map
  }

  /// Whether the map moves nothing.
  package var isIdentity: Bool { mesh == nil && sourceToPage.isIdentity }

  /// Where a pixel of the source is on the corrected page.
  public func image(_ source: Point) -> Point {
    let point = sourceToPage(source)
    return pageToImage(mesh?.after(point) ?? point)
  }

  /// Where a pixel of the corrected page came from.
  public func source(_ image: Point) -> Point {
    let point = pageToImage.inverse(image)
    return sourceToPage.inverse(mesh?.before(point) ?? point)
  }
}
