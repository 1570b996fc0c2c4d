// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles

/// The output of `docscan run --dry-run`: a line for each document, and the totals.
enum PlanText {
  /// Returns the plan as text. `folder` is the output folder of the planned run.
  static func text(of plan: BatchPlan, folder: String) -> String {
    var lines = plan.documents.flatMap { document in
      let pages = document.pages.map { counted($0, "page") } ?? "number of pages unknown"
      return ["\(document.name): \(pages), \(action(document.action)), from \(document.source)"]
        + document.notes.map { "  \($0)" }
    }
    lines += plan.others.map { "\($0.source): \($0.status.rawValue): \($0.reason ?? "It is not a document.")" }
    let new = plan.documents.count { $0.action == .new }
    let unchanged = plan.documents.count { $0.action == .unchanged }
    let counts = [(new, "new"), (unchanged, "unchanged"), (plan.documents.count - new - unchanged, "to be redone")]
    let named = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    lines.append("Documents  \(plan.documents.count)\(named.isEmpty ? "" : ": " + named.joined(separator: ", "))")
    lines.append("Results    \(folder) (a dry run: nothing was written)")
    return lines.map { visibleText($0) + "\n" }.joined()
  }

  private static func action(_ action: BatchPlan.Action) -> String {
    switch action {
    case .new: "new"
    case .unchanged: "unchanged"
    case .again(let reason): "to be redone (\(reason))"
    }
  }
}
