// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanPresets
internal import DocScanProgress
internal import DocScanStore
internal import FoundationEssentials

extension Command {
  static let run = Command(
    name: "run",
    abstract: "Turn scans and photos into searchable documents.",
    discussion: """
      docscan scan.pdf is short for docscan run scan.pdf. The first word is the pipeline if it ends in .json or is the \
      name of a preset, such as photos; ./photos is your file or folder of that name. Without a pipeline, the preset \
      scan runs: it straightens each page, reads it in its own language, and writes a searchable PDF, text and JSON.

      Results go to the output folder, one folder for each document; report.json there describes the whole run. \
      Documents already completed from the same file with the same pipeline are skipped. Ctrl-C stops after the pages \
      in progress; a second Ctrl-C stops immediately. Run the same command to continue.

      --review lists the pages that a person should check first: those that failed, then those with the highest \
      expected error rate, with a grade from A to F and the reason. It includes documents that were skipped. A \
      list has at most 10,000 pages; report.json has the same list under "review".

      With --plan, a machine processes one shard of a plan, and docscan merge puts the shards together. \
      SIGTERM ends it after the pages in progress with exit code 130. To continue, run the same command, here or on another machine.

      Grade F means text that cannot be trusted; the summary lists such pages. A page with something on it \
      and no text found also has grade F, and is listed as such. With --fail-grade, a page of that grade or a worse one \
      makes the exit code 1, even in documents that were skipped.

      The summary goes to standard output, progress and failures to standard error. With --progress json, both are \
      on standard output, so that --progress json | jq works; with -o -, which prints the document, they are on standard error. Each line \
      is an object with the key "event" and, except for error and summary, "at": the seconds since the start. Their \
      schema: docscan schema progress.
        started            documents, workers
        document-opened    document, pages
        page-finished      document, page, status, message
        page-retried       document, page, message
        document-finished  document, source, status, pages, failedPages,
                           blankPages, poorPages, untrustedPages, noTextPages,
                           message, notes, seconds
        document-named     document, name
        notice             message
        finished           complete, partial, failed, unchanged, ignored, pages,
                           failedPages, blankPages, noTextPages, poorPages,
                           interrupted, seconds
        summary            results, report, review, failure
        error              message, exitCode
      """,
    arguments: [
      CommandArgument(
        CommandValue(CommandArgument.pipelineName, completion: .pipelines(orPaths: true)), .optional,
        help: "A pipeline file (.json) or the name of a preset. Default: scan. See: docscan presets"),
      CommandArgument(
        CommandValue("INPUT", completion: .paths), .any,
        help: "Files, folders, globs, or - for standard input. They replace the pipeline's own inputs."),
    ],
    options: [
      .runOutput, .jobs,
      CommandOption(
        "pages", value: CommandValue("PAGES"),
        help: "Only these pages of each document, such as 1-3,7 or 5- (page 5 to the end)."),
      CommandOption(
        "progress", value: CommandValue(oneOf: ProgressMode.allCases.map(\.rawValue), as: "MODE"),
        help: "auto: a bar on a terminal, lines elsewhere; bar; plain: lines; json: events; none: only failures, and "
          + "no summary."),
      CommandOption("quiet", short: "q", help: "Only failures; the same as --progress none."),
      CommandOption("verbose", short: "v", help: "A line for each page, and the time of each stage."),
      CommandOption(
        "log", value: CommandValue("FILE", completion: .paths),
        help: "Also append a line for each document and failure to this file, with date and time."),
      CommandOption(
        "scratch", value: CommandValue("DIR", completion: .folders),
        help:
          "Keep temporary files here, such as on the machine's own disk when results go to a network share. Default: in the "
          + "output folder."),
      CommandOption(
        "metrics", value: CommandValue("FILE.prom", completion: .paths),
        help:
          "Write totals of the run to this file, in OpenMetrics: pages, failures, seconds of each stage. The file is updated "
          + "every five seconds, for node_exporter's textfile collector."),
      .review,
      CommandOption(
        "fail-grade",
        value: CommandValue(oneOf: ExpectedErrors.Grade.allCases.map(\.rawValue), as: "GRADE"),
        help: "End with exit code 1 if the text of any page has this grade or a worse one: A, B, C, D or F."),
      .passwordFile,
      CommandOption(
        "plan", value: CommandValue("PLAN", completion: .folders),
        help:
          "Run a shard of this plan, instead of a pipeline and inputs. Each shard gets its own folder inside that of -o."
      ),
      CommandOption(
        "shard", value: CommandValue("I/N"),
        help:
          "The shard of the plan, from 1. Default: SLURM_ARRAY_TASK_ID, or JOB_COMPLETION_INDEX + 1."
      ),
      CommandOption(
        "root", value: CommandValue("DIR", completion: .folders),
        help: "The folder of the plan's input files, if they have moved."),
      .anyVersions,
      CommandOption(
        "keep-times",
        help: "Give the results the modification time of their source; of a document made of several files, the latest."
      ),
      CommandOption(
        "overwrite",
        help: "Redo documents even if they are complete and unchanged. With -o FILE: replace that file."),
      CommandOption("merge", help: "Make one document of all inputs, in the order given."),
      CommandOption(
        "name", value: CommandValue("NAME"),
        help: "The name of the document, if there is only one, as with --merge or standard input."),
      CommandOption(
        "dry-run",
        help: "List the documents, their names, and what would be done, and write nothing."),
    ] + CommandOption.settings,
    example: Example(
      line: "docscan run archive inbox -o out -l deu+eng",
      explanation: "Makes archive PDFs of everything in the folder inbox, which is in German and English."),
    perform: { (arguments, console) throws(CommandError) in try RunCommand(arguments, console: console).run() })
}

