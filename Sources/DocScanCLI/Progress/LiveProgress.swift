// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Synchronization

/// Shows a run's progress while it runs: passes events on to a display, and the passing of time between them.
final class LiveProgress: Sendable {
  private let display: Mutex<any ProgressDisplay>
  private let write: @Sendable (String) -> Void
  private let began = ContinuousClock.now
  private let ticking: Mutex<Task<Void, Never>?> = Mutex(nil)

  /// Starts at once. Signals that the run waits for must be blocked by now, so that the thread of the ticks is spared.
  init(_ display: sending any ProgressDisplay, write: @escaping @Sendable (String) -> Void) {
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

  /// Shows what happened.
  func show(_ event: BatchEvent) { update { $0.show(event, at: $1) } }

  /// Leaves the terminal as a person expects it. Nothing is shown after this.
  func end() {
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
      // Written under the lock: two writers must not mix their lines.
      if !text.isEmpty { write(text) }
    }
  }
}

/// Shows nothing: a tick that was on its way when the run ended finds this.
private struct EndedProgress: ProgressDisplay {
  mutating func show(_ event: BatchEvent, at seconds: Double) -> String { "" }
}
