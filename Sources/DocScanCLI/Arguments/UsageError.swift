// SPDX-License-Identifier: GPL-3.0-or-later

/// What is wrong with a command line, and which help has the answer.
struct UsageError: Error, Hashable, Sendable {
  let message: String
  /// The command whose help tells more; nil for docscan itself.
  let command: String?

  /// The message and where to read on, as the terminal gets it.
  var lines: String {
    let help = command.map { "docscan \($0) --help" } ?? "docscan --help"
    return "docscan: \(message)\nSee: \(help)\n"
  }
}
