// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCluster
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary

extension Command {
  static let merge = Command(
    name: "merge",
    abstract: "Merge the shards of a plan into one folder of results.",
    discussion: """
      First, every document of the plan is checked: it must be complete, or its record must say why it isn't. If a document is missing, or a \
      shard is still running, nothing is moved. Then documents are moved by renaming, so that nothing is copied on the same disk. With --keep, \
      the shards keep their documents, and the library shares their files. The library has the same documents, byte for byte, as if one \
      machine had made it, with a journal, a report and a search index.

      The command can be interrupted at any time; run it again to continue. Without -o, it only reports what exists and what is missing. \
      --missing prints the shards to run again, in the format of job arrays: 3,7-9.

      Exit code 0: nothing is missing; 1: something is missing, or documents failed.
      """,
    arguments: [
      CommandArgument(CommandValue("PLAN", completion: .folders), help: "The plan's folder."),
      CommandArgument(
        CommandValue("RESULTS", completion: .folders), .any,
        help:
          "The folders of the shards, or folders that contain them: the -o of docscan run --plan. Default: docscan-out."
      ),
    ],
    options: [
      CommandOption(
        "output", short: "o", value: CommandValue("DIR", completion: .folders),
        help: "The folder for all results. Default: none, so that nothing is moved."),
      CommandOption("missing", help: "Print only the shards to run again."),
      CommandOption("partial", help: "Merge what is there even if something is missing."),
      CommandOption("keep", help: "Keep the shards; the library shares their files."),
      .review,
      CommandOption("json", help: "Print the result as JSON."),
    ],
    example: Example(
      line: "docscan merge plan out -o library",
      explanation: "Merges the shards in the folder out into the folder library."),
    perform: { (arguments, console) throws(CommandError) in try MergeCommand(arguments, console).run() })
}

/// Checks and merges the results of a plan's shards.
struct MergeCommand {
  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) { (self.arguments, self.console) = (arguments, console) }

  func run() throws(CommandError) -> ExitCode {
    let places = arguments["RESULTS"].isEmpty ? [OutputSettings.defaultDirectory] : arguments["RESULTS"]
    let merge = try batchResult(
      LibraryMerge(plan: arguments["PLAN"].first ?? "", results: places, keepsShards: arguments.flags.contains("keep")))
    let library = arguments.values["output"]
    guard let library, !arguments.flags.contains("missing") else { return try account(merge, library: library) }
    let review = try arguments.reviewSize(of: "merge")
    let interruption = Interruption.onSignals()
    let progress = MergeProgressText(console)
    let result = try batchResult(
      merge.run(
        into: library, review: review, partial: arguments.flags.contains("partial"), interruption: interruption,
        onProgress: progress.show))
    guard !result.wasInterrupted else {
      progress.end()
      console.writeError("Interrupted. Run the same command to continue.\n")
      return .interrupted
    }
    let complaint = merge.library.flatMap { library in
      IndexUpdater.takeOver(merge.shardFolders, into: library) { progress.show($0, of: $1) }
    }
    progress.end()
    if let complaint { console.writeError(complaint + "\n") }
    if arguments.flags.contains("json") {
      try console.writeJSON(result)
    } else {
      try console.writeOutput(PlanSummary.text(of: result, library: library))
      if let review = result.review { try console.writeOutput("\n" + ReviewText.text(of: review)) }
    }
    let isAllDone = result.refused.isEmpty && result.totals.failed + result.totals.partial == 0
    return isAllDone ? .success : .someFailed
  }

  private func account(_ merge: LibraryMerge, library: String?) throws(CommandError) -> ExitCode {
    let account = try batchResult(merge.account(library: library))
    if arguments.flags.contains("missing") {
      if !account.incompleteShards.isEmpty { try console.writeOutput(account.arrayExpression + "\n") }
    } else if arguments.flags.contains("json") {
      try console.writeJSON(account)
    } else {
      try console.writeOutput(PlanSummary.text(of: account, of: merge.shardCounts))
    }
    let failed = [DocumentStatus.failed, .partial].contains { account.statuses[$0.rawValue, default: 0] > 0 }
    return account.isWhole && !failed ? .success : .someFailed
  }
}
