// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanLayout

/// Writes `<name>.xlsx`: a sheet for each table of the document, with real numbers, dates, and amounts. A table that continues on other pages is one
/// sheet. A document without tables has a workbook with an explanation.
package final class XLSXWriter: DocumentWriter {
  package static let description = ComponentDescription(
    name: "xlsx", abstract: "A spreadsheet with a sheet for each table; needs the tables stage.", settings: [])

  private let file: OutputFile
  private let workbook: XLSXFile
  private var joiner = TableJoiner()
  private var leftOut = 0

  package static let neededStages = [Table.description.key]
  package static let ending: String? = "xlsx"
  package static let mediaType: String? = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    file = try destination.file(ending: "xlsx")
    workbook = try XLSXFile(path: file.path)
  }

  package func append(_ page: WriterPage) throws(OutputError) { try add(joiner.append(page.result.page)) }

  package func finish() throws(OutputError) {
    try add(joiner.finish())
    try workbook.write(to: file)
    try file.finish()
  }

  /// The message about tables that didn't fit, if any.
  package var notes: [String] {
    leftOut == 0
      ? [] : ["The spreadsheet is full: \(leftOut) of the tables are not in it. docscan tables --csv writes all."]
  }

  private func add(_ tables: [TableGrid]) throws(OutputError) {
    for table in tables where try !workbook.append(table, named: table.name) { leftOut += 1 }
  }
}
