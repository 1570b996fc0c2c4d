// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanWriters

/// Writes tables as one file, one after the other.
package final class TableExport {
  /// The formats, by the endings of their files.
  package enum Format: String, CaseIterable, Sendable {
    /// A workbook with a sheet for each table.
    case xlsx
    /// Rows; an empty line stands between tables.
    case csv
    /// A document with all tables.
    case html
    /// The same as Markdown.
    case md

    /// The format that a file's name asks for; nil if it is none of them.
    package init?(fileName: String) {
      let ending = DocScanCore.fileName(fileName).split(separator: ".").dropFirst().last
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
  /// How many tables it has, and how many had no room.
  private(set) package var written = 0, leftOut = 0

  /// Begins the file; `title` is what the document is called.
  package init(
    _ format: Format, title: String, ofSeveralDocuments isOfSeveralDocuments: Bool, to file: OutputFile
  ) throws(OutputError) {
    (self.format, self.file, self.isOfSeveralDocuments) = (format, file, isOfSeveralDocuments)
    workbook = format == .xlsx ? try XLSXFile(path: file.path) : nil
    if format == .html { try file.write(TableHTML.start(title: title)) }
  }

  /// Adds a table.
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

  /// Writes what is left; the file is finished by whoever made it.
  package func finish() throws(OutputError) {
    switch format {
    case .xlsx: try workbook?.write(to: file)
    case .html: try file.write(TableHTML.end)
    case .csv, .md: break
    }
  }
}
