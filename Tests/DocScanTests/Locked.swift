// SPDX-License-Identifier: GPL-3.0-or-later
// Support: values that several threads change.

import Synchronization

/// A value that several threads change.
final class Locked<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func get() -> Value { value.withLock { $0 } }

  func change(_ body: @Sendable (inout Value) -> Void) { value.withLock { body(&$0) } }
}
