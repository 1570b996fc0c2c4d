// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCluster
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials

/// The shard of a plan that `docscan run` should process.
struct ShardArgument {
  /// The options that affect results and so belong to the plan.
  private static let plannedOptions = [
    "pages", "name", "keep-times", "merge", "dry-run", "overwrite", "also", "set", "lang",
  ]

  let plan: String
  let number: Int
  /// The number of shards in `--shard I/N`, or `nil` if only the shard was given.
  let count: Int?
  let root: String?
  let anyVersions: Bool

  init?(_ arguments: ParsedArguments) throws(CommandError) {
    guard let plan = arguments.values["plan"] else {
      for option in ["shard", "root"] where arguments.values[option] != nil {
        throw Self.error("--\(option) needs --plan.")
      }
      return nil
    }
    guard (arguments[CommandArgument.pipelineName] + arguments["INPUT"]).isEmpty else {
      throw Self.error("a plan has its own pipeline and inputs. Leave out what follows the options.")
    }
    let given = arguments.flags.union(arguments.values.keys).union(arguments.lists.keys)
    if let option = Self.plannedOptions.first(where: given.contains) {
      throw Self.error("--\(option) belongs to docscan plan: it decides results, which a plan has settled.")
    }
    (self.plan, root, anyVersions) = (plan, arguments.values["root"], arguments.flags.contains("any-versions"))
    (number, count) = try Self.shard(arguments.values["shard"])
  }

  func run(_ options: BatchOptions) throws(BatchError) -> PipelineRun {
    try PipelineRun(plan: plan, shard: number, of: count, root: root, anyVersions: anyVersions, options: options)
  }

  /// Returns the shard from `--shard`, or from the environment of a Slurm or Kubernetes array job.
  private static func shard(_ text: String?) throws(CommandError) -> (Int, Int?) {
    if let text {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(parts.count), let number = parts[0], number >= 1, parts.last != .some(nil) else {
        throw error("--shard: expected a number such as 7, or 7/40, found \"\(visibleText(text))\".")
      }
      return (number, parts.count == 2 ? parts[1] : nil)
    }
    let environment = ProcessInfo.processInfo.environment
    if let number = environment["SLURM_ARRAY_TASK_ID"].flatMap({ Int($0) }) {
      guard number >= 1 else {
        throw error("SLURM_ARRAY_TASK_ID is \(number): the array begins at 1, as in --array=1-40.")
      }
      return (number, nil)
    }
    if let index = environment["JOB_COMPLETION_INDEX"].flatMap({ Int($0) }), index >= 0 { return (index + 1, nil) }
    throw error("--plan needs --shard, such as --shard 7/40.")
  }

  private static func error(_ message: String) -> CommandError { .usage(message, command: "run") }
}
