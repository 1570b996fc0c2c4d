// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// Where a document's files go, and what is known of the document beforehand.
public struct WriterDestination {
  /// The document's folder, which exists.
  package var directory: String
  /// The name of its files, without their endings.
  public var baseName: String
  /// What the original says of itself.
  public var metadata: DocumentMetadata
  /// Program and library versions, such as "Tesseract": "5.3.0".
  package var versions: [String: String]
  /// All writers of the pipeline: one of them may make files that others refer to.
  package var writers: [ChosenWriter]
  /// What is told of every file of the document's folder; nil for files that are none of the document's.
  package var files: WrittenFiles?

  /// Empty for an original that is not a PDF.
  package init(
    directory: String, baseName: String, metadata: DocumentMetadata = DocumentMetadata(),
    versions: [String: String] = [:], writers: [ChosenWriter] = [], files: WrittenFiles? = nil
  ) {
    (self.directory, self.baseName, self.metadata) = (directory, baseName, metadata)
    (self.versions, self.writers, self.files) = (versions, writers, files)
  }

  /// Creates the document's file with this ending, such as "pdf": `<name>.pdf` in its folder.
  public func file(ending: String) throws(OutputError) -> OutputFile {
    try OutputFile(path: "\(directory)/\(baseName).\(ending)", notedIn: files)
  }

  /// Creates a page's file in a folder of the document's, such as `words/0001.csv` for page 1, "words" and "csv".
  public func file(page number: Int, in folder: String, ending: String) throws(OutputError) -> OutputFile {
    try PageFolder(folder, ending: ending, of: self).file(page: number)
  }

  /// The picture that a page's boxes lie in, relative to the document's folder.
  ///
  /// Without such a picture it is the input file's name, in whose pixels the boxes do not lie when the page was corrected.
  func image(of page: RecognizedPage) -> (name: String, isWritten: Bool) {
    let files = writers.lazy.compactMap { $0.type.imageFile(page: page.page.number, $0.settings) }
    guard page.status != .failed, let file = files.first else { return (page.page.source, false) }
    return (file, true)
  }

  /// The same as seen from a folder inside the document's.
  func imageFromFolder(of page: RecognizedPage) -> String {
    let image = image(of: page)
    return image.isWritten ? "../\(image.name)" : image.name
  }
}
