// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCluster
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import Synchronization

/// Shows the progress of planning.
final class PlanProgressText: Sendable {
  private let line: ProgressLine

  init(_ console: Console) { line = ProgressLine(console) }

  func show(_ progress: PlanProgress) {
    switch progress {
    case .found(let count): line.show("\(counted(count, "document")) found")
    case .hashed(let count, let total): line.show("\(count) of \(counted(total, "document")) hashed")
    case .sampling(.documentFinished(let outcome)): line.show("sample: \(visibleText(outcome.source))")
    case .sampling: break
    case .notice(let text): line.show(text)
    }
  }

  func end() { line.end() }
}

/// Shows the progress of merging.
final class MergeProgressText: Sendable {
  private let line: ProgressLine

  init(_ console: Console) { line = ProgressLine(console) }

  func show(_ progress: MergeProgress) {
    switch progress {
    case .accounted(let shard, let count): line.show("shard \(shard) of \(count) checked")
    case .moved(let count, let total): line.show("\(count) of \(counted(total, "document")) in place")
    }
  }

  func show(_ shard: Int, of count: Int) { line.show("search index: shard \(shard) of \(count)") }

  func end() { line.end() }
}

/// A line of progress, which is redrawn on a terminal and printed every ten seconds elsewhere.
final class ProgressLine: Sendable {
  private static let pause = (terminal: Duration.milliseconds(100), elsewhere: Duration.seconds(10))

  private let console: Console
  private let isTerminal: Bool
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  init(_ console: Console) {
    self.console = console
    isTerminal = console.terminalColumns() != nil
  }

  func show(_ text: String) {
    let isDue = last.withLock { last in
      let now = ContinuousClock.now
      if let last, now < last + (isTerminal ? Self.pause.terminal : Self.pause.elsewhere) { return false }
      let isFirst = last == nil
      last = now
      return isTerminal || !isFirst
    }
    if isDue { console.writeError(isTerminal ? "\r\u{1B}[K\(text)" : text + "\n") }
  }

  func end() { if isTerminal { console.writeError("\r\u{1B}[K") } }
}
