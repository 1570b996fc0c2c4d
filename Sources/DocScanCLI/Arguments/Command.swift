// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A command of docscan: the table that parsing, help and completions are made of, and what it does.
struct Command: Sendable {
  /// A command line, and what it does.
  struct Example: Sendable {
    let line: String
    let explanation: String
  }

  let name: String
  /// One sentence.
  let abstract: String
  /// What a person should know beyond the arguments; empty lines separate paragraphs, indented lines stay as they are.
  let discussion: String
  let arguments: [CommandArgument]
  let options: [CommandOption]
  let example: Example
  /// Whether a word that begins with one dash and is no option is an argument: `-word` excludes it from a search.
  var takesDashes = false
  let run: @Sendable (ParsedArguments, Console) throws(CommandError) -> ExitCode

  /// The options of this command, and those that every command has.
  var allOptions: [CommandOption] { options + CommandOption.everywhere }

  /// The command's line in help, such as `docscan check PIPELINE.json`.
  var usage: String {
    (["docscan", name] + arguments.map(\.usage) + (options.isEmpty ? [] : ["[OPTIONS]"])).joined(separator: " ")
  }
}
