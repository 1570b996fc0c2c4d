// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A command of docscan. Parsing, help, completions, and manual pages are derived from its table.
package struct Command: Sendable {
  /// A command line with its explanation.
  package struct Example: Sendable {
    package let line: String
    package let explanation: String

    package init(line: String, explanation: String) {
      (self.line, self.explanation) = (line, explanation)
    }
  }

  package let name: String
  package let abstract: String
  /// Details for the help. Empty lines separate paragraphs; indented lines aren't wrapped.
  package let discussion: String
  package let arguments: [CommandArgument]
  package let options: [CommandOption]
  package let example: Example
  /// Whether a word with a single dash that isn't an option is an argument: `-word` excludes a word from a search.
  package let takesDashes: Bool
  package let perform: @Sendable (ParsedArguments, Console) throws(CommandError) -> ExitCode

  package init(
    name: String, abstract: String, discussion: String, arguments: [CommandArgument], options: [CommandOption],
    example: Example, takesDashes: Bool = false,
    perform: @escaping @Sendable (ParsedArguments, Console) throws(CommandError) -> ExitCode
  ) {
    (self.name, self.abstract, self.discussion) = (name, abstract, discussion)
    (self.arguments, self.options, self.example) = (arguments, options, example)
    (self.takesDashes, self.perform) = (takesDashes, perform)
  }

  package var allOptions: [CommandOption] { options + CommandOption.everywhere }

  var usage: String {
    (["docscan", name] + arguments.map(\.usage) + (options.isEmpty ? [] : ["[OPTIONS]"])).joined(separator: " ")
  }
}
