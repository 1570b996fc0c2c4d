// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanUnderstanding

/// Finds tables and their cells.
package final class TablesStage: TextStage {
  private static let dayFirst = PageSettings.dayFirst()

  package static let description = ComponentDescription(
    name: "tables", abstract: "Finds tables: their rows, columns, cells and headers, and the data in each column.",
    settings: [dayFirst.erased], order: order, finding: Table.description, also: measurements)

  package static let measurements = [PageRule.description]

  private let reader: TableReader

  package init(settings: ResolvedSettings) throws(PipelineError) {
    reader = TableReader(dayFirst: settings[Self.dayFirst])
  }

  /// Measures the rules on the page, which are as good evidence as words.
  package func process(_ page: PageContext) throws(PageFailure) { try page.noteRules() }

  package func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? { reader.tables(of: page) }

  package static func outlines(on page: RecognizedPage) -> [[Point]] {
    (page.tables ?? []).flatMap { $0.cells.map(\.box.corners) }
  }
}