/// Processes documents, shows progress, and prints a summary.
struct RunCommand {
  private enum Work {
    case task(PipelineArgument.Task)
    case shard(ShardArgument)
  }

  private let work: Work
  private let options: BatchOptions
  private let output: RunOutput
  private let progress: ProgressMode
  private let isVerbose: Bool
  private let isDryRun: Bool
  private let failGrade: ExpectedErrors.Grade?
  private let log: LogFile?
  private let metrics: MetricsFile?
  private let console: Console

  init(_ arguments: ParsedArguments, console: Console) throws(CommandError) {
    var inputs: [String] = []
    if let shard = try ShardArgument(arguments) {
      (work, output) = (.shard(shard), .folder(arguments.values["output"]))
    } else {
      var changes = try arguments.changes(of: "run")
      output = try arguments.runOutput(&changes, redirected: console.outputFile())
      let task = try PipelineArgument.task(
        arguments[CommandArgument.pipelineName] + arguments["INPUT"], changes: changes,
        hasOutput: arguments.values["output"] != nil)
      (work, inputs) = (.task(task), task.inputs)
    }
    var options = BatchOptions(
      paths: inputs, outputFolder: arguments.values["output"], workers: try arguments.jobs(of: "run"),
      pages: try arguments.pageSelection(of: "run"), overwritesExistingResults: arguments.flags.contains("overwrite"),
      passwords: try arguments.passwords(of: "run"), name: arguments.values["name"],
      mergesInputs: arguments.flags.contains("merge"))
    options.review = try arguments.reviewSize(of: "run")
    options.keepTimes = arguments.flags.contains("keep-times")
    options.scratchDisk = arguments.values["scratch"]
    if case .task(let task) = work, !inputs.isEmpty, inputs.allSatisfy(Self.isFile) {
      options.chosen = ChosenSettings(task.source.changes, by: userName())
    }
    options.onlyLooks = arguments.flags.contains("dry-run")
    self.options = options
    (progress, isVerbose) = try Self.progress(arguments)
    isDryRun = arguments.flags.contains("dry-run")
    failGrade = arguments.values["fail-grade"].flatMap(ExpectedErrors.Grade.init)
    log = try isDryRun ? nil : arguments.values["log"].map { (path) throws(CommandError) in try LogFile(path: path) }
    metrics =
      try isDryRun
      ? nil : arguments.values["metrics"].map { (path) throws(CommandError) in try MetricsFile(path: path) }
    self.console = console
  }

