// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanStore
internal import DocScanTranslation
internal import DocScanWorkers
internal import DocScanWriters
package import FoundationEssentials
internal import Glibc

/// Documents that are not looked for in files and folders: somebody else chose them, and named them.
package protocol GivenDocuments {
  /// The documents, in order.
  func listing() throws(BatchError) -> InputListing

  /// Notes in an output folder whose results it holds; fails where it holds something else.
  func mark(_ output: OutputFolder) throws(BatchError)
}

/// One run of a pipeline over its documents.
public final class BatchRun {
  /// The pipeline with every default filled in.
  package let pipeline: Pipeline
  /// The folder for results.
  package var outputFolder: String { options.outputDirectory ?? source.outputFolder(pipeline.output.directory) }

  /// Where the report is once the run has ended: with the results, or in their hidden folder where its name is taken.
  public private(set) lazy var reportFile = outputFolder + "/report.json"

  /// The folder for results, once the run has opened it.
  package var library: Folder?

  package let options: BatchOptions
  /// The pipeline, and how it is with the settings of single documents.
  private(set) lazy var pipelines = DecidedPipelines(pipeline, resolve: resolve)
  private let resolve: ([SettingChange]) -> Pipeline?
  /// The documents that somebody chose for this run, such as the shard of a plan; nil if it looks for them.
  package var given: (any GivenDocuments)?
  let source: PipelineSource
  /// What the pipeline and its overrides say of translations.
  private let translations: [ResolvedComponent: TranslateStage]
  /// What is done when a document is done; nil if that is nothing, and where the pipeline is that of a plan.
  private let hooks: Hooks?
  package let workerProgram: String
  /// Program and library versions, those of the networks, and that of the engine.
  package let versions: [String: String]
  /// The networks that workers load, with their versions.
  private let networks: [String: String]
  private let engine: EngineCommand?
  /// The language packs that are installed.
  let languagePacks: [String]
  /// The sizes of all packs, in bytes.
  package let packSizes: [String: Int]
  /// The stages that workers have.
  private let stages: [ComponentDescription]
  /// What files the worker reads.
  package let formats: InputFormats
  /// The worker that has checked the pipeline, until it is the first of a run.
  var firstWorker: WorkerProcess?

  /// Reads and checks a pipeline file, with the stages and languages it needs; nothing is written yet.
  public convenience init(pipelineFile: String, options: BatchOptions = BatchOptions()) throws(BatchError) {
    try self.init(PipelineSource(file: pipelineFile), options: options)
  }

  /// Reads and checks a pipeline, with the stages and languages it needs; nothing is written yet.
  public init(_ source: PipelineSource, options: BatchOptions = BatchOptions()) throws(BatchError) {
    (self.options, self.source) = (options, source)
    let file = try source.read()
    workerProgram = try Installation.workerProgram()
    let worker = try WorkerProcess(program: workerProgram)
    firstWorker = worker
    let description = try Installation.describe(worker)
    (languagePacks, packSizes) = (description.languages, description.packSizes)
    (formats, self.stages) = (description.formats, description.stages)
    let stages = description.stages + parentStages
    let writers = options.writers.map { $0.description }
    pipeline = try source.pipeline(from: file, stages: stages, writers: writers)
    resolve = { changes in
      var source = source
      source.changes.settings += changes
      do {
        return try source.pipeline(from: file, stages: stages, writers: writers)
      } catch {
        // A setting that this pipeline does not have: it holds for others.
        return nil
      }
    }
    do throws(PipelineError) {
      try pipeline.checkIsWorkable(stages: stages)
      // A file that is only looked at starts nothing that could do more than look.
      let sandbox = options.onlyLooks ? .require : pipeline.limits.sandbox
      hooks = try source.hooks(of: pipeline)
      translations = try Translator.stages(of: pipeline, sandbox: sandbox, resolved: source.resolved)
      let writers = ChosenWriter.all(pipeline.output.writers, among: options.writers)
      try writers.checkTranslations(Set(translations.values.flatMap(\.to)))
      try writers.checkStages(pipeline.stages.map(\.name))
      try pipeline.checkNaming()
      try writers.check()
      engine = try pipeline.engineCommand().map {
        EngineCommand($0, folder: source.folder, sandbox: sandbox)
      }
    } catch {
      throw .pipeline(error.placed(in: pipeline).inFile(source.label))
    }
    worker.limit(WorkerLimits(pipeline.limits))
    // The stages are built once before anything is opened, so that a missing language ends the run here.
    worker.engine = try engine?.start()
    let configuration = WorkerConfiguration(pipeline, passwords: options.passwords, checkingOverrides: true)
    let reply: ConfigureRequest.Reply
    do throws(BatchError) {
      reply = try worker.build(configuration)
    } catch {
      guard case .pipeline(let cause) = error else { throw error }
      throw .pipeline(cause.placed(in: pipeline).inFile(source.label))
    }
    let own = reply.engine.map { ["engine \($0.name)": $0.version] } ?? [:]
    networks = reply.networks
    versions = [["docscan": Installation.version], own, networks, options.ownVersions].reduce(description.versions) {
      $0.merging($1) { $1 }
    }
  }

