// SPDX-License-Identifier: GPL-3.0-or-later

struct CommandArgument: Sendable {
  enum Count: Sendable {
    case one, optional, any
  }

  let value: CommandValue
  let count: Count
  let help: String

  init(_ value: CommandValue, _ count: Count = .one, help: String) {
    (self.value, self.count, self.help) = (value, count, help)
  }

  /// The name in the help, such as `PIPELINE.json`, which is also the key in `ParsedArguments`.
  var name: String { value.placeholder }

  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)…]"
    }
  }
}
