// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanHooks
package import DocScanInput
package import DocScanPresets
package import DocScanStore
internal import DocScanTranslation
internal import DocScanWire
package import DocScanWorkers
internal import DocScanWriters
package import FoundationEssentials
internal import Glibc

/// A list of documents that was determined and named before the run, instead of by searching files and folders.
package protocol GivenDocuments {
  func listing() throws(BatchError) -> InputListing

  /// Marks an output folder as holding these documents' results. Throws if it holds other results.
  func mark(_ output: OutputFolder) throws(BatchError)
}

/// A run of a pipeline over its documents, on the calling thread. ``BatchRun`` is its form for other programs.
package final class PipelineRun {
  package let pipeline: Pipeline
  package var outputFolder: String { options.outputFolder ?? source.outputFolder(pipeline.output.directory) }

  /// The path of the report after the run. If another file has its name, the report is in the hidden folder of the results.
  package private(set) lazy var reportFile = outputFolder + "/report.json"

  /// The opened folder for results, or `nil` before the run opens it.
  package var library: Folder?

  package let options: BatchOptions
  /// The pipeline, and its variants with the settings of single documents.
  private(set) lazy var pipelines = DecidedPipelines(pipeline, resolve: resolve)
  private let resolve: ([SettingChange]) -> Pipeline?
  package var given: (any GivenDocuments)?
  let source: PipelineSource
  private let translations: [ResolvedComponent: TranslateStage]
  /// The hooks for finished documents, or `nil` if there are none or the pipeline comes from a plan.
  private let hooks: Hooks?
  package let workerProgram: String
  /// The versions of docscan, its libraries, the networks, the engine, and custom writers.
  package let versions: [String: String]
  private let networks: [String: String]
  private let engine: EngineCommand?
  let languagePacks: [String]
  /// The sizes of all language packs in bytes, by name.
  package let packSizes: [String: Int]
  private let stages: [ComponentDescription]
  package let formats: InputFormats
  /// The worker that checked the pipeline, or `nil` if it was checked before or after a run has taken the worker over.
  package var firstWorker: WorkerProcess?

  /// Checks a pipeline, its stages, and languages, without writing. `options` take precedence. Throws if it's invalid, lacks a component, or is
  /// interrupted urgently.
  package init(
    _ source: PipelineSource, options: BatchOptions = BatchOptions(), unless interruption: Interruption? = nil
  ) throws(BatchError) {
    (self.options, self.source) = (options, source)
    let file = try source.read()
    workerProgram =
      if let program = options.workerProgram { try program.localPath } else { try Installation.workerProgram() }
    var cache = WorkerDescriptionCache(workerProgram: workerProgram)
    let description: WorkerDescription
    if let known = cache.description {
      description = known
    } else {
      let worker = try WorkerProcess(program: workerProgram, unless: interruption)
      firstWorker = worker
      description = try Installation.describe(worker)
      cache.remember(description)
    }
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
        // This pipeline doesn't have the setting, which may apply to other pipelines.
        return nil
      }
    }
    do throws(PipelineError) {
      try pipeline.checkIsWorkable(stages: stages)
      // Checking an untrusted file must not start unconfined programs.
      let sandbox = options.onlyLooks ? .require : pipeline.limits.sandbox
      hooks = try source.hooks(pipeline.hooks)
      translations = try Translator.stages(of: pipeline, sandbox: sandbox, resolved: source.resolved)
      let writers = ChosenWriter.all(pipeline.output.writers, among: options.writers)
      try writers.checkTranslations(Set(translations.values.flatMap(\.to)))
      try writers.checkStages(pipeline.stages.map(\.name))
      try pipeline.checkNaming()
      try writers.check()
      if translations.values.contains(where: { $0.keyFile != nil }) { try source.checkTrust(for: "translate.keyFile") }
      engine = try pipeline.engineCommand().map { (command) throws(PipelineError) in
        try source.checkTrust(for: "recognize.engine")
        return try EngineCommand(command, folder: source.commandFolder, sandbox: sandbox)
      }
    } catch {
      throw .pipeline(error.placed(in: pipeline).inFile(source.label))
    }
    let configuration = WorkerConfiguration(pipeline, checkingOverrides: true)
    let reply: ConfigureRequest.Reply
    if firstWorker == nil, engine == nil, let known = cache.reply(to: configuration) {
      reply = known
    } else {
      // Builds the stages before opening any document, so that a missing language ends the run here.
      let worker =
        if let firstWorker { firstWorker } else { try WorkerProcess(program: workerProgram, unless: interruption) }
      firstWorker = worker
      worker.limit(WorkerLimits(pipeline.limits))
      worker.engine = try engine?.start()
      do throws(BatchError) {
        reply = try worker.build(configuration)
      } catch {
        guard case .pipeline(let cause) = error else { throw error }
        throw .pipeline(cause.placed(in: pipeline).inFile(source.label))
      }
      if engine == nil { cache.remember(reply, to: configuration) }
    }
    let own = reply.engine.map { ["engine \($0.name)": $0.version] } ?? [:]
    networks = reply.networks
    versions = [["docscan": Installation.version], own, networks, options.ownVersions].reduce(description.versions) {
      $0.merging($1) { $1 }
    }
  }

  /// Processes all documents until they are finished or `interruption` stops the run. Failed pages and documents don't end it, but are in the report.
  /// `onEvent` runs on the calling thread. Throws for an error such as a full disk; documents that were already finished are kept.
  package func run(
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

  /// Processes the documents of a feed, and writes the report. `outcomes` returns the documents' outcomes, and is called after the loop. `unmatched`
  /// lists the overrides that don't match any file.
  package func run(
    _ feed: any DocumentFeed, into output: OutputFolder, options: BatchOptions? = nil, unmatched: [String] = [],
    began: (ContinuousClock.Instant, Date) = (.now, Date()), interruption: Interruption,
    onEvent: @escaping (BatchEvent) -> Void, outcomes: () throws(BatchError) -> [DocumentOutcome]
  ) throws(BatchError) -> BatchReport {
    if let notice = noticeOfBlankPages { onEvent(.notice(notice)) }
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
    if let advice = adviceToInstallModels(after: report) { onEvent(.notice(advice)) }
    let file = try output.write(report)
    if file != reportFile {
      onEvent(.notice("docscan didn't write \(reportFile), so it isn't replaced. This report is \(file)."))
      reportFile = file
    }
    onEvent(.finished(report))
    return report
  }

  private var noticeOfBlankPages: String? {
    let writers = ChosenWriter.all(pipeline.output.writers, among: options.writers)
    let drops = writers.contains { $0.type == PDFWriter.self && PDFWriter.dropsBlankPages($0.settings) }
    guard drops, !pipeline.stages.contains(where: { $0.name == "blank" }) else { return nil }
    return "The PDF keeps blank pages, because no stage finds them. Add it with --also blank."
  }

  private func adviceToInstallModels(after report: BatchReport) -> String? {
    guard networks.isEmpty, pipeline.readsWithModels, report.totals.pages > 0, report.pageCount(asBadAs: .f) > 0 else {
      return nil
    }
    let command = NetworkInstallation.command(forProgramIn: Installation.ownFolder())
    return "Some pages have no text that can be trusted. The models for photographs and poor print are not installed. "
      + "Get them with: \(command)"
  }

  package var inputs: [String] { options.paths.isEmpty ? pipeline.input.paths.map(source.resolved) : options.paths }

  /// The folder of the pipeline file, with a trailing slash, or `nil` for a preset.
  package var pipelineFolder: String? {
    guard source.preset == nil else { return nil }
    return canonicalPath(source.folder.isEmpty ? "." : source.folder) + "/"
  }

  /// Finds the documents in the inputs, without reading standard input.
  func listing() throws(BatchError) -> InputListing {
    let inputs = inputs
    guard !inputs.isEmpty else {
      throw .noInput("No input: name files or folders on the command line, or under \"input\": {\"paths\": […]}.")
    }
    var scanner = InputScanner(
      group: pipeline.input.group, formats: formats, outputFolder: outputFolder,
      merged: options.mergesInputs ? InputScanner.Merged(name: options.name) : nil)
    scanner.isLiteral = options.pathsAreLiteral
    var listing = try scanner.scan(inputs)
    if let only = options.only { listing.documents.removeAll { !only.contains(PathKey($0.identity)) } }
    guard !options.needsOneDocument || listing.documents.count <= 1 else {
      throw SingleFilePipelineRun.severalDocuments(listing.documents.count)
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

  /// Returns the options for a run. The chosen settings become edits only if the output folder also has documents to which the settings don't apply,
  /// and only if the inputs aren't divided and weren't given by the caller.
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

  package func process(
    _ feed: any DocumentFeed, into output: OutputFolder, options chosen: BatchOptions? = nil,
    interruption: Interruption,
    onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) -> BatchLoop.Result {
    if let notice = output.journal.notice { onEvent(.notice(notice)) }
    let size = workers
    let pool = try WorkerPool(
      size: size, first: firstWorker.take(), program: workerProgram,
      configuration: WorkerConfiguration(pipeline), engine: engine, networks: networks,
      output: output)
    pool.onFirstConfinement = { [self] confinement in
      guard firstConfinement == nil else { return }
      firstConfinement = confinement
      guard !confinement.missing.isEmpty else { return }
      onEvent(
        .notice(
          "Workers are not fully confined: \(confinement.missing.joined(separator: "; ")). Process only documents that you "
            + "trust, or set limits.sandbox to \"require\"."))
    }
    try pool.confineFirst()
    let scheduler = try BatchScheduler(
      feed: feed, output: output, pipelines: pipelines, versions: versions, packs: languagePacks,
      options: chosen ?? options, template: template, workers: size,
      translator: translations.isEmpty ? nil : try Translator(translations, folder: output.hidden), stages: stages,
      decisions: DecisionQueue(output) { onEvent(.notice($0.notice)) },
      hooks: try hooks.map { (hooks) throws(BatchError) in
        try HookQueue(hooks, in: output, leaving: options.leavesWebhooks ? [.webhook] : [], onEvent: onEvent)
      },
      onEvent: onEvent)
    if let command = hooks?.settings.command, !command.isEmpty {
      onEvent(.notice("For each document this pipeline runs a command: \(command.joined(separator: " "))"))
    }
    let loop = BatchLoop(
      pipeline: pipeline.ofWorkers, pool: pool, feed: feed, output: output, scheduler: scheduler,
      passwords: options.passwords, onEvent: onEvent)
    return try loop.run(interruption: interruption)
  }

  /// The template for naming documents by content, or `nil` if they keep the names of their inputs or have a given name.
  var template: NameTemplate? {
    options.name == nil && !options.needsOneDocument && given == nil ? pipeline.output.template : nil
  }

  /// The confinement of the workers, which is empty before the first worker is confined.
  package var confinement: Confinement { firstConfinement ?? Confinement() }
  private var firstConfinement: Confinement?

  package var workers: Int { max(1, options.workers ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private func unmatchedOverrides(_ documents: [InputDocument]) -> [String] {
    pipeline.overrides.filter { override in
      !documents.contains { $0.paths.contains { override.isFor(file: $0) } }
    }.map(\.key)
  }
}

extension [ChosenWriter] {
  /// Throws if a writer needs a language into which no stage translates. `made` contains the languages of the translations.
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
  package init(_ pipeline: Pipeline, checkingOverrides: Bool = false) {
    let pipeline = pipeline.ofWorkers
    let variants = pipeline.overrides.flatMap(\.changes).compactMap { change in
      change.settings.map { ResolvedComponent(name: change.stage, settings: $0) }
    }
    self.init(
      pages: pipeline.pages, limits: pipeline.limits, stages: pipeline.stages, variants: variants,
      checksVariants: checkingOverrides)
  }
}

extension Pipeline {
  package static var withDefaults: Pipeline {
    get throws(BatchError) {
      do throws(PipelineError) {
        return try Pipeline(value: [:], stages: [], writers: [])
      } catch {
        throw .pipeline(error)
      }
    }
  }

  /// Returns the pipeline's name and components, and the digest of all settings that affect the results of documents with these files.
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
