// SPDX-License-Identifier: GPL-3.0-or-later

/// An argument of a command that is told by its place.
struct CommandArgument: Sendable {
  /// How often it is given.
  enum Count: Sendable {
    case one, optional, any
  }

  let value: CommandValue
  let count: Count
  /// One or two sentences.
  let help: String

  init(_ value: CommandValue, _ count: Count = .one, help: String) {
    (self.value, self.count, self.help) = (value, count, help)
  }

  /// How help calls it, such as `PIPELINE.json`; the key in `ParsedArguments`.
  var name: String { value.placeholder }

  /// The argument in a usage line, such as `[INPUT…]`.
  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)…]"
    }
  }
}
