// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
package import DocScanCore

/// `--progress plain`: a line for each document and failure, and the progress every ten seconds.
package struct PlainProgress: ProgressDisplay {
  private static let heartbeat = 10.0

  private var state = ProgressState()
  private var lastHeartbeat = 0.0

  package init() {}

  package var interval: Duration? { .seconds(1) }

  package mutating func show(_ event: BatchEvent, at seconds: Double) -> String {
    state.record(event, at: seconds)
    if case .started(let documents, let workers) = event {
      return "\(counted(documents, "document")), \(counted(workers, "worker"))\n"
    }
    return EventLines.line(event).map { $0 + "\n" } ?? ""
  }

  package mutating func tick(at seconds: Double) -> String {
    // The summary follows 100%.
    guard seconds - lastHeartbeat >= Self.heartbeat, state.percent < 100 else { return "" }
    lastHeartbeat = seconds
    var parts = ["\(state.percent)%", state.count(separator: " of ")]
    if let rate = state.pagesPerSecond(at: seconds) { parts.append(pageRate(rate)) }
    if let left = state.secondsLeft(at: seconds) { parts.append("about \(timeLeft(left)) left") }
    if state.failures > 0 { parts.append("\(state.failures) failed") }
    return "progress: " + parts.joined(separator: ", ") + "\n"
  }
}
