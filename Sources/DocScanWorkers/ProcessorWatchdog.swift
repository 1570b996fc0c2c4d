// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// A meter of the time in which a worker works or hangs, without the time in which it waits for a processor. A worker hangs while it sleeps and uses
/// almost no processor time. On a busy computer, pages don't lose time to other programs, but workers that loop or hang still reach their limits.
package struct ProcessorWatchdog {
  /// The share of processor time below which a process counts as hanging. A hanging process may wake up repeatedly.
  private static let leastWork = 0.1
  /// The longest interval that counts, in seconds. After a longer one, this process itself was suspended.
  private static let longestInterval = 5.0

  /// The processor time in seconds, but at most the elapsed time.
  package private(set) var worked = 0.0
  /// The time in seconds in which the worker hung.
  package private(set) var stoodStill = 0.0
  package private(set) var lastLook: ContinuousClock.Instant
  private var lastUse: ProcessUse

  package init(_ worker: WorkerProcess) {
    lastLook = .now
    lastUse = worker.use
  }

  /// The sum of `worked` and `stoodStill`.
  package var seconds: Double { worked + stoodStill }

  /// Adds the time since the last call to `worked` or `stoodStill`. At most 5 seconds count, so call this more often than that.
  package mutating func look(at worker: WorkerProcess) {
    let (now, use) = (ContinuousClock.now, worker.use)
    let interval = min(DocScanFiles.seconds(from: lastLook, to: now), Self.longestInterval)
    let work = use.seconds - lastUse.seconds
    (lastLook, lastUse) = (now, use)
    if !use.isRunnable, work < Self.leastWork * interval {
      stoodStill += interval
    } else {
      // Parallel threads don't use up a page's time faster.
      worked += min(max(work, 0), interval)
    }
  }
}
