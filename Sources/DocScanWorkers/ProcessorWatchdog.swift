// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanStore

/// Counts the seconds in which a worker works or stands still, but not those in which it waits for a processor.
///
/// What it works is processor time. It stands still while it sleeps and uses next to none. So a busy computer takes no
/// time from a page, and a worker that loops or hangs comes to its limits all the same.
package struct ProcessorWatchdog {
  /// How much of the time something that hangs may run: it may wake up again and again only to wait on.
  private static let leastWork = 0.1
  /// Who looks later than that did not run itself: the computer slept, or was stopped.
  private static let longestInterval = 5.0

  /// What was worked, in seconds of processor time, but never more than passed.
  package private(set) var worked = 0.0
  /// For how long it stood still.
  package private(set) var stoodStill = 0.0
  package private(set) var lastLook: ContinuousClock.Instant
  private var lastUse: ProcessUse

  /// Counts from now on.
  package init(_ worker: WorkerProcess) {
    lastLook = .now
    lastUse = worker.use
  }

  /// Both together.
  package var seconds: Double { worked + stoodStill }

  /// Takes account of what happened since the last look. It takes several looks a minute to tell rest from work.
  package mutating func look(at worker: WorkerProcess) {
    let (now, use) = (ContinuousClock.now, worker.use)
    let interval = min(DocScanStore.seconds(from: lastLook, to: now), Self.longestInterval)
    let work = use.seconds - lastUse.seconds
    (lastLook, lastUse) = (now, use)
    if !use.isRunnable, work < Self.leastWork * interval {
      stoodStill += interval
    } else {
      // Threads that work side by side do not make a page late.
      worked += min(max(work, 0), interval)
    }
  }
}
