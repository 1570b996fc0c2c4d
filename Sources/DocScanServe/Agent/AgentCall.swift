// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import Synchronization

/// A tool call in progress, which another thread can cancel.
final class AgentCall: Sendable {
  let interruption = Interruption()
  private let cancelled = Atomic(false)
  private let onProgress: @Sendable (_ done: Int, _ all: Int, _ message: String) -> Void

  init(onProgress: @escaping @Sendable (Int, Int, String) -> Void) { self.onProgress = onProgress }

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func cancel() {
    cancelled.store(true, ordering: .relaxed)
    interruption.request()
  }

  func report(_ done: Int, of all: Int, _ message: String) { if !isCancelled { onProgress(done, all, message) } }
}
