// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters

/// A format of which a document is one file.
public struct SingleFileFormat: Hashable, Sendable {
  /// The writer's name in a pipeline.
  package let writer: String
  /// The ending of the file, such as `pdf`.
  package let ending: String
  /// Whether the writer makes a file for each page, which are the elements of one list here.
  let isList: Bool

  /// The searchable PDF.
  public static let pdf = SingleFileFormat(writer: PDFWriter.description.name, ending: "pdf", isList: false)

  /// Every format there is.
  package static let all: [SingleFileFormat] = builtInWriters.compactMap { writer in
    let name = writer.description.name
    if writer.pageFile(1) != nil { return SingleFileFormat(writer: name, ending: "json", isList: true) }
    return writer.ending.map { SingleFileFormat(writer: name, ending: $0, isList: false) }
  }

  /// The format of a file with this name; nil when docscan writes none with such an ending.
  public init?(fileName path: String) {
    let lowercased = path.lowercased()
    guard let format = Self.all.first(where: { lowercased.hasSuffix("." + $0.ending) }) else { return nil }
    self = format
  }

  /// The format that a writer makes; nil when that is more than one file.
  package init?(writer: String) {
    guard let format = Self.all.first(where: { $0.writer == writer }) else { return nil }
    self = format
  }

  private init(writer: String, ending: String, isList: Bool) {
    (self.writer, self.ending, self.isList) = (writer, ending, isList)
  }
}
