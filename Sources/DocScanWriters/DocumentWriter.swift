// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanFiles

/// Writes the pages of one document as files of one format.
///
/// To add a format to docscan, write a class in its own file and list it in `builtInWriters`. A program that uses
/// docscan as a library passes its class to the run: `BatchOptions(ownWriters: [MyWriter.self])`.
///
/// Pages arrive in the order of the results. Boxes are in pixels of `RecognizedPage.image`, with the origin at the top
/// left. Create files with ``WriterDestination/file(ending:)``, so that docscan records and publishes them with the
/// document. A writer runs in the program's own process and receives untrusted text: it must not decode pictures, and
/// it must escape what it writes.
public protocol DocumentWriter: AnyObject, SendableMetatype {
  /// The writer's name in the pipeline file, its description, and its settings.
  static var description: ComponentDescription { get }

  /// The extension of the writer's single file, such as "pdf", or `nil` if it writes a file for each page.
  static var ending: String? { get }

  /// Returns the pictures that the writer needs, in addition to the PDF's picture.
  ///
  /// - Parameter settings: The writer's settings.
  static func pictures(_ settings: ResolvedSettings) -> Set<PictureRequest>

  /// Returns the languages into which the stage `translate` must translate the text for this writer.
  ///
  /// - Parameter settings: The writer's settings. The setting `translation` names the languages.
  static func translations(_ settings: ResolvedSettings) -> [String]

  /// The names of the stages whose results the writer needs. The command line adds them together with the writer.
  static var neededStages: [String] { get }

  /// The names of the writers that are needed, as sets of alternatives, the default first. The command line adds the defaults together with the
  /// writer.
  static var neededWriters: [[String]] { get }

  /// Returns the path of a page's JSON file, relative to the document's folder, or `nil` if the writer doesn't write
  /// page JSON.
  ///
  /// - Parameter number: The page number in the document, from 1.
  static func pageFile(_ number: Int) -> String?

  /// Returns the path of the picture to which a page's boxes refer, relative to the document's folder, or `nil` if the
  /// writer doesn't write one.
  ///
  /// - Parameters:
  ///   - number: The page number in the document, from 1.
  ///   - settings: The writer's settings.
  static func imageFile(page number: Int, _ settings: ResolvedSettings) -> String?

  /// Returns the file of a page that other writers' files can refer to, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - number: The page number in the document, from 1.
  ///   - settings: The writer's settings.
  static func pageReference(_ number: Int, _ settings: ResolvedSettings) -> FileReference?

  /// The media type of the writer's single file, or `nil` if other writers' files shouldn't refer to it.
  static var mediaType: String? { get }

  /// Checks the settings and the other writers of the pipeline.
  ///
  /// - Parameters:
  ///   - settings: The writer's settings.
  ///   - writers: All writers of the pipeline.
  /// - Returns: The problem, or `nil` if the writer can run.
  static func objection(_ settings: ResolvedSettings, beside writers: [ChosenWriter]) -> WriterConfigurationError?

  /// Creates the files.
  ///
  /// - Parameters:
  ///   - settings: The writer's settings.
  ///   - destination: The document's folder and metadata.
  /// - Throws: `OutputError` if a file can't be created.
  init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError)

  /// Writes one page. Pages arrive in order, each exactly once.
  ///
  /// - Parameter page: The page and its pictures.
  /// - Throws: `OutputError` if the page can't be written.
  func append(_ page: WriterPage) throws(OutputError)

  /// Writes the remaining data and closes the files. They are flushed to disk when the document is published.
  ///
  /// - Throws: `OutputError` if the files can't be written.
  func finish() throws(OutputError)

  /// Messages for the user about the finished result, in whole sentences for the document's record.
  var notes: [String] { get }
}

extension DocumentWriter {
  public static var ending: String? { nil }
  public static func pictures(_ settings: ResolvedSettings) -> Set<PictureRequest> { [] }
  public static func translations(_ settings: ResolvedSettings) -> [String] { [] }
  public static var neededStages: [String] { [] }
  public static var neededWriters: [[String]] { [] }
  public static func pageFile(_ number: Int) -> String? { nil }
  public static func imageFile(page number: Int, _ settings: ResolvedSettings) -> String? { nil }
  public static func pageReference(_ number: Int, _ settings: ResolvedSettings) -> FileReference? { nil }
  public static var mediaType: String? { nil }
  public static func objection(_ settings: ResolvedSettings, beside writers: [ChosenWriter])
    -> WriterConfigurationError?
  {
    nil
  }
  public func finish() throws(OutputError) {}
  public var notes: [String] { [] }
}

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
