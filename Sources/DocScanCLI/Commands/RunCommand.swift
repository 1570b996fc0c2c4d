// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanWriters

extension Command {
  /// `docscan run`.
  static let run = Command(
    name: "run",
    abstract: "Turn scans and photos into searchable documents, as a pipeline file says.",
    discussion: """
      Results appear in the output folder, one folder for each document; report.json there tells of the whole run. \
      A document that is there already, complete and made from the same file by the same pipeline, is left as it is. \
      Ctrl-C stops once the pages in hand are done, a second one at once. The same command goes on from there.

      --review lists the pages that a person should look at first: those that failed, then those whose text has most \
      errors to expect, with a grade from A to F and the reason. Documents that are left as they are count, too. A list \
      has 10,000 pages at most; report.json has the same list under "review".

      A summary goes to standard output; progress and failures go to standard error. With --progress json, each line \
      of it is an object with the key "event" and, except for the last of these, "at", the seconds since the beginning:
        started            documents, workers
        document-opened    document, pages
        page-finished      document, page, status, message
        page-retried       document, page, message
        document-finished  document, source, status, pages, failedPages,
                           blankPages, poorPages, message, notes, seconds
        notice             message
        finished           complete, partial, failed, unchanged, ignored, pages,
                           failedPages, blankPages, poorPages, interrupted,
                           seconds
        error              message, exitCode
      """,
    arguments: [
      CommandArgument(
        CommandValue("PIPELINE.json", completion: .files(ending: "json")),
        help: "The pipeline file: what is done with each page, and what is written. See: docscan help pipeline"),
      CommandArgument(
        CommandValue("INPUT", completion: .paths), .any,
        help: "Files, folders, globs, or - for standard input. They replace the pipeline's own inputs."),
    ],
    options: [
      .output, .jobs,
      CommandOption(
        "pages", value: CommandValue("PAGES"),
        help: "Only these pages of each document, such as 1-3,7 or 5- (from page 5 on)."),
      CommandOption(
        "progress", value: CommandValue(oneOf: ProgressMode.allCases.map(\.rawValue), as: "MODE"),
        help: "auto: a bar on a terminal, lines elsewhere; bar; plain: lines; json: events; none: only failures, and "
          + "no summary."),
      CommandOption(
        "also", value: CommandValue(oneOf: builtInWriters.map { $0.description.name }, as: "WRITER"),
        help: "Also write this, with its default settings, as if the pipeline file named it: overlays shows what each "
          + "correction found, sources keeps the pixels before any correction."),
      .review, .passwordFile,
      CommandOption(
        "keep-times",
        help: "Give the results the modification time of their source; of a document made of several files, the latest."
      ),
      CommandOption("overwrite", help: "Also make those documents anew that are complete and unchanged."),
      CommandOption(
        "dry-run", help: "Only list the documents, what they would be called, and what would be done. Nothing is written."),
      CommandOption(
        "merge", help: "Make one document of all inputs, with their pages in the given order."),
      CommandOption(
        "name", value: CommandValue("NAME"),
        help: "What the document is called: for one document only, such as that of --merge or of standard input."),
    ],
    example: Example(
      line: "docscan run Pipelines/archive.json inbox -o out --pages 1-3",
      explanation: "Makes searchable PDFs of the first three pages of everything in the folder inbox."),
    run: { (arguments, console) throws(CommandError) in try RunCommand(arguments, console: console).run() })
}

/// Processes documents, shows how far it is, and sums up.
struct RunCommand {
  private let pipelineFile: String
  private let options: BatchOptions
  private let progress: ProgressMode
  private let isDryRun: Bool
  private let console: Console

  init(_ arguments: ParsedArguments, console: Console) throws(CommandError) {
    do {
      pipelineFile = try Self.pipelineFile(arguments)
      options = BatchOptions(
        inputs: arguments["INPUT"], outputDirectory: arguments.values["output"], workers: try arguments.jobs(of: "run"),
        pages: try arguments.pageSelection(of: "run"), overwrite: arguments.flags.contains("overwrite"),
        extraWriters: arguments.values["also"].map { [$0] } ?? [],
        review: try arguments.reviewSize(of: "run"), passwords: try arguments.passwords(of: "run"),
        name: arguments.values["name"], merge: arguments.flags.contains("merge"),
        keepTimes: arguments.flags.contains("keep-times"))
    } catch {
      throw .usage(error)
    }
    isDryRun = arguments.flags.contains("dry-run")
    progress = arguments.values["progress"].flatMap(ProgressMode.init) ?? .auto
    self.console = console
  }

  /// Runs, and says how it went.
  func run() throws(CommandError) -> ExitCode {
    do {
      return isDryRun ? try plan() : try process()
    } catch {
      guard progress == .json else { throw error }
      console.writeError(JSONProgress.line(for: error))
      return error.exitCode
    }
  }

  private func process() throws(CommandError) -> ExitCode {
    let report: BatchReport
    let folder: String
    var summary = RunSummary()
    do {
      let batch = try BatchRun(pipelineFile: pipelineFile, options: options)
      folder = batch.outputFolder
      // Before the progress starts a thread, which would otherwise get the signals and end the process.
      let interruption = Interruption.onSignals()
      let live = LiveProgress(progress.display(on: console, elsewhere: PlainProgress()), write: console.writeError)
      defer { live.end() }
      report = try batch.run(interruption: interruption) { event in
        summary.record(event)
        live.show(event)
      }
    } catch {
      throw .batch(error)
    }
    if progress != .none { try console.writeOutput(summary.text(report, folder: folder)) }
    if let review = report.review {
      try console.writeOutput((progress == .none ? "" : "\n") + ReviewText.text(of: review))
    }
    if report.interrupted {
      let hint = progress == .json ? "" : "Interrupted. The same command goes on with the documents that are left.\n"
      console.writeError(hint)
      return .interrupted
    }
    return report.totals.failed + report.totals.partial > 0 ? .someFailed : .success
  }

  /// Shows what a run would do.
  private func plan() throws(CommandError) -> ExitCode {
    do throws(BatchError) {
      let batch = try BatchRun(pipelineFile: pipelineFile, options: options)
      let plan = try batch.plan()
      try console.writeOutput(PlanText.text(of: plan, folder: batch.outputFolder))
      return plan.others.contains { $0.status == .failed } ? .someFailed : .success
    } catch {
      throw .batch(error)
    }
  }

  private static func pipelineFile(_ arguments: ParsedArguments) throws(UsageError) -> String {
    let file = arguments["PIPELINE.json"].first ?? ""
    guard let dot = file.lastIndex(of: "."),
      FileKind.endings.contains(file[file.index(after: dot)...].lowercased())
    else { return file }
    let shown = visibleText(file)
    throw UsageError(
      message: "the first argument is the pipeline file, but \"\(shown)\" is named like a document. "
        + "Write: docscan run PIPELINE.json \(shown)", command: "run")
  }
}
