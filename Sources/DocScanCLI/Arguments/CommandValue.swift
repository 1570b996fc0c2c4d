// SPDX-License-Identifier: GPL-3.0-or-later

/// The value of an option or argument, as described in the help and completed by shells.
struct CommandValue: Sendable {
  enum Completion: Sendable {
    /// Presets, pipeline files, and folders; with `orPaths`, all files.
    case pipelines(orPaths: Bool)
    case paths
    case folders
    case commands(and: [String])
    case none
  }

  let placeholder: String
  /// The allowed values, or `nil` if any value is allowed.
  private(set) var choices: [String]?
  private(set) var isList = false
  /// Whether values other than the choices are allowed. Such values are validated elsewhere.
  private(set) var isOpen = false
  private(set) var completion = Completion.none

  init(_ placeholder: String, completion: Completion = .none) {
    (self.placeholder, self.completion) = (placeholder, completion)
  }

  init(oneOf choices: [String], as placeholder: String? = nil) {
    self.placeholder = placeholder ?? choices.joined(separator: "|")
    self.choices = choices
  }

  init(listOf choices: [String], as placeholder: String, isOpen: Bool = false) {
    (self.placeholder, self.choices, self.isOpen) = (placeholder, choices, isOpen)
    isList = true
  }

  func offering(_ more: [String]) -> CommandValue {
    var value = self
    value.choices = (choices ?? []) + more.filter { choices?.contains($0) != true }
    return value
  }

  func values(in word: String) -> [String] {
    isList ? word.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [word]
  }
}
