// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore

/// What `docscan run --dry-run` shows: a line for each document, and what it comes to.
enum PlanText {
  /// The lines; `folder` is where results would lie.
  static func text(of plan: BatchPlan, folder: String) -> String {
    var lines = plan.documents.flatMap { document in
      let pages = document.pages.map { counted($0, "page") } ?? "unknown pages"
      return ["\(document.name): \(pages), \(action(document.action)), from \(document.source)"]
        + document.notes.map { "  \($0)" }
    }
    lines += plan.others.map { "\($0.source): \($0.status.rawValue): \($0.reason ?? "It is no document.")" }
    let counts = [("new", count(plan) { $0 == .new }), ("unchanged", count(plan) { $0 == .unchanged })]
    let again = plan.documents.count - counts.reduce(0) { $0 + $1.1 }
    let named = (counts + [("made again", again)]).filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    lines.append("Documents  \(plan.documents.count)\(named.isEmpty ? "" : ": " + named.joined(separator: ", "))")
    lines.append("Results    \(folder) (a dry run: nothing was written)")
    return lines.map { visibleText($0) + "\n" }.joined()
  }

  private static func count(_ plan: BatchPlan, _ isWanted: (BatchPlan.Action) -> Bool) -> Int {
    plan.documents.count { isWanted($0.action) }
  }

  private static func action(_ action: BatchPlan.Action) -> String {
    switch action {
    case .new: "new"
    case .unchanged: "unchanged"
    case .again(let reason): "made again (\(reason))"
    }
  }
}
