// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore
internal import Synchronization

/// A call of a tool while it is answered; others may ask it to end.
final class AgentCall: Sendable {
  /// Stops a run that it started.
  let interruption = Interruption()
  private let cancelled = Atomic(false)
  private let onProgress: @Sendable (_ done: Int, _ all: Int, _ message: String) -> Void

  init(onProgress: @escaping @Sendable (Int, Int, String) -> Void) { self.onProgress = onProgress }

  /// Whether nobody waits for the answer any more.
  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func cancel() {
    cancelled.store(true, ordering: .relaxed)
    interruption.request()
  }

  /// Tells how far it is.
  func report(_ done: Int, of all: Int, _ message: String) { if !isCancelled { onProgress(done, all, message) } }
}
