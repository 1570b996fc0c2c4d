// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
package import DocScanPresets
internal import DocScanStore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// A run over one document that produces a single file in one format, taken from the private folder of an ordinary run.
package final class SingleFilePipelineRun {
  /// The destination of the file.
  package enum Target: Hashable, Sendable {
    /// A file at this path. An existing file is replaced only with `overwrite`.
    case file(String)
    case standardOutput

    package var name: String {
      switch self {
      case .file(let path): path
      case .standardOutput: "standard output"
      }
    }
  }

  private let run: PipelineRun
  private let target: Target
  package let format: SingleFileFormat
  private let overwrite: Bool
  private let keepTimes: Bool
  private let work: WorkFolder

  /// Checks the pipeline and the target, without writing anything. The output folder in `options` is ignored. Without `format`, the file has
  /// the format of the pipeline's writer if it has only one, and otherwise PDF. Throws if a component is missing or the file can't be written.
  package init(
    _ source: PipelineSource, options: BatchOptions, format: SingleFileFormat?, target: Target,
    unless interruption: Interruption? = nil
  ) throws(BatchError) {
    self.target = target
    if let format {
      self.format = format
    } else {
      self.format = try Self.format(of: source)
    }
    overwrite = options.overwritesExistingResults
    keepTimes = options.keepTimes
    switch target {
    case .file(let path):
      try SingleFileTarget.check(path, inputs: options.paths, overwrite: options.overwritesExistingResults)
      work = WorkFolder(in: parentFolder(of: path))
    case .standardOutput:
      work = WorkFolder(in: unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp")
    }
    var source = source
    source.changes.onlyWriter = self.format.writer
    source.changes.addNeeds(of: [self.format.writer])
    var options = options
    options.outputFolder = work.path
    options.needsOneDocument = true
    run = try PipelineRun(source, options: options, unless: interruption)
    if case .file(let path) = target, options.paths.isEmpty {
      try SingleFileTarget.check(
        path, inputs: run.pipeline.input.paths.map(source.resolved), overwrite: options.overwritesExistingResults)
    }
  }

  /// Processes the document, and writes the file if there are results. Returns the report, including a failure or an interruption. `onEvent` runs on
  /// the calling thread. Throws for an error that ends the run, or if the input contains several documents.
  package func run(
    interruption: Interruption = Interruption(), onEvent: @escaping (BatchEvent) -> Void = { _ in }
  ) throws(BatchError) -> BatchReport {
    if case .file(let path) = target { try OutputFolder.makeFolder(parentFolder(of: path)) }
    try work.create()
    defer { work.remove() }
    let report = try run.run(interruption: interruption, onEvent: onEvent)
    // The report also lists missing inputs as failed.
    let documents = report.documents.filter { $0.status == .complete || $0.status == .partial }
    guard !report.interrupted, let outcome = documents.first else { return report }
    // Separators may have divided the input into several documents.
    guard documents.count == 1 else { throw Self.severalDocuments(documents.count) }
    try writing(deliver(result(of: outcome.name)))
    return report
  }

  /// Performs a dry run, which reads the inputs and writes nothing.
  package static func plan(
    _ source: PipelineSource, options: BatchOptions, target: Target
  ) throws(BatchError) -> BatchPlan {
    var options = options
    options.needsOneDocument = true
    switch target {
    case .file(let path):
      try SingleFileTarget.check(path, inputs: options.paths, overwrite: options.overwritesExistingResults)
      // The work folder is always new, so there are no earlier results.
      options.outputFolder = parentFolder(of: path) + "/" + WorkFolder.prefix
    case .standardOutput: options.outputFolder = "/tmp/" + WorkFolder.prefix
    }
    return try PipelineRun(source, options: options).plan()
  }

  private static func format(of source: PipelineSource) throws(BatchError) -> SingleFileFormat {
    let file = try source.read()
    guard case .object(let root) = file, case .object(let output) = root["output"],
      case .array(let writers) = output["writers"], writers.count == 1,
      case .object(let writer) = writers[0], let name = writer["writer"].flatMap({ String(json: $0) })
    else { return .pdf }
    return SingleFileFormat(writer: name) ?? .pdf
  }

  static func severalDocuments(_ count: Int) -> BatchError {
    .usage(
      "One file cannot hold \(count) documents. Name a folder for the results with -o, or make one document of them with --merge."
    )
  }

  private func result(of document: String) throws(OutputError) -> String {
    let folder = work.path + "/" + document
    guard format.isList else { return "\(folder)/\(fileName(document)).\(format.ending)" }
    let list = work.path + "/list"
    let file = try OutputFile(path: list)
    let pages = folder + "/" + JSONWriter.folderName
    do {
      var separator = "[\n"
      for name in try FileManager.default.contentsOfDirectory(atPath: pages).sorted(by: isNaturallyOrdered) {
        try file.write(separator)
        try file.write(try Data(contentsOf: URL(filePath: pages + "/" + name)))
        separator = ",\n"
      }
      try file.write(separator == "[\n" ? "[]\n" : "]\n")
    } catch let error as OutputError {
      throw error
    } catch {
      throw OutputError(operation: "read", path: pages, detail: "\(error)")
    }
    try file.finish()
    if let mode = fileStatus(folder)?.st_mode { unsafe chmod(list, mode & 0o666) }
    if keepTimes { try SourceTimes.copy(from: folder, to: list) }
    return list
  }

  private func deliver(_ result: String) throws(OutputError) {
    switch target {
    case .file(let path): try SingleFileTarget.place(result, at: path, overwrite: overwrite)
    case .standardOutput:
      let file = try FileCopy.open(result)
      // Deletes the work folder first, because the process ends if the reader closes the pipe.
      work.remove()
      try FileCopy.send(file.descriptor, to: STDOUT_FILENO, named: "standard output")
    }
  }
}
