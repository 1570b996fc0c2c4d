// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCluster
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles

/// The summaries of plans and merges.
enum PlanSummary {
  /// Returns the summary of a plan. `shardsBefore` is the number of shards that existed before the plan was extended.
  static func text(of plan: WorkPlan, folder: String, shardsBefore: Int = 0) -> String {
    let seconds = plan.shards.map(\.seconds)
    let name = visibleText(folder)
    var lines = [
      "\(counted(plan.documents, "document")), \(bytes(Double(plan.bytes))), in \(counted(plan.shards.count, "shard"))."
    ]
    if plan.costs.sample > 0 {
      lines.append(
        "A worker needs about \(duration(plan.seconds)) in total, \(duration(seconds.max() ?? 0)) for the longest shard "
          + "(learned from \(counted(plan.costs.sample, "document"))).")
    }
    if plan.others > 0 {
      lines.append("\(counted(plan.others, "other file")) left out: \(name)/others.jsonl says why.")
    }
    lines.append("Next: docscan run --plan \(name) --shard \(shardsBefore + 1)/\(plan.shards.count) -o out")
    return lines.map { $0 + "\n" }.joined()
  }

  static func text(of changes: PlanChanges) -> String {
    guard !changes.isEmpty else { return "Everything is as it was when the plan was made.\n" }
    let kinds = [("changed", changes.changed), ("missing", changes.missing), ("new", changes.new)]
    return kinds.filter { $0.1.count > 0 }.map { name, kind in
      let more = kind.count > kind.sources.count ? "  and \(kind.count - kind.sources.count) more\n" : ""
      return "\(kind.count) \(name):\n" + kind.sources.map { "  \(visibleText($0))\n" }.joined() + more
    }.joined()
  }

  static func text(of account: LibraryMerge.Account, of shards: (planned: Int, found: Int)) -> String {
    var text =
      "\(counted(account.documents, "document")). \(shards.found) of \(counted(shards.planned, "shard")) "
      + "\(shards.found == 1 ? "has" : "have") results.\n"
    for status in DocumentStatus.allCases {
      if let count = account.statuses[status.rawValue] { text += "  \(status.rawValue): \(count)\n" }
    }
    if account.missing > 0 { text += "  missing: \(account.missing)\n" }
    if !account.running.isEmpty { text += "Still running: \(PageSelection(pages: account.running))\n" }
    if !account.incompleteShards.isEmpty { text += "Run these shards again: \(account.arrayExpression)\n" }
    return text
  }

  static func text(of result: LibraryMerge.Result, library: String) -> String {
    let totals = result.totals
    var text = "\(counted(result.moved, "document")) put in place"
    text += result.found > 0 ? ", \(result.found) were there.\n" : ".\n"
    text +=
      "\(totals.complete) complete, \(totals.partial) partial, \(totals.failed) failed; \(counted(totals.pages, "page")).\n"
    for name in result.refused {
      text += "\(visibleText(name)): a file that docscan did not create has its name, so it stays in its shard.\n"
    }
    return text + "Results: \(visibleText(library))\n"
  }
}
