// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCluster
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles

extension Command {
  static let plan = Command(
    name: "plan",
    abstract: "Split the work into shards for many machines.",
    discussion: """
      A plan lists every document with its digest, fixes their names, and splits them into shards that take about the \
      same time. A plan is a folder of JSON files that never changes. Each run then processes one shard, on any \
      machine, and one command merges the results:

        docscan plan archive inbox -o plan --shards 40
        docscan run --plan plan --shard 7/40 -o out
        docscan merge plan out -o library

      Documents with the same content are planned once. The cost of a document is estimated from its kind and size; --sample processes some \
      documents to measure it. A picture counts as one page. Use --count-pages to count the pages of PDFs.

      With --check, nothing is planned; documents that have changed, are missing, or are new are reported. With --extend, new documents \
      are added in new shards; existing names and shards don't change.

      To resume an interrupted plan, run the same command. Exit code 1: --check found a difference.
      """,
    arguments: [
      CommandArgument(
        CommandValue(CommandArgument.pipelineName, completion: .pipelines(orPaths: true)), .optional,
        help: "A pipeline file (.json) or the name of a preset. Default: scan."),
      CommandArgument(
        CommandValue("INPUT", completion: .paths), .any,
        help: "Files, folders and globs. They replace the pipeline's own inputs; with --extend, those of the plan."),
    ],
    options: [
      CommandOption(
        "output", short: "o", value: CommandValue("DIR", completion: .folders), help: "A new folder for the plan."),
      CommandOption("shards", value: CommandValue("N"), help: "The number of shards. Default: 1."),
      CommandOption(
        "pages-per-shard", value: CommandValue("N"),
        help: "Make shards of about this many pages each. A PDF whose pages are not counted adds one."),
      CommandOption(
        "sample", value: CommandValue("N"),
        help: "Process this many documents first, to measure their cost; 200 is enough."),
      CommandOption("count-pages", help: "Count the pages of each PDF and TIFF."),
      CommandOption(
        "check", value: CommandValue("PLAN", completion: .folders),
        help: "Report what has changed since this plan was made."),
      CommandOption(
        "extend", value: CommandValue("PLAN", completion: .folders), help: "Add new documents to this plan."),
      .anyVersions, .jobs,
      CommandOption(
        "pages", value: CommandValue("PAGES"), help: "Only these pages of each document, such as 1-3,7 or 5-."),
      .passwordFile,
      CommandOption("keep-times", help: "Give the results the modification time of their source."),
      CommandOption("json", help: "Print plan.json, or what --check found, as JSON."),
    ] + CommandOption.settings,
    example: Example(
      line: "docscan plan archive inbox -o plan --pages-per-shard 5000 --sample 200",
      explanation:
        "Plans everything in the folder inbox in shards of about 5,000 pages, after measuring 200 documents."),
    perform: { (arguments, console) throws(CommandError) in try PlanCommand(arguments, console).run() })
}

extension CommandOption {
  /// The option to accept other versions of libraries and language packs than the plan's.
  static let anyVersions = CommandOption(
    "any-versions",
    help: "Continue if libraries or language packs have other versions than the plan says. Results may differ.")
}

struct PlanCommand {
  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) { (self.arguments, self.console) = (arguments, console) }

  func run() throws(CommandError) -> ExitCode {
    if let folder = arguments.values["check"] { return try check(folder) }
    let interruption = Interruption.onSignals()
    let progress = PlanProgressText(console)
    let folder: String
    let plan: WorkPlan?
    var shardsBefore = 0
    if let extended = arguments.values["extend"] {
      folder = extended
      shardsBefore = try batchResult(WorkPlan(folder: folder)).shards.count
      let (options, workers) = (try options(for: extended), try arguments.jobs(of: "plan"))
      plan = try batchResult(
        PipelineRun.extendPlan(
          options, inputs: arguments[CommandArgument.pipelineName] + arguments["INPUT"],
          workers: workers, anyVersions: arguments.flags.contains("any-versions"), interruption: interruption,
          onProgress: progress.show))
    } else {
      guard let output = arguments.values["output"] else {
        throw usage("name a new folder for the plan with -o, such as -o plan.")
      }
      folder = output
      plan = try made(in: output, interruption, progress)
    }
    progress.end()
    guard let plan else {
      console.writeError("Interrupted. Run the same command to continue.\n")
      return .interrupted
    }
    if arguments.flags.contains("json") {
      try console.writeJSON(plan)
    } else {
      try console.writeOutput(PlanSummary.text(of: plan, folder: folder, shardsBefore: shardsBefore))
    }
    return .success
  }

  private func made(
    in folder: String, _ interruption: Interruption, _ progress: PlanProgressText
  ) throws(CommandError) -> WorkPlan? {
    let task: PipelineArgument.Task
    var options: BatchOptions
    task = try PipelineArgument.task(
      arguments[CommandArgument.pipelineName] + arguments["INPUT"], changes: try arguments.changes(of: "plan"))
    options = BatchOptions(
      paths: task.inputs, outputFolder: folder, workers: try arguments.jobs(of: "plan"),
      pages: try arguments.pageSelection(of: "plan"), passwords: try arguments.passwords(of: "plan"))
    options.keepTimes = arguments.flags.contains("keep-times")
    if let notice = task.notice { console.writeError(notice + "\n") }
    let planned = try self.options(for: folder)
    // Planning reads no pages, unless documents are sampled.
    options.onlyLooks = planned.sample == 0
    return try batchResult(
      PipelineRun(task.source, options: options).makePlan(
        planned, interruption: interruption, onProgress: progress.show))
  }

  private func options(for folder: String) throws(CommandError) -> PlanOptions {
    let shards = try arguments.number("shards", in: 1...1_000_000, of: "plan")
    let pages = try arguments.number("pages-per-shard", in: 1...100_000_000, of: "plan")
    guard shards == nil || pages == nil else {
      throw .usage("choose one of --shards and --pages-per-shard.", command: "plan")
    }
    return PlanOptions(
      folder: folder, cut: pages.map { .pagesPerShard($0) } ?? .shards(shards ?? 1),
      sample: try arguments.number("sample", in: 0...100_000, of: "plan") ?? 0,
      countsPages: arguments.flags.contains("count-pages"))
  }

  private func check(_ folder: String) throws(CommandError) -> ExitCode {
    let changes = try batchResult(PlanChanges(folder: folder))
    if arguments.flags.contains("json") {
      try console.writeJSON(changes)
    } else {
      try console.writeOutput(PlanSummary.text(of: changes))
    }
    return changes.isEmpty ? .success : .someFailed
  }

  private func usage(_ message: String) -> CommandError { .usage(message, command: "plan") }
}
