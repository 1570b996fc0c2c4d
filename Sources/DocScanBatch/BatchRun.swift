// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanPresets
internal import DocScanStore
public import FoundationEssentials

/// A run of a pipeline over its documents, which writes their results to a folder.
///
/// ```swift
/// let run = BatchRun(PipelineSource(preset: .receipts), options: BatchOptions(inputs: [scans], outputDirectory: results))
/// for try await case .documentFinished(let document) in run.events() { print(document.name, document.status) }
/// ```
///
/// A run works on a thread of its own, so any number of runs leave Swift's other tasks alone. Two runs can't write to the same folder at the same time.
public struct BatchRun: Sendable {
  /// The pipeline.
  public let source: PipelineSource
  /// The options that take precedence over the pipeline.
  public let options: BatchOptions

  /// Creates a run without reading or starting anything.
  ///
  /// - Parameters:
  ///   - source: The pipeline.
  ///   - options: The options that take precedence over the pipeline.
  public init(_ source: PipelineSource, options: BatchOptions = BatchOptions()) {
    (self.source, self.options) = (source, options)
  }

  /// Checks the pipeline, including its stages and languages, without writing anything.
  ///
  /// - Throws: A ``BatchError`` if the pipeline is invalid or a component is missing, and a `CancellationError` if the task was canceled.
  public func validate() async throws {
    let (source, options) = (source, options)
    let check = BatchEvents { (interruption, _) throws(BatchError) in
      var options = try options.withLocalPaths()
      options.onlyLooks = true
      _ = try PipelineRun(source, options: options, unless: interruption)
    }
    for try await _ in check {}
  }

  /// Starts the run, and returns its events. Each iteration is a run of its own.
  ///
  /// - Returns: The events. Failed pages and documents don't end the run.
  public func events() -> BatchEvents {
    let (source, options) = (source, options)
    return BatchEvents { (interruption, onEvent) throws(BatchError) in
      let run = try PipelineRun(source, options: options.withLocalPaths(), unless: interruption)
      _ = try run.run(interruption: interruption, onEvent: onEvent)
    }
  }

  /// Processes all documents.
  ///
  /// Failed pages and documents don't end the run. If the run throws, documents that were already finished are kept.
  ///
  /// - Returns: The report, including failed pages and documents.
  /// - Throws: A ``BatchError`` for an error that ends the run, such as a full disk, and a `CancellationError` if the task was canceled.
  public func perform() async throws -> BatchReport { try await events().report() }
}

/// A run over one document that writes a single file in one format.
///
/// ```swift
/// let options = BatchOptions(inputs: photos, name: "letters", mergesInputs: true)
/// let report = try await SingleFileRun(PipelineSource(preset: .scan), options: options, to: letters).perform()
/// ```
public struct SingleFileRun: Sendable {
  /// The pipeline.
  public let source: PipelineSource
  /// The options that take precedence over the pipeline, including the input. The output folder is ignored.
  public let options: BatchOptions
  /// The format of the file.
  public let format: SingleFileFormat
  /// The file to write.
  public let file: URL

  /// Creates a run without reading or starting anything.
  ///
  /// - Parameters:
  ///   - source: The pipeline.
  ///   - options: The options, including the input. The output folder is ignored.
  ///   - format: The format of the file.
  ///   - file: The file to write. An existing file is replaced only with ``BatchOptions/overwritesExistingResults``, and an input never.
  public init(_ source: PipelineSource, options: BatchOptions, format: SingleFileFormat = .pdf, to file: URL) {
    (self.source, self.options, self.format, self.file) = (source, options, format, file)
  }

  /// Starts the run, and returns its events. Each iteration is a run of its own. The file is written before the sequence ends.
  ///
  /// - Returns: The events. Failed pages don't end the run.
  public func events() -> BatchEvents {
    let (source, options, format, file) = (source, options, format, file)
    return BatchEvents { (interruption, onEvent) throws(BatchError) in
      let run = try SingleFilePipelineRun(
        source, options: options.withLocalPaths(), format: format, target: .file(file.localPath), unless: interruption)
      _ = try run.run(interruption: interruption, onEvent: onEvent)
    }
  }

  /// Processes the document. The file is written only if the document has results.
  ///
  /// - Returns: The report, including a failure.
  /// - Throws: A ``BatchError`` for an error that ends the run, or if the input contains several documents, and a `CancellationError` if the task was
  ///   canceled.
  public func perform() async throws -> BatchReport { try await events().report() }
}
