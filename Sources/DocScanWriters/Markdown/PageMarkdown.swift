// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanLayout

/// Single pages as Markdown.
package enum PageMarkdown {
  /// Returns the headings, paragraphs, lists, and tables, separated by empty lines.
  package static func text(of page: RecognizedPage) -> String {
    MarkdownLayout(page).elements.map { $0.markdown + "\n" }.joined(separator: "\n")
  }

  /// Returns the tables from top to bottom, as rows of cells. The first row is the heading.
  package static func tables(of page: RecognizedPage) -> [[[String]]] { TableFinder.found(on: page).map(\.table.rows) }

  /// Returns the evidence by which passages of a page are classified as headings or running heads.
  package static func evidence(on page: RecognizedPage) -> [PageStructure.Evidence] {
    PageStructure.evidence(on: page, tables: TableFinder.lines(of: TableFinder.found(on: page)))
  }
}