  func run() throws(CommandError) -> ExitCode {
    defer { if let complaint = log?.complaint { console.writeError(complaint) } }
    do {
      return isDryRun ? try plan() : try process()
    } catch {
      log?.write(LogProgress.dated(error.lines))
      guard progress == .json else { throw error }
      writeProgress(JSONProgress.line(for: error))
      return error.exitCode
    }
  }

  private func process() throws(CommandError) -> ExitCode {
    switch output {
    case .folder: return try processFolder()
    case .file(let target, let format): return try processFile(target, format)
    }
  }

  private func processFolder() throws(CommandError) -> ExitCode {
    let batch = try batch()
    let index = IndexUpdate { batch.library }
    let (report, summary) = try show { (interruption, onEvent) throws(BatchError) in
      let report = try batch.run(interruption: interruption, onEvent: index.watching(onEvent))
      index.finish(wasInterrupted: report.interrupted, onEvent)
      return report
    }
    if progress == .json {
      writeProgress(summaryLine(report, results: batch.outputFolder, file: batch.reportFile))
    } else if progress != .none {
      let results = RunSummary.results(in: batch.outputFolder, report: batch.reportFile)
      try console.writeOutput(
        summary.text(
          report, results: results, isVerbose: isVerbose, failing: failGrade, failuresAreShown: failuresAreShown,
          command: ["docscan"] + CommandLine.arguments.dropFirst(), library: batch.outputFolder))
    }
    return try end(report, hint: "The results so far are kept. Run the same command to continue.")
  }

  private func batch() throws(CommandError) -> PipelineRun {
    switch work {
    case .task(let task): try batchResult(PipelineRun(task.source, options: options))
    case .shard(let shard): try batchResult(shard.run(options))
    }
  }

  /// Returns the pipeline source. Throws an error for a shard, whose results can't be a single file.
  private func source() throws(CommandError) -> PipelineSource {
    guard case .task(let task) = work else {
      throw .usage("the results of a shard go to a folder: leave out the file.", command: "run")
    }
    return task.source
  }

  private func processFile(
    _ target: SingleFilePipelineRun.Target, _ format: SingleFileFormat?
  ) throws(CommandError) -> ExitCode {
    let source = try source()
    let run = try batchResult(SingleFilePipelineRun(source, options: options, format: format, target: target))
    if target == .standardOutput, run.format == .pdf, console.outputIsTerminal() {
      throw .batch(
        .usage("a terminal cannot show a PDF. Write it to a file with > FILE.pdf, or print the text: -o - --also text"))
    }
    let (report, summary) = try show { (interruption, onEvent) throws(BatchError) in
      try run.run(interruption: interruption, onEvent: onEvent)
    }
    // Standard output contains only the document.
    if progress == .json {
      writeProgress(summaryLine(report, results: target.name, file: nil))
    } else if case .file(let path) = target, progress != .none {
      let isWritten = !report.interrupted && report.totals.complete + report.totals.partial > 0
      let results = visibleText(path) + (isWritten ? "" : " is not written")
      try console.writeOutput(
        summary.text(
          report, results: results, isVerbose: isVerbose, failing: failGrade, failuresAreShown: failuresAreShown))
    }
    return try end(report, hint: "Nothing is written.")
  }

