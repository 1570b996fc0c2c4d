// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// Turns the pages of one document into files of one format.
///
/// To add a format to docscan, write a file with a class of its own and list the class in `builtInWriters`. A program of your own
/// hands the class to its run: `BatchOptions(ownWriters: [MyWriter.self])`.
///
/// Pages come in the order of the results, each once, and are not kept; boxes are in pixels of `RecognizedPage.image`, with the origin at the
/// top left. Make files with ``WriterDestination/file(ending:)``, so that docscan knows them as its own and puts them in place with
/// the document. A writer runs in the program's own process and gets text that strangers may have written: it opens no picture
/// and escapes what it writes.
public protocol DocumentWriter: AnyObject, SendableMetatype {
  /// The writer's name in the pipeline file, what it writes, and its settings.
  static var description: ComponentDescription { get }

  /// The ending of the one file that it makes, such as "pdf"; nil if there is a file for each page.
  static var ending: String? { get }

  /// The pictures that it needs beside the one for the PDF.
  static func pictures(_ settings: ResolvedSettings) -> Set<PictureRequest>

  /// The languages that it needs the text in beside its own: the stage `translate` has to translate into them.
  ///
  /// Its setting `translation` names them.
  static func translations(_ settings: ResolvedSettings) -> [String]

  /// The stages without which it has nothing to write, by name; the command line adds them to a pipeline with the writer.
  static var neededStages: [String] { get }

  /// The file with a page's JSON, relative to the document's folder; nil if it writes something else.
  static func pageFile(_ number: Int) -> String?

  /// The picture in whose pixels a page's boxes lie, relative to the document's folder; nil if it writes none.
  static func imageFile(page number: Int, _ settings: ResolvedSettings) -> String?

  /// The file of a page that files of other writers refer to; nil if there is none.
  static func pageReference(_ number: Int, _ settings: ResolvedSettings) -> FileReference?

  /// The media type of its one file, for files that refer to it; nil if that is none for readers.
  static var mediaType: String? { get }

  /// What is wrong with its settings, or lacks in a pipeline with these writers; nil if it can work.
  static func objection(_ settings: ResolvedSettings, beside writers: [ChosenWriter]) -> WriterObjection?

  /// Creates the files.
  init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError)

  /// Writes one page; pages arrive in order, each exactly once, and are not kept.
  func append(_ page: WriterPage) throws(OutputError)

  /// Writes what is left and closes the files; all of them get to the disk when the document goes into place.
  func finish() throws(OutputError)

  /// What a person should know of the result, once it is finished, in whole sentences for the document's record.
  var notes: [String] { get }
}

extension DocumentWriter {
  public static var ending: String? { nil }
  public static func pictures(_ settings: ResolvedSettings) -> Set<PictureRequest> { [] }
  public static func translations(_ settings: ResolvedSettings) -> [String] { [] }
  public static var neededStages: [String] { [] }
  public static func pageFile(_ number: Int) -> String? { nil }
  public static func imageFile(page number: Int, _ settings: ResolvedSettings) -> String? { nil }
  public static func pageReference(_ number: Int, _ settings: ResolvedSettings) -> FileReference? { nil }
  public static var mediaType: String? { nil }
  public static func objection(_ settings: ResolvedSettings, beside writers: [ChosenWriter]) -> WriterObjection? {
    nil
  }
  public func finish() throws(OutputError) {}
  public var notes: [String] { [] }
}

/// Every writer there is.
package let builtInWriters: [any DocumentWriter.Type] = [
  PDFWriter.self,
  TextWriter.self,
  TranslationWriter.self,
  MarkdownWriter.self,
  XLSXWriter.self,
  JSONWriter.self,
  JSONLinesWriter.self,
  ChunksWriter.self,
  HOCRWriter.self,
  ALTOWriter.self,
  PAGEWriter.self,
  TSVWriter.self,
  ImagesWriter.self,
  OverlaysWriter.self,
  SourcesWriter.self,
  WebWriter.self,
  IIIFWriter.self,
  METSWriter.self,
]
