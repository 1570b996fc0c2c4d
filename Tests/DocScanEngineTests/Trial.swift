// SPDX-License-Identifier: GPL-3.0-or-later
// Support: single stages on a page.

import DocScanCore
import DocScanEngine
import DocScanFixtures
import DocScanNative
import DocScanVision

/// A page that passes through single stages.
struct Trial {
  let page: PageContext

  /// Runs stages by name with these settings.
  init(_ image: Raster, dpi: Double = 150, _ stages: String..., settings: [String: JSONValue] = [:]) throws {
    try self.init(image, dpi: dpi, stages: stages, settings: settings)
  }

  /// Runs a list of stages.
  init(
    _ image: Raster, dpi: Double = 150, stages: [String], settings: [String: JSONValue] = [:],
    networks: NeuralNetworks? = nil
  ) throws {
    page = PageContext(
      reference: PageReference(number: 1, source: "page", sourcePage: 1), source: image, dpi: dpi, networks: networks)
    for name in stages {
      guard let type = builtInStages.first(where: { $0.description.name == name }) else {
        throw FixtureError("There is no stage \(name).")
      }
      let settings = try type.description.table.resolve(settings, path: name)
      let stage = try type.init(settings: settings)
      if let networks {
        for model in type.networks(for: settings) { try networks.load(model) }
        try stage.use(networks)
      }
      try stage.correct(page)
    }
  }

  /// The last stage's correction.
  var found: Correction? { page.corrections.last }
}

extension PageDrawing {
  /// Returns a page of even text at a position and width, in points.
  static func text(lines: Int = 30, columns: [(x: Double, width: Double)] = [(60, 470)], size: PageSize = .a4) throws
    -> PageDrawing
  {
    var page = PageDrawing(size: size)
    let sentence =
      "The ferry left the small harbour early, and nobody on the quay looked up from the morning paper before it was gone. "
    for column in columns {
      var y = 70.0
      var number = 0
      while number < lines {
        let next = try page.paragraph(
          String(repeating: sentence, count: 4), at: Point(x: column.x, y: y), width: column.width, font: .serif(11))
        number += Int((next - y) / (11 * 1.35))
        y = next + 8
      }
    }
    return page
  }
}
