// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanReading
internal import DocScanTables
package import DocScanVision

/// Finds tables and their cells.
package final class TablesStage: TextStage {
  private static let dayFirst = PageSettings.dayFirst()
  private static let models = Setting(
    "models", default: true,
    help: "Whether models also look for tables and cells, if they are installed and the page has lines with columns.")

  package static let description = ComponentDescription(
    name: "tables", abstract: "Finds tables: their rows, columns, cells and headers, and the data in each column.",
    settings: [dayFirst.erased, models.erased], order: order, finding: Table.description, also: measurements)

  package static let measurements = [PageRule.description, TableSketch.description]

  private let reader: TableReader
  private let usesModels: Bool
  private var models: (regions: TableRegionFinder, cells: NeuralNetwork)?
  private var cells: TableCellReader?

  package init(settings: ResolvedSettings) throws(PipelineError) {
    reader = TableReader(dayFirst: settings[Self.dayFirst])
    usesModels = settings[Self.models]
  }

  package static func networks(for settings: ResolvedSettings) -> [NeuralModel] {
    settings[models] ? [.pageLayout, .tableCells] : []
  }

  package func use(_ networks: NeuralNetworks) throws(PipelineError) {
    guard usesModels, let layout = networks[.pageLayout], let cells = networks[.tableCells] else { return }
    models = (TableRegionFinder(layout), cells)
  }

  /// Measures the rules on the page, which are as good evidence as words, and lets the models look at it.
  package func process(_ page: PageContext) throws(PageFailure) {
    try page.noteRules()
    try noteSketches(page)
  }

  private func noteSketches(_ page: PageContext) throws(PageFailure) {
    guard let models, let text = page.textSoFar else { return }
    let places = reader.places(on: text)
    let isWanted = reader.hasColumns(on: text, outside: places)
    guard !places.isEmpty || isWanted else { return }
    if cells == nil { cells = try TableCellReader(models.cells) }
    let (view, scale) = try page.view()
    var sketches: [TableSketch] = []
    for place in places {
      guard let sketch = try cells?.sketch(in: view, place.scaled(by: scale, scale)) else { continue }
      sketches.append(sketch.scaled(by: 1 / scale, within: page.size))
    }
    for region in isWanted ? try models.regions.regions(of: view) : [] where sketches.count < Table.mostOnPage {
      guard reader.isFree(region.box.scaled(by: 1 / scale, 1 / scale), of: places),
        let sketch = try cells?.sketch(in: view, region.box)
      else { continue }
      var further = sketch.scaled(by: 1 / scale, within: page.size)
      further.regionConfidence = region.confidence.rounded(toPlaces: 3)
      sketches.append(further)
    }
    if !sketches.isEmpty { try page.note(sketches) }
  }

  package func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? { reader.tables(of: page) }

  package static func outlines(on page: RecognizedPage) -> [[Point]] {
    (page.tables ?? []).flatMap { $0.cells.map(\.box.corners) }
  }
}

extension TableSketch {
  // The view's size is rounded up, so a box at its edge can be beyond the page's.
  func scaled(by factor: Double, within size: RasterSize) -> TableSketch {
    func scaled(_ box: Box) -> Box { box.scaled(by: factor, factor).clamped(to: size).rounded }
    var sketch = self
    sketch.box = scaled(box)
    for index in cells.indices { sketch.cells[index].box = scaled(cells[index].box) }
    return sketch
  }
}
