// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// Turns the pages of one document into files of one format.
///
/// To add a format, write a file with a class of its own and list the class in `builtInWriters`.
public protocol DocumentWriter: AnyObject, SendableMetatype {
  /// The writer's name in the pipeline file, what it writes, and its settings.
  static var description: ComponentDescription { get }

  /// The pictures that it needs beside the one for the PDF.
  static func extras(_ settings: ResolvedSettings) -> Set<ExtraPicture.Kind>

  /// A file that is there once a document is finished, relative to its folder.
  ///
  /// Nil where a document may have none.
  static func mainFile(baseName: String, firstPage: Int) -> String?

  /// Creates the files.
  init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError)

  /// Writes one page; pages arrive in order, each exactly once, and are not kept.
  func append(_ page: WriterPage) throws(OutputError)

  /// Writes what is left and puts everything on the disk.
  func finish() throws(OutputError)

  /// What a person should know of the result, once it is finished, in whole sentences for the document's record.
  var notes: [String] { get }
}

extension DocumentWriter {
  /// None.
  public static func extras(_ settings: ResolvedSettings) -> Set<ExtraPicture.Kind> { [] }

  /// None.
  public var notes: [String] { [] }
}

/// Every writer there is.
public let builtInWriters: [any DocumentWriter.Type] = [
  PDFWriter.self,
  TextWriter.self,
  MarkdownWriter.self,
  JSONWriter.self,
  JSONLinesWriter.self,
  HOCRWriter.self,
  ALTOWriter.self,
  PAGEWriter.self,
  TSVWriter.self,
  ImagesWriter.self,
  OverlaysWriter.self,
  SourcesWriter.self,
]
