// SPDX-License-Identifier: GPL-3.0-or-later

/// A step that moved the page's pixels, or found nothing to correct (an identity matrix and no mesh).
public struct Correction: Codable, Hashable, Sendable {
  /// The name of the stage, such as `perspective`, `orientation`, or `deskew`.
  public var kind: String
  /// The confidence of the detection, from 0 to 1.
  public var confidence: Double
  /// The corners of the sheet, or of the part of the page that was kept, in source pixels, clockwise from its top left, or `nil` for other steps.
  public var quad: [Point]?
  /// The clockwise rotation that was applied, in degrees, or `nil` if the step doesn't rotate.
  public var degrees: Double?
  /// The line between the two pages of a spread, in source pixels, from its upper to its lower end, or `nil` for other steps.
  public var gutter: [Point]?
  /// The mesh that flattened a curved page, or `nil` if the step has none.
  public var mesh: Mesh?
  /// The names of the operations that the `clean` stage applied to the picture before recognition, or `nil` for other stages.
  public var steps: [String]?
  /// The measure taken to avoid cutting off text, or `nil` if the correction didn't cut off any.
  public var textOutside: TextOutside?
  /// `true` if the values come from the pipeline file instead of a detection; otherwise `nil`.
  public var given: Bool?
  /// The map from pixels before the step to pixels after it. If the step has a mesh, the map excludes the mesh.
  public var matrix: Homography

  /// Creates a correction.
  ///
  /// - Parameters:
  ///   - kind: The name of the stage.
  ///   - confidence: The confidence of the detection, from 0 to 1.
  ///   - quad: The corners of the part of the page that was kept, in source pixels, clockwise from its top left.
  ///   - degrees: The clockwise rotation, in degrees.
  ///   - gutter: The line between the two pages of a spread, in source pixels, from top to bottom.
  ///   - mesh: The mesh that flattened a curved page.
  ///   - steps: The names of the operations of the `clean` stage.
  ///   - textOutside: The measure taken to avoid cutting off text.
  ///   - given: Whether the values come from the pipeline file.
  ///   - matrix: The map from pixels before the step to pixels after it.
  public init(
    kind: String, confidence: Double, quad: [Point]? = nil, degrees: Double? = nil, gutter: [Point]? = nil,
    mesh: Mesh? = nil, steps: [String]? = nil, textOutside: TextOutside? = nil, given: Bool = false, matrix: Homography
  ) {
    (self.kind, self.confidence, self.quad, self.degrees) = (kind, confidence, quad, degrees)
    (self.gutter, self.mesh, self.steps) = (gutter, mesh, steps)
    self.textOutside = textOutside
    self.given = given ? true : nil
    self.matrix = matrix
  }

  package var movesPixels: Bool { mesh != nil || !matrix.isIdentity }
}

/// The measures taken if a correction would cut off text.
public enum TextOutside: String, Codable, Hashable, Sendable, CaseIterable {
  /// The correction kept more of the page than the stage had detected.
  case widened
  /// The correction wasn't applied.
  case dropped
  /// The correction was applied and then undone, because its result lacked text of the source or the text was no longer readable.
  case undone
}

/// The map between the loaded page and the corrected page, composed of homographies and at most one mesh.
///
/// All corrections of a page are combined into one map, so that its pixels are resampled only once.
public struct PageMap: Hashable, Sendable {
  /// The map from source pixels to the page before the mesh, or to the corrected page if there is no mesh.
  public private(set) var sourceToPage = Homography.identity
  /// The mesh that flattened a curved page, or `nil` if the page wasn't curved.
  public private(set) var mesh: Mesh?
  /// The map from the flattened page to the corrected page. The identity if there is no mesh.
  public private(set) var pageToImage = Homography.identity

  package init() {}

  package init(_ homography: Homography) { sourceToPage = homography }

  /// Combines the corrections of a page, in order of application.
  package init(_ corrections: [Correction]) {
    for correction in corrections { append(correction) }
  }

  /// Appends a step. A map has at most one mesh: if there is already one, only the step's matrix is appended.
  package mutating func append(_ correction: Correction) {
    if let mesh = correction.mesh, self.mesh == nil {
      self.mesh = mesh
    } else {
      append(correction.matrix)
    }
  }

  package mutating func append(_ step: Homography) {
    if mesh == nil {
      sourceToPage = sourceToPage.then(step)
    } else {
      pageToImage = pageToImage.then(step)
    }
  }

  package func then(_ step: Homography) -> PageMap {
    var map = self
    map.append(step)
    return map
  }

  /// Returns the map that applies this map and then another. At most one of the two may have a mesh.
  package func then(_ next: PageMap) -> PageMap {
    var map = then(next.sourceToPage)
    if let mesh = next.mesh, map.mesh == nil { map.mesh = mesh }
    map.append(next.pageToImage)
    return map
  }

  package var isIdentity: Bool { mesh == nil && sourceToPage.isIdentity }

  /// Converts a point of the loaded page to the corrected page.
  ///
  /// - Parameter source: A point in pixels of the page as loaded.
  /// - Returns: The point in pixels of the corrected page.
  public func image(_ source: Point) -> Point {
    let point = sourceToPage(source)
    return pageToImage(mesh?.after(point) ?? point)
  }

  /// Converts a point of the corrected page to the loaded page.
  ///
  /// - Parameter image: A point in pixels of the corrected page.
  /// - Returns: The point in pixels of the page as loaded.
  public func source(_ image: Point) -> Point {
    let point = pageToImage.inverse(image)
    return sourceToPage.inverse(mesh?.before(point) ?? point)
  }
}
