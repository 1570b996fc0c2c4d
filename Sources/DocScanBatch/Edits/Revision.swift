// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// Brings the files of finished documents up to what people decided about their text, without reading a page again.
///
/// It needs neither the originals nor their pictures: the page JSONs have the text, and the PDF gets new invisible text. A
/// run that makes the document again comes to the same text.
package final class Revision {
  private let library: String
  private let output: OutputFolder
  private let program: String
  private let stages: [ComponentDescription]
  /// Limits and settings as a pipeline has them that says nothing.
  private let defaults: Pipeline
  /// The worker, and the text stages that it has.
  private var worker: (process: WorkerProcess, stages: [ResolvedComponent], scratch: String)?
  private var workers = 0
  private var waiting: WaitingDecisions { WaitingDecisions(library: output.root) }

  /// Takes the output folder for itself; fails while another docscan writes to it.
  package convenience init(library: String) throws(BatchError) {
    try self.init(output: try OutputFolder(path: library))
  }

  /// Works in an output folder that this process has taken already.
  init(output: OutputFolder) throws(BatchError) {
    (self.output, library) = (output, output.path)
    program = try Installation.workerProgram()
    do throws(PipelineError) {
      defaults = try Pipeline(value: [:], stages: [], writers: [])
    } catch {
      throw .pipeline(error)
    }
    stages = try Installation.describe(WorkerProcess(program: program)).stages
  }

  /// What became of a document.
  package struct Outcome: Hashable, Sendable {
    /// How many edits are in the text now.
    package var applied: Int
    /// The ids of those that fit nowhere any more.
    package var unfit: [String]
  }

  /// Whether a document's files lack what people decided since they were made.
  package static func isDue(_ document: LibraryDocument) -> Bool {
    document.record.edits?.sha256 != document.edits.sha256
  }

  /// Brings up to date what the journal knows by a name: a document, or the parts of one. Nil where nothing was to do.
  ///
  /// All files change in one step; where that fails, the earlier ones stay as they are.
  package func revise(_ name: String) throws(BatchError) -> Outcome? {
    let documents = LibraryDocument.named(name, in: library)
    for document in documents { waiting.forget(document.place) }
    let due = documents.filter(Self.isDue)
    guard !due.isEmpty else { return nil }
    guard case .docscan(let files, _) = try writing(output.results.owner(of: name)) else {
      throw .output(
        "\(name) stays as it is: a file of it was changed since docscan wrote it. docscan verify says which. The edits "
          + "are kept.")
    }
    let root = output.folder(of: name)
    guard let before = output.root.folder(name) else { throw OutputFolder.failure("read", root) }
    let built = try output.makePartial("revision")
    var changed: Set<String> = []
    var outcome = Outcome(applied: 0, unfit: [])
    for document in due {
      let inner = document.place == name ? "" : fileName(document.place)
      let folder = inner.isEmpty ? built : "\(built)/\(inner)"
      try OutputFolder.makeFolder(folder)
      let record = try DocumentRevision(document, folder: folder, layers: try output.makeScratch("layers"), self).run()
      changed.formUnion(([record.fileName] + (record.files ?? [:]).keys).map { inner.isEmpty ? $0 : "\(inner)/\($0)" })
      outcome.applied += record.edits?.applied ?? 0
      outcome.unfit += record.edits?.unfit ?? []
    }
    guard let tree = FolderTree(before), let target = Folder(root: built) else {
      throw OutputFolder.failure("read", root)
    }
    for file in files.subtracting(changed) where tree.paths.contains(file) {
      if let parent = foldersAbove(file).last, target.makeFolder(parent) == nil {
        throw OutputFolder.failure("create", "\(built)/\(parent)")
      }
      guard try writing(tree.link([file], into: target)) else { throw OutputFolder.failure("link", "\(root)/\(file)") }
    }
    try publish(name, built: built)
    return outcome
  }

  /// Puts the new version in place, and notes it.
  private func publish(_ name: String, built: String) throws(BatchError) {
    let entry = try writing(output.journal.document(named: name))
    let publication = try writing(output.publication(of: built, as: name, times: [], for: .asBefore))
    guard try publication.run() else {
      throw .output("\(name) stays as it is: something else is there by now. The edits are kept.")
    }
    guard var entry else { return }
    for document in LibraryDocument.named(name, in: library) {
      let prefix = document.record.part == nil ? "" : fileName(document.folder) + "/"
      guard let place = document.files else { throw OutputFolder.failure("read", document.folder) }
      for (file, result) in try writing(document.record.allFiles(in: place)) {
        entry.files[prefix + file] = result
      }
    }
    try writing(output.journal.renew(entry))
  }

  // MARK: Worker

  /// Asks a worker that has these of the stages that look at text.
  func ask<Request: JobRequest>(
    _ request: Request, files: [OpenFile] = [], stages wanted: [ResolvedComponent]
  ) throws(BatchError) -> (reply: Request.Reply, scratch: String) {
    let limits = defaults.limits
    let worker = try worker(with: wanted)
    let bounds = WorkerLimits(limits, request, files: files)
    worker.process.limit(bounds)
    switch worker.process.ask(request, files: files, within: bounds.seconds) {
    case .done(let reply): return (reply, worker.scratch)
    case .failed(let failure): throw .output("\(failure.message)")
    case _:
      self.worker = nil
      throw .output(worker.process.kill().explanation(limits))
    }
  }

  private func worker(
    with wanted: [ResolvedComponent]
  ) throws(BatchError) -> (process: WorkerProcess, stages: [ResolvedComponent], scratch: String) {
    if let worker, worker.stages == wanted { return worker }
    workers += 1
    let process = try WorkerProcess(program: program)
    process.limit(WorkerLimits(defaults.limits))
    let configuration = WorkerConfiguration(
      pages: defaults.pages, limits: defaults.limits, stages: wanted, variants: [], passwords: [])
    switch process.build(configuration) {
    case .done: break
    case .misconfigured(let error): throw .pipeline(error)
    case _: throw .missingPart("The worker program does not answer: it \(process.awaitEnd().description).")
    }
    let scratch = try output.makeScratch("revision-\(workers)")
    _ = try Installation.confine(process, defaults.limits.sandbox, scratch: scratch)
    worker = (process, wanted, scratch)
    return (process, wanted, scratch)
  }

  /// Those of a document's stages that look at text.
  func textStages(of record: DocumentRecord) -> [ResolvedComponent] {
    let names = stages.filter { $0.order.needs.contains { $0.effect == .readsText } }.map(\.name)
    return (record.pipeline.stages ?? []).filter { names.contains($0.name) }.map(\.resolved)
  }

  /// What those of a pipeline's stages may find that look at text.
  func findings(of stages: [ResolvedComponent]) -> [FindingDescription] {
    self.stages.filter { stage in stages.contains { $0.name == stage.name } }.compactMap(\.finding)
  }
}
