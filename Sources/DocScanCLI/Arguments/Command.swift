// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A command of docscan. Parsing, help, completions, and manual pages are derived from its table.
struct Command: Sendable {
  /// A command line with its explanation.
  struct Example: Sendable {
    let line: String
    let explanation: String
  }

  let name: String
  let abstract: String
  /// Details for the help. Empty lines separate paragraphs; indented lines aren't wrapped.
  let discussion: String
  let arguments: [CommandArgument]
  let options: [CommandOption]
  let example: Example
  /// Whether a word with a single dash that isn't an option is an argument: `-word` excludes a word from a search.
  var takesDashes = false
  let run: @Sendable (ParsedArguments, Console) throws(CommandError) -> ExitCode

  var allOptions: [CommandOption] { options + CommandOption.everywhere }

  var usage: String {
    (["docscan", name] + arguments.map(\.usage) + (options.isEmpty ? [] : ["[OPTIONS]"])).joined(separator: " ")
  }
}
