// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// Counts the distinct stages that have begun on a page.
final class StepCounter: Sendable {
  private let names = Mutex<Set<String>>([])

  /// Records the start of a stage and returns the number of stages that have begun.
  func count(_ name: String) -> Int {
    names.withLock { names in
      names.insert(name)
      return names.count
    }
  }
}