  /// Processes every document; returns when all are done, or when `interruption` was requested.
  ///
  /// Failures of pages and documents are in the report; what is thrown ended the run, and documents finished by then stay.
  public func run(
    interruption: Interruption = Interruption(), onEvent: @escaping (BatchEvent) -> Void = { _ in }
  ) throws(BatchError) -> BatchReport {
    let started = ContinuousClock.now
    let startDate = Date()
    var listing = if let given { try given.listing() } else { try self.listing() }
    let output = try OutputFolder(path: outputFolder, scratchDisk: options.scratchDisk)
    library = output.root
    try given?.mark(output)
    try listing.readStandardInput(to: output, unless: interruption)
    let others = listing.outcomes
    for outcome in others { onEvent(.documentFinished(outcome)) }
    let documents = listing.documents
    let feed = ListFeed(documents)
    let options = try decidingOptions(for: documents, in: output.journal)
    return try run(
      feed, into: output, options: options, unmatched: given == nil ? unmatchedOverrides(documents) : [],
      began: (started, startDate), interruption: interruption, onEvent: onEvent
    ) { feed.outcomes + others }
  }

  /// Processes the documents of a feed, and writes the report; `outcomes` are asked for once the loop has ended.
  package func run(
    _ feed: any DocumentFeed, into output: OutputFolder, options: BatchOptions? = nil, unmatched: [String] = [],
    began: (ContinuousClock.Instant, Date) = (.now, Date()), interruption: Interruption,
    onEvent: @escaping (BatchEvent) -> Void, outcomes: () throws(BatchError) -> [DocumentOutcome]
  ) throws(BatchError) -> BatchReport {
    let result = try process(feed, into: output, options: options, interruption: interruption, onEvent: onEvent)
    try output.clear()
    let outcomes = try outcomes()
    let report = BatchReport(
      pipeline: pipeline.name, started: began.1.formatted(.iso8601),
      seconds: seconds(from: began.0, to: .now).rounded(toPlaces: 3), workers: result.workers,
      confinement: confinement, interrupted: result.wasInterrupted,
      totals: outcomes.reduce(into: BatchReport.Totals()) { $0.count($1) }, documents: outcomes, review: result.review,
      translationEnded: result.translationEnded, unmatchedOverrides: unmatched, megapixels: result.megapixels,
      stageSeconds: result.stageSeconds.mapValues { $0.rounded(toPlaces: 3) }, versions: versions)
    let file = try output.write(report)
    if file != reportFile {
      onEvent(.notice("\(reportFile) is not docscan's, so it stays. This report is \(file)."))
      reportFile = file
    }
    onEvent(.finished(report))
    return report
  }

  /// The files and folders to look for documents in.
  package var inputs: [String] { options.inputs.isEmpty ? pipeline.input.paths.map(source.resolved) : options.inputs }

  /// Where the pipeline file is; nil for a preset.
  package var pipelineFolder: String? {
    guard source.preset == nil else { return nil }
    return canonicalPath(source.folder.isEmpty ? "." : source.folder) + "/"
  }

