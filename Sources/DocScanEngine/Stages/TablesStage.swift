// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanUnderstanding

/// Finds tables, and the cells of each.
public final class TablesStage: TextStage {
  public static let description = ComponentDescription(
    name: "tables", abstract: "Finds tables: their rows, columns, cells and headers, and what their columns hold.",
    settings: [], order: order, finding: Table.description, also: measurements)

  public static let measurements = [PageRule.description]

  private let reader = TableReader()

  public init(settings: ResolvedSettings) throws(PipelineError) {}

  /// Measures the rules on the page: they are as good evidence as the words.
  public func process(_ page: PageContext) throws(PageFailure) { try page.noteRules() }

  public func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? { reader.tables(of: page) }

  public static func outlines(on page: RecognizedPage) -> [[Point]] {
    (page.tables ?? []).flatMap { $0.cells.map(\.box.corners) }
  }
}
