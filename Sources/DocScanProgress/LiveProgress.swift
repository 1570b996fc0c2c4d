// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import Synchronization

/// Shows a run's progress: passes events and regular ticks to a display.
package final class LiveProgress: Sendable {
  private let display: Mutex<any ProgressDisplay>
  private let write: @Sendable (String) -> Void
  private let began = ContinuousClock.now
  private let ticking: Mutex<Task<Void, Never>?> = Mutex(nil)

  /// Starts the ticks. Signals that the run waits for must already be blocked, since the ticks run in another thread.
  package init(_ display: sending any ProgressDisplay, write: @escaping @Sendable (String) -> Void) {
    let interval = display.interval
    self.display = Mutex(display)
    self.write = write
    guard let interval else { return }
    let task = Task.detached { [weak self] in
      while !Task.isCancelled {
        do { try await Task.sleep(for: interval) } catch { return }
        self?.update { $0.tick(at: $1) }
      }
    }
    ticking.withLock { $0 = task }
  }

  package func show(_ event: BatchEvent) { update { $0.show(event, at: $1) } }

  /// Restores the terminal. Nothing is shown after this.
  package func end() {
    let task = ticking.withLock { $0.take() }
    task?.cancel()
    update { display, _ in
      let last = display.end()
      display = EndedProgress()
      return last
    }
  }

  private func update(_ change: (inout any ProgressDisplay, Double) -> String) {
    display.withLock { display in
      let text = change(&display, (ContinuousClock.now - began) / .seconds(1))
      // Writing under the lock keeps lines from two threads apart.
      if !text.isEmpty { write(text) }
    }
  }
}

/// Shows nothing. Replaces the display at the end, so that a late tick has no effect.
private struct EndedProgress: ProgressDisplay {
  mutating func show(_ event: BatchEvent, at seconds: Double) -> String { "" }
}
