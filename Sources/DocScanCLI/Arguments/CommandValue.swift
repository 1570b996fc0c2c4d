// SPDX-License-Identifier: GPL-3.0-or-later

/// What an option or an argument takes: how help calls it, and what a shell can complete.
struct CommandValue: Sendable {
  /// What a shell offers for the value.
  enum Completion: Sendable {
    /// Files with this ending, and folders.
    case files(ending: String)
    /// Any file or folder.
    case paths
    /// Folders.
    case folders
    /// The names of the commands, and these words.
    case commands(and: [String])
    /// Nothing in particular.
    case none
  }

  /// How help calls the value, such as `DIR`.
  let placeholder: String
  /// The values there are; nil when any is allowed.
  let choices: [String]?
  let completion: Completion

  init(_ placeholder: String, completion: Completion = .none) {
    self.placeholder = placeholder
    choices = nil
    self.completion = completion
  }

  /// One of the given values; how they are called defaults to the values themselves.
  init(oneOf choices: [String], as placeholder: String? = nil) {
    self.placeholder = placeholder ?? choices.joined(separator: "|")
    self.choices = choices
    completion = .none
  }
}
