// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
internal import DocScanWriters

/// Writes tables to a single file.
package final class TableExport {
  /// The formats, named by their file extensions.
  package enum Format: String, CaseIterable, Sendable {
    case xlsx
    case csv
    case html
    case md

    package init?(fileName: String) {
      let ending = DocScanFiles.fileName(fileName).split(separator: ".").dropFirst().last
      guard let format = ending.flatMap({ Format(rawValue: $0 == "htm" ? "html" : $0.lowercased()) }) else {
        return nil
      }
      self = format
    }
  }

  private let format: Format
  private let file: OutputFile
  private let workbook: XLSXFile?
  private let isOfSeveralDocuments: Bool
  private(set) package var written = 0, leftOut = 0

  /// Starts the file. `title` is the title of an HTML document.
  package init(
    _ format: Format, title: String, ofSeveralDocuments isOfSeveralDocuments: Bool, to file: OutputFile
  ) throws(OutputError) {
    (self.format, self.file, self.isOfSeveralDocuments) = (format, file, isOfSeveralDocuments)
    workbook = format == .xlsx ? try XLSXFile(path: file.path) : nil
    if format == .html { try file.write(TableHTML.start(title: title)) }
  }

  package func append(_ entry: LibraryTables.Entry) throws(OutputError) {
    let name = entry.name(amongDocuments: isOfSeveralDocuments)
    switch format {
    case .xlsx:
      guard try workbook?.append(entry.table, named: name) ?? false else {
        leftOut += 1
        return
      }
    case .csv: try file.write((written > 0 ? "\r\n" : "") + TableCSV.text(of: entry.table))
    case .html:
      let place = isOfSeveralDocuments ? "\(entry.document), \(entry.table.placeName)" : entry.table.placeName
      try file.write(TableHTML.section(entry.table, heading: place))
    case .md:
      try file.write((written > 0 ? "\n" : "") + TableMarkdown.section(entry.table, heading: name))
    }
    written += 1
  }

  /// Writes the remaining data. The caller must finish the output file itself.
  package func finish() throws(OutputError) {
    switch format {
    case .xlsx: try workbook?.write(to: file)
    case .html: try file.write(TableHTML.end)
    case .csv, .md: break
    }
  }
}
