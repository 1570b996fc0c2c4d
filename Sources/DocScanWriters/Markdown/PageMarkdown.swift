// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A page as Markdown, for those who read pages one by one.
package enum PageMarkdown {
  /// Headings, paragraphs, lists and tables, with an empty line between them.
  package static func text(of page: RecognizedPage) -> String {
    MarkdownLayout(page).elements.map { $0.markdown + "\n" }.joined(separator: "\n")
  }

  /// The tables from the top to the foot, row by row; the first row is the heading.
  package static func tables(of page: RecognizedPage) -> [[[String]]] { TableFinder.found(on: page).map(\.table.rows) }

  /// What speaks for the page's passages being headings or running heads.
  package static func evidence(on page: RecognizedPage) -> [PageStructure.Evidence] {
    PageStructure.evidence(on: page, tables: TableFinder.lines(of: TableFinder.found(on: page)))
  }
}
