// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanVision

/// Draws the stages' results over the page as loaded. Red: the sheet or kept part. Magenta: a spread's gutter. Blue: the corrected page's outline.
/// Cyan: a bent page's grid. Green: lines. Orange: words. Violet: other stages' results, such as barcodes. Gray: discarded noise.
package struct Overlay {
  private static let red: Vision.Colour = (214, 39, 40)
  private static let magenta: Vision.Colour = (199, 0, 190)
  private static let blue: Vision.Colour = (31, 90, 220)
  private static let cyan: Vision.Colour = (0, 160, 190)
  private static let green: Vision.Colour = (20, 150, 50)
  private static let orange: Vision.Colour = (240, 150, 30)
  private static let grey: Vision.Colour = (130, 130, 130)
  private static let violet: Vision.Colour = (120, 60, 200)

  private let source: Raster
  private let page: RecognizedPage
  private let stages: [any Stage.Type]
  private let map: PageMap
  private let scale: Double

  /// Creates an overlay at a scale of at most 1. `source` is the page as loaded.
  package init(source: Raster, page: RecognizedPage, stages: [any Stage.Type] = [], scale: Double = 1) {
    (self.stages, self.source, self.page, self.scale) = (stages, source, page, scale)
    map = page.map
  }

  package func drawn() throws(PageFailure) -> Raster {
    let width = max(1, Int((Double(source.width) * scale).rounded()))
    let height = max(1, Int((Double(source.height) * scale).rounded()))
    let picture = try source.inColour().warped(by: PageMap(.scale(x: scale, y: scale)), width: width, height: height)
    for word in page.words { try draw(corners(of: word.box), on: picture, Self.orange) }
    for dropped in page.dropped ?? [] { try draw(corners(of: dropped.box), on: picture, Self.grey, thickness: 2) }
    for line in page.blocks.flatMap(\.lines) { try draw(line.baseline.map(map.source), on: picture, Self.green) }
    for outline in stages.flatMap({ $0.outlines(on: page) }) {
      try draw(outline.map(map.source), on: picture, Self.violet, thickness: 2, closed: true)
    }
    if let mesh = map.mesh { try draw(mesh, on: picture) }
    if let image = page.image, page.sourceToImage.isIdentity == false || map.mesh != nil {
      try draw(outline(of: image), on: picture, Self.blue, thickness: 2, closed: true)
    }
    for correction in page.corrections {
      if let quad = correction.quad { try draw(quad, on: picture, Self.red, thickness: 3, closed: true) }
      if let gutter = correction.gutter { try draw(gutter, on: picture, Self.magenta, thickness: 3) }
    }
    return picture
  }

  private func draw(_ mesh: Mesh, on picture: Raster) throws(PageFailure) {
    let nodes = mesh.points.map(map.sourceToPage.inverse.callAsFunction)
    for row in Swift.stride(from: 0, to: mesh.rows, by: 2) {
      try draw(Array(nodes[(row * mesh.columns)..<((row + 1) * mesh.columns)]), on: picture, Self.cyan)
    }
    for column in Swift.stride(from: 0, to: mesh.columns, by: 2) {
      try draw((0..<mesh.rows).map { nodes[$0 * mesh.columns + column] }, on: picture, Self.cyan)
    }
  }

  private func draw(
    _ points: [Point], on picture: Raster, _ colour: Vision.Colour, thickness: Int = 1, closed: Bool = false
  ) throws(PageFailure) {
    let scaled = points.map { Point(x: $0.x * scale, y: $0.y * scale) }
    try Vision.draw(scaled, closed: closed, on: picture, colour: colour, thickness: thickness)
  }

  private func corners(of box: Box) -> [Point] {
    let corners = box.corners.map(map.source)
    return corners + corners.prefix(1)
  }

  private func outline(of image: RasterSize) -> [Point] {
    let (width, height) = (Double(image.width), Double(image.height))
    let steps = (0..<16).map { Double($0) / 16 }
    let edge =
      steps.map { Point(x: $0 * width, y: 0) } + steps.map { Point(x: width, y: $0 * height) }
      + steps.map { Point(x: (1 - $0) * width, y: height) } + steps.map { Point(x: 0, y: (1 - $0) * height) }
    return edge.map(map.source)
  }
}