  /// Finds the documents of the inputs; standard input is not read yet.
  func listing() throws(BatchError) -> InputListing {
    let inputs = inputs
    guard !inputs.isEmpty else {
      throw .noInput("No input: name files or folders on the command line, or under \"input\": {\"paths\": […]}.")
    }
    let scanner = InputScanner(
      group: pipeline.input.group, formats: formats, outputFolder: outputFolder,
      merged: options.merge ? InputScanner.Merged(name: options.name) : nil)
    var listing = try scanner.scan(inputs)
    if let only = options.only { listing.documents.removeAll { !only.contains($0.identity) } }
    guard !options.needsOneDocument || listing.documents.count <= 1 else {
      throw SingleFileRun.severalDocuments(listing.documents.count)
    }
    if let name = options.name {
      guard listing.documents.count == 1 else {
        throw .usage(
          "--name is for one document, and there are \(listing.documents.count). --merge makes one of all.")
      }
      listing.documents[0].name = name
    }
    return listing
  }

  /// The options, with what the command line chose for its documents only where that is a decision: where the output folder has
  /// others, for which it does not hold.
  func decidingOptions(
    for documents: [InputDocument], in journal: Journal?
  ) throws(BatchError) -> BatchOptions {
    var options = options
    guard options.chosen != nil else { return options }
    let others = try writing(journal?.hasDocuments(besides: documents.map(\.identity))) ?? false
    if !others || given != nil || pipeline.input.separators != nil || pipeline.input.splitsByContent {
      options.chosen = nil
    }
    return options
  }

  /// Processes the documents of a feed until there are no more.
  package func process(
    _ feed: any DocumentFeed, into output: OutputFolder, options chosen: BatchOptions? = nil,
    interruption: Interruption,
    onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) -> BatchLoop.Result {
    if let notice = output.journal.notice { onEvent(.notice(notice)) }
    let size = workers
    let pool = try WorkerPool(
      size: size, first: firstWorker.take(), program: workerProgram,
      configuration: WorkerConfiguration(pipeline, passwords: options.passwords), engine: engine, networks: networks,
      output: output)
    if let confinement = pool.confinement { self.confinement = confinement }
    if let missing = pool.confinement?.missing, !missing.isEmpty {
      onEvent(
        .notice(
          "Workers are not fully confined: \(missing.joined(separator: "; ")). Process only documents that you trust, or set "
            + "limits.sandbox to \"require\"."))
    }
    let scheduler = try BatchScheduler(
      feed: feed, output: output, pipelines: pipelines, versions: versions, packs: languagePacks,
      options: chosen ?? options, template: template, workers: size,
      translator: translations.isEmpty ? nil : try Translator(translations, folder: output.hidden), stages: stages,
      decisions: DecisionQueue(output) { onEvent(.notice($0.notice)) },
      hooks: try hooks.map { (hooks) throws(BatchError) in try HookQueue(hooks, in: output, onEvent: onEvent) },
      onEvent: onEvent)
    if let command = hooks?.settings.command, !command.isEmpty {
      onEvent(.notice("For each document this pipeline runs a command: \(command.joined(separator: " "))"))
    }
    let loop = BatchLoop(
      pipeline: pipeline.ofWorkers, pool: pool, feed: feed, output: output, scheduler: scheduler, onEvent: onEvent)
    return try loop.run(interruption: interruption)
  }

  /// How documents are named by what they say; nil if they keep the names of their inputs, or somebody says what they are called.
  var template: NameTemplate? {
    options.name == nil && !options.needsOneDocument && given == nil ? pipeline.output.template : nil
  }

  /// What holds the workers; nothing before the first document.
  package private(set) var confinement = Confinement()

