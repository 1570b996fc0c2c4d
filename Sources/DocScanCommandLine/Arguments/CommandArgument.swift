// SPDX-License-Identifier: GPL-3.0-or-later

package struct CommandArgument: Sendable {
  package enum Count: Sendable {
    case one, optional, any
  }

  package let value: CommandValue
  package let count: Count
  package let help: String

  package init(_ value: CommandValue, _ count: Count = .one, help: String) {
    (self.value, self.count, self.help) = (value, count, help)
  }

  /// The name in the help, such as `PIPELINE.json`, which is also the key in `ParsedArguments`.
  package var name: String { value.placeholder }

  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)…]"
    }
  }
}
