// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
package import DocScanStore
public import DocScanWriters

/// The options of a run, in addition to the pipeline file.
public struct BatchOptions: Sendable {
  /// The files, folders, globs, or `-` for standard input, relative to the working directory. If empty, the pipeline's inputs are used.
  public var inputs: [String]
  /// The folder for results, relative to the working directory, or `nil` for the pipeline's folder.
  public var outputDirectory: String?
  /// The number of pages to process in parallel, or `nil` for one per processor.
  public var workers: Int?
  /// The pages of each document to process.
  public var pages: PageSelection
  /// Whether to process documents again whose results are complete and unchanged.
  public var overwrite: Bool
  /// The settings for the run's documents. They are saved as edits if the output folder also contains other documents.
  package var chosen: ChosenSettings?
  /// Whether to reject several documents before anything is opened.
  var needsOneDocument = false
  /// The identities of the inputs to process, or `nil` for all.
  var only: Set<PathKey>?
  /// Whether the run only checks the pipeline. If so, programs named by the pipeline file are started confined, or not at all.
  package var onlyLooks = false
  /// The number of pages to check first that the report lists, or `nil` for no list.
  package var review: ReviewSize?
  /// The passwords to try for encrypted PDFs.
  public var passwords: [String]
  /// The name of the run's single document, or `nil` to use the name of its file or folder.
  public var name: String?
  /// Whether all inputs together form one document, with their pages in the given order.
  public var merge: Bool
  /// The folder for scratch files, or `nil` to use the hidden part of the output folder.
  package var scratchDisk: String?
  /// Custom writers, which a pipeline file can name like built-in ones. A custom writer replaces a built-in one with the same name.
  public var ownWriters: [any DocumentWriter.Type]
  /// The names and versions of custom writers, such as `["letterhead": "1.2"]`, which are recorded with the results.
  public var ownVersions: [String: String]
  package var keepTimes = false

  /// Creates options with the defaults of the command line.
  ///
  /// - Parameters:
  ///   - inputs: The files, folders, or globs, relative to the working directory. If empty, the pipeline's inputs are used.
  ///   - outputDirectory: The folder for results, or `nil` for the pipeline's folder.
  ///   - workers: The number of pages to process in parallel, or `nil` for one per processor.
  ///   - pages: The pages of each document to process.
  ///   - overwrite: Whether to process documents again whose results are complete and unchanged.
  ///   - passwords: The passwords to try for encrypted PDFs.
  ///   - name: The name of the run's single document, or `nil` to use the name of its file or folder.
  ///   - merge: Whether all inputs together form one document.
  ///   - ownWriters: The custom writers.
  ///   - ownVersions: The names and versions of custom writers.
  public init(
    inputs: [String] = [], outputDirectory: String? = nil, workers: Int? = nil, pages: PageSelection = .all,
    overwrite: Bool = false, passwords: [String] = [], name: String? = nil, merge: Bool = false,
    ownWriters: [any DocumentWriter.Type] = [], ownVersions: [String: String] = [:]
  ) {
    (self.ownWriters, self.ownVersions) = (ownWriters, ownVersions)
    (self.name, self.merge) = (name, merge)
    (self.passwords, self.inputs, self.outputDirectory) = (passwords, inputs, outputDirectory)
    (self.workers, self.pages, self.overwrite) = (workers, pages, overwrite)
  }

  var writers: [any DocumentWriter.Type] {
    let names = ownWriters.map { $0.description.name }
    return builtInWriters.filter { !names.contains($0.description.name) } + ownWriters
  }
}
