// SPDX-License-Identifier: GPL-3.0-or-later

/// What an option or an argument takes: how help calls it, and what a shell can complete.
struct CommandValue: Sendable {
  /// What a shell offers for the value.
  enum Completion: Sendable {
    /// The names of the presets, pipeline files and folders; or all files.
    case pipelines(orPaths: Bool)
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
  private(set) var choices: [String]?
  /// Whether several of the choices may be given, with commas between them.
  private(set) var isList = false
  /// Whether there may be others than the choices, which something else checks.
  private(set) var isOpen = false
  private(set) var completion = Completion.none

  init(_ placeholder: String, completion: Completion = .none) {
    (self.placeholder, self.completion) = (placeholder, completion)
  }

  /// One of the given values; how they are called defaults to the values themselves.
  init(oneOf choices: [String], as placeholder: String? = nil) {
    self.placeholder = placeholder ?? choices.joined(separator: "|")
    self.choices = choices
  }

  /// Some of the given values, with commas between them; `isOpen` if there are others that only something else knows.
  init(listOf choices: [String], as placeholder: String, isOpen: Bool = false) {
    (self.placeholder, self.choices, self.isOpen) = (placeholder, choices, isOpen)
    isList = true
  }

  /// The values in one word of the command line.
  func values(in word: String) -> [String] {
    isList ? word.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [word]
  }
}
