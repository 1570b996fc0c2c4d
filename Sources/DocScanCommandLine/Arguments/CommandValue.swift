// SPDX-License-Identifier: GPL-3.0-or-later

/// The value of an option or argument, as described in the help and completed by shells.
package struct CommandValue: Sendable {
  package enum Completion: Sendable {
    /// Presets, pipeline files, and folders; with `orPaths`, all files.
    case pipelines(orPaths: Bool)
    case paths
    case folders
    case commands(and: [String])
    case none
  }

  package let placeholder: String
  /// The allowed values, or `nil` if any value is allowed.
  package private(set) var choices: [String]?
  private(set) var isList = false
  /// Whether values other than the choices are allowed. Such values are validated elsewhere.
  private(set) var isOpen = false
  package private(set) var completion = Completion.none

  package init(_ placeholder: String, completion: Completion = .none) {
    (self.placeholder, self.completion) = (placeholder, completion)
  }

  package init(oneOf choices: [String], as placeholder: String? = nil) {
    self.placeholder = placeholder ?? choices.joined(separator: "|")
    self.choices = choices
  }

  init(listOf choices: [String], as placeholder: String, isOpen: Bool = false) {
    (self.placeholder, self.choices, self.isOpen) = (placeholder, choices, isOpen)
    isList = true
  }

  package func offering(_ more: [String]) -> CommandValue {
    var value = self
    value.choices = (choices ?? []) + more.filter { choices?.contains($0) != true }
    return value
  }

  func values(in word: String) -> [String] {
    isList ? word.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [word]
  }
}