  private func show(
    while work: (Interruption, @escaping (BatchEvent) -> Void) throws(BatchError) -> BatchReport
  ) throws(CommandError) -> (BatchReport, RunSummary) {
    // Signals must be blocked before the progress starts a thread. Otherwise that thread receives them and the process
    // ends.
    let interruption = Interruption.onSignals()
    let live =
      isVerbose
      ? LiveProgress(VerboseProgress(), write: console.writeError)
      : LiveProgress(progress.display(on: console, elsewhere: PlainProgress()), write: writeProgress)
    defer { live.end() }
    let measured = metrics.map { LiveProgress(MetricsProgress(labels: metricsLabels), write: $0.write) }
    defer { measured?.end() }
    let logged = log.map { LiveProgress(LogProgress(), write: $0.write) }
    var summary = RunSummary()
    let onEvent = { (event: BatchEvent) in
      summary.record(event)
      live.show(event)
      logged?.show(event)
      measured?.show(event)
    }
    if case .task(let task) = self.work, let notice = task.notice { onEvent(.notice(notice)) }
    let report = try batchResult(work(interruption, onEvent))
    return (report, summary)
  }

  private var metricsLabels: [(String, String)] {
    if case .shard(let shard) = work { [("plan", shard.plan), ("shard", "\(shard.number)")] } else { [] }
  }

  private func end(_ report: BatchReport, hint: String) throws(CommandError) -> ExitCode {
    if let review = report.review, !isForStandardOutput, progress != .json {
      try console.writeOutput((progress == .none ? "" : "\n") + ReviewText.text(of: review))
    }
    if report.interrupted {
      console.writeError(progress == .json ? "" : "Interrupted. \(hint)\n")
      return .interrupted
    }
    let tooBad = failure(of: report)
    // Without the summary, this failure would not be reported.
    if let tooBad, progress == .none { console.writeError("docscan: \(tooBad)\n") }
    let isAllDone = report.translationEnded == nil && report.totals.failed + report.totals.partial == 0
    return tooBad != nil || !isAllDone ? .someFailed : .success
  }

  private func plan() throws(CommandError) -> ExitCode {
    let plan: BatchPlan
    let place: String
    switch output {
    case .folder:
      let batch = try batch()
      let live = LiveProgress(
        (progress == .none ? ProgressMode.none : .auto).display(on: console, elsewhere: QuietProgress()),
        write: console.writeError)
      defer { live.end() }
      plan = try batchResult(batch.plan(onEvent: live.show))
      place = batch.outputFolder
    case .file(let target, _):
      let source = try source()
      plan = try batchResult(SingleFilePipelineRun.plan(source, options: options, target: target))
      place = target.name
    }
    try console.writeOutput(PlanText.text(of: plan, folder: place))
    return plan.others.contains { $0.status == .failed } ? .someFailed : .success
  }

  /// Whether the failures shown during the run are still visible above the summary.
  private var failuresAreShown: Bool { progress != .json && console.streamsAreOne() }

  private var writeProgress: @Sendable (String) -> Void {
    isForStandardOutput ? console.writeError : progress.writer(on: console)
  }

  private func failure(of report: BatchReport) -> String? {
    failGrade.flatMap { RunSummary.failure(of: report, grade: $0) }
  }

  private func summaryLine(_ report: BatchReport, results: String, file: String?) -> String {
    JSONProgress.summary(of: report, results: results, report: file, failure: failure(of: report))
  }

  private var isForStandardOutput: Bool {
    if case .file(.standardOutput, _) = output { true } else { false }
  }

  /// Returns whether a path is a file. Settings are remembered only for single files, not for folders and globs.
  private static func isFile(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
  }

  private static func progress(_ arguments: ParsedArguments) throws(CommandError) -> (ProgressMode, Bool) {
    let given = arguments.values["progress"].flatMap(ProgressMode.init)
    let (isQuiet, isVerbose) = (arguments.flags.contains("quiet"), arguments.flags.contains("verbose"))
    guard [given != nil, isQuiet, isVerbose].count(where: { $0 }) <= 1 else {
      throw .usage("choose one of --quiet, --verbose and --progress.", command: "run")
    }
    return (given ?? (isQuiet ? .none : isVerbose ? .plain : .auto), isVerbose)
  }
}
