// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// Counts the stages of a page that have begun.
final class StepCounter: Sendable {
  private let names = Mutex<Set<String>>([])

  /// How many there are with this one.
  func count(_ name: String) -> Int {
    names.withLock { names in
      names.insert(name)
      return names.count
    }
  }
}
