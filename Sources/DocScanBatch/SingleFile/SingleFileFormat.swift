// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters

/// A format in which a document is a single file.
public struct SingleFileFormat: Hashable, Sendable {
  package let writer: String
  package let ending: String
  /// Whether the writer creates a JSON file for each page. If so, the single file contains a list of the pages.
  let isList: Bool

  /// The format of searchable PDFs.
  public static let pdf = SingleFileFormat(writer: PDFWriter.description.name, ending: "pdf", isList: false)

  package static let all: [SingleFileFormat] = builtInWriters.compactMap { writer in
    let name = writer.description.name
    if writer.pageFile(1) != nil { return SingleFileFormat(writer: name, ending: "json", isList: true) }
    return writer.ending.map { SingleFileFormat(writer: name, ending: $0, isList: false) }
  }

  /// Finds the format of a file. Returns `nil` if the extension is unknown.
  ///
  /// - Parameter path: The file's path or name.
  public init?(fileName path: String) {
    let lowercased = path.lowercased()
    guard let format = Self.all.first(where: { lowercased.hasSuffix("." + $0.ending) }) else { return nil }
    self = format
  }

  /// Finds the format of a writer. Returns `nil` if the writer creates several files.
  package init?(writer: String) {
    guard let format = Self.all.first(where: { $0.writer == writer }) else { return nil }
    self = format
  }

  private init(writer: String, ending: String, isList: Bool) {
    (self.writer, self.ending, self.isList) = (writer, ending, isList)
  }
}