  /// How many pages are processed at the same time.
  package var workers: Int { max(1, options.workers ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The overrides that none of the documents has a file for: probably misspelt, or meant for another run.
  private func unmatchedOverrides(_ documents: [InputDocument]) -> [String] {
    pipeline.overrides.filter { override in
      !documents.contains { $0.paths.contains { override.isFor(file: $0) } }
    }.map(\.key)
  }
}

extension PipelineError {
  /// The same error, with the file's name before it.
  package func inFile(_ file: String) -> PipelineError {
    switch self {
    case .invalid(let path, let message): .invalid(path: path.isEmpty ? file : "\(file): \(path)", message: message)
    case .missingPart: self
    }
  }
}

extension [ChosenWriter] {
  /// Fails where a writer needs the text in a language that no page is translated into; `made` are the languages that are.
  fileprivate func checkTranslations(_ made: Set<String>) throws(PipelineError) {
    for (index, writer) in enumerated() {
      for name in writer.type.translations(writer.settings) {
        let path = "output.writers[\(index)].translation"
        guard let tag = LanguageTag(named: name)?.description else {
          throw .invalid(
            path: path, message: "\"\(name)\" is not a language: expected a name such as \"en\" or \"zh-Hant\".")
        }
        guard made.contains(tag) else {
          throw .invalid(
            path: path,
            message:
              "nothing is translated into \"\(tag)\". Add it to the stages: {\"stage\": \"\(TranslateStage.name)\", "
              + "\"to\": [\((made.sorted() + [tag]).map { "\"\($0)\"" }.joined(separator: ", "))]}.")
        }
      }
    }
  }
}

extension [ChosenWriter] {
  /// Fails where a stage is missing without which a writer has nothing to write.
  fileprivate func checkStages(_ stages: [String]) throws(PipelineError) {
    for (index, writer) in enumerated() {
      guard let stage = writer.type.neededStages.first(where: { !stages.contains($0) }) else { continue }
      throw .invalid(
        path: "output.writers[\(index)]",
        message:
          "\"\(writer.name)\" needs the stage \"\(stage)\". Add it to the stages: {\"stage\": \"\(stage)\"}, or with --also \(stage)."
      )
    }
  }
}

extension [ChosenWriter] {
  /// Fails where a writer cannot work with its settings, or beside the other writers.
  fileprivate func check() throws(PipelineError) {
    for (index, writer) in enumerated() {
      let same = prefix(index).first { $0.name != writer.name && $0.type.ending == writer.type.ending }?.name
      if let ending = writer.type.ending, let other = ending == "json" ? "docscan's record of the document" : same {
        throw .invalid(
          path: "output.writers[\(index)]",
          message: "the file of \"\(writer.name)\" would have the name of another: <name>.\(ending) is that of "
            + "\(other).")
      }
      guard let objection = writer.type.objection(writer.settings, beside: self) else { continue }
      throw .invalid(
        path: "output.writers[\(index)]" + (objection.key.map { ".\($0)" } ?? ""), message: objection.message)
    }
  }
}

extension WorkerConfiguration {
  /// What a pipeline asks of its workers; `checkingOverrides` has them try the stages of single pages as well.
  init(_ pipeline: Pipeline, passwords: [String], checkingOverrides: Bool = false) {
    let pipeline = pipeline.ofWorkers
    let variants = pipeline.overrides.flatMap(\.changes).compactMap { change in
      change.settings.map { ResolvedComponent(name: change.stage, settings: $0) }
    }
    self.init(
      pages: pipeline.pages, limits: pipeline.limits, stages: pipeline.stages, variants: variants,
      checksVariants: checkingOverrides, passwords: passwords)
  }
}

extension Pipeline {
  /// Limits and settings as a pipeline has them that says nothing.
  static var withDefaults: Pipeline {
    get throws(BatchError) {
      do throws(PipelineError) {
        return try Pipeline(value: [:], stages: [], writers: [])
      } catch {
        throw .pipeline(error)
      }
    }
  }

  /// What decides the results of documents with these files.
  package func identity(files paths: [String]) throws(BatchError) -> DocumentRecord.PipelineIdentity {
    do {
      return DocumentRecord.PipelineIdentity(
        name: name, sha256: ContentDigest.sha256(try resultIdentity(files: paths)),
        stages: stages.map(DocumentRecord.Component.init), writers: output.writers.map(DocumentRecord.Component.init))
    } catch {
      throw .pipeline(.invalid(path: "", message: "\(error)"))
    }
  }
}
