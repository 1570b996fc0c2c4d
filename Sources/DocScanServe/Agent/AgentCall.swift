// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import Synchronization

/// A tool call in progress, which another thread can cancel.
final class AgentCall: Sendable {
  /// The party that canceled the call.
  enum Canceler: Int { case client, server }

  let interruption = Interruption()
  private let canceler = Atomic(-1)
  private let onProgress: @Sendable (_ done: Int, _ all: Int, _ message: String) -> Void

  init(onProgress: @escaping @Sendable (Int, Int, String) -> Void) { self.onProgress = onProgress }

  var cancelled: Canceler? { Canceler(rawValue: canceler.load(ordering: .relaxed)) }

  var isCancelled: Bool { cancelled != nil }

  func cancel(by canceler: Canceler) {
    // The first one counts.
    _ = self.canceler.compareExchange(expected: -1, desired: canceler.rawValue, ordering: .relaxed)
    interruption.request()
  }

  func report(_ done: Int, of all: Int, _ message: String) { if !isCancelled { onProgress(done, all, message) } }
}
