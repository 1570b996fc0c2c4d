// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
package import DocScanStore
public import DocScanWriters
public import FoundationEssentials

/// The options of a run, in addition to the pipeline.
public struct BatchOptions: Sendable {
  /// The files and folders to process. If empty, the pipeline's inputs are used.
  public var inputs: [URL]
  /// The folder for results, or `nil` for the pipeline's folder.
  public var outputDirectory: URL?
  /// The inputs as the command line has them: paths, globs, or `-` for standard input. These take precedence over ``inputs``.
  package var paths: [String] = []
  /// The folder for results, relative to the working directory. This takes precedence over ``outputDirectory``.
  package var outputFolder: String?
  /// Whether ``paths`` contains no globs and no `-`.
  package var pathsAreLiteral = false
  /// The number of pages to process in parallel, or `nil` for one per processor.
  public var workers: Int?
  /// The worker program, or `nil` to search for it like ``ScanService``.
  public var workerProgram: URL?
  /// The pages of each document to process.
  public var pages: PageSelection
  /// Whether to process documents again whose results are complete and unchanged, and to replace the file of a ``SingleFileRun``.
  public var overwritesExistingResults: Bool
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
  public var mergesInputs: Bool
  /// The folder for scratch files, or `nil` to use the hidden part of the output folder.
  package var scratchDisk: String?
  /// Custom writers, which a pipeline file can name like built-in ones. A custom writer replaces a built-in one with the same name.
  public var ownWriters: [any DocumentWriter.Type]
  /// The names and versions of custom writers, such as `["letterhead": "1.2"]`, which are recorded with the results.
  public var ownVersions: [String: String]
  package var keepTimes = false
  /// Whether another process delivers the webhooks.
  package var leavesWebhooks = false

  /// Creates options with the defaults of the command line.
  ///
  /// - Parameters:
  ///   - inputs: The files and folders to process. If empty, the pipeline's inputs are used.
  ///   - outputDirectory: The folder for results, or `nil` for the pipeline's folder.
  ///   - workers: The number of pages to process in parallel, or `nil` for one per processor.
  ///   - workerProgram: The worker program, or `nil` to search for it like ``ScanService``.
  ///   - pages: The pages of each document to process.
  ///   - overwritesExistingResults: Whether to process documents again whose results are complete and unchanged.
  ///   - passwords: The passwords to try for encrypted PDFs.
  ///   - name: The name of the run's single document, or `nil` to use the name of its file or folder.
  ///   - mergesInputs: Whether all inputs together form one document.
  ///   - ownWriters: The custom writers.
  ///   - ownVersions: The names and versions of custom writers.
  public init(
    inputs: [URL] = [], outputDirectory: URL? = nil, workers: Int? = nil, workerProgram: URL? = nil,
    pages: PageSelection = .all, overwritesExistingResults: Bool = false, passwords: [String] = [],
    name: String? = nil, mergesInputs: Bool = false, ownWriters: [any DocumentWriter.Type] = [],
    ownVersions: [String: String] = [:]
  ) {
    (self.inputs, self.outputDirectory, self.workers) = (inputs, outputDirectory, workers)
    (self.workerProgram, self.pages, self.passwords) = (workerProgram, pages, passwords)
    (self.overwritesExistingResults, self.name, self.mergesInputs) = (overwritesExistingResults, name, mergesInputs)
    (self.ownWriters, self.ownVersions) = (ownWriters, ownVersions)
  }

  /// Creates options from the words of a command line.
  package init(
    paths: [String], outputFolder: String? = nil, workers: Int? = nil, pages: PageSelection = .all,
    overwritesExistingResults: Bool = false, passwords: [String] = [], name: String? = nil, mergesInputs: Bool = false
  ) {
    self.init(
      workers: workers, pages: pages, overwritesExistingResults: overwritesExistingResults, passwords: passwords,
      name: name, mergesInputs: mergesInputs)
    (self.paths, self.outputFolder) = (paths, outputFolder)
  }

  func withLocalPaths() throws(BatchError) -> BatchOptions {
    var options = self
    if !inputs.isEmpty {
      options.paths = try inputs.map { (url) throws(BatchError) in try url.localPath }
      options.pathsAreLiteral = true
    }
    if let outputDirectory { options.outputFolder = try outputDirectory.localPath }
    return options
  }

  var writers: [any DocumentWriter.Type] {
    let names = ownWriters.map { $0.description.name }
    return builtInWriters.filter { !names.contains($0.description.name) } + ownWriters
  }
}
