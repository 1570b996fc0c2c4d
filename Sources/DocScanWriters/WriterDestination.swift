// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanFiles

/// The destination of a document's files, with the document's metadata.
public struct WriterDestination {
  package var directory: String
  /// The name of the document's files, without extension.
  public var baseName: String
  /// The original's metadata.
  public var metadata: DocumentMetadata
  /// The versions of docscan and its libraries, such as "Tesseract": "5.3.0".
  package var versions: [String: String]
  package var writers: [ChosenWriter]
  /// The record of the document's files, or `nil` for files that don't belong to a document.
  package var files: WrittenFiles?

  /// Creates a destination. Only PDFs have metadata.
  package init(
    directory: String, baseName: String, metadata: DocumentMetadata = DocumentMetadata(),
    versions: [String: String] = [:], writers: [ChosenWriter] = [], files: WrittenFiles? = nil
  ) {
    (self.directory, self.baseName, self.metadata) = (directory, baseName, metadata)
    (self.versions, self.writers, self.files) = (versions, writers, files)
  }

  /// Creates a file in the document's folder: `<name>.pdf` for "pdf".
  ///
  /// - Parameter ending: The file extension.
  /// - Returns: The open file.
  /// - Throws: `OutputError` if the file can't be created.
  public func file(ending: String) throws(OutputError) -> OutputFile {
    try OutputFile(path: "\(directory)/\(baseName).\(ending)", notedIn: files)
  }

  /// Creates a page's file in a subfolder of the document's folder, such as `words/0001.csv`.
  ///
  /// - Parameters:
  ///   - number: The page number in the document, from 1.
  ///   - folder: The name of the subfolder, which is created if necessary.
  ///   - ending: The file extension.
  /// - Returns: The open file.
  /// - Throws: `OutputError` if the file can't be created.
  public func file(page number: Int, in folder: String, ending: String) throws(OutputError) -> OutputFile {
    try PageFolder(folder, ending: ending, of: self).file(page: number)
  }

  /// Returns the path of the picture to which a page's boxes refer, relative to the document's folder. Without such a picture, this is the name of
  /// the input file, which doesn't have the same pixels if the page was corrected.
  func image(of page: RecognizedPage) -> (name: String, isWritten: Bool) {
    let files = writers.lazy.compactMap { $0.type.imageFile(page: page.page.number, $0.settings) }
    guard page.status != .failed, let file = files.first else { return (page.page.source, false) }
    return (file, true)
  }

  /// Returns the path of the picture to which a page's boxes refer, relative to a subfolder of the document's folder.
  func imageFromFolder(of page: RecognizedPage) -> String {
    let image = image(of: page)
    return image.isWritten ? "../\(image.name)" : image.name
  }
}
