// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Command {
  /// `docscan help`.
  static let help = Command(
    name: "help",
    abstract: "Show help about docscan or one of its commands.",
    discussion: "",
    arguments: [
      CommandArgument(CommandValue("COMMAND"), .optional, help: "The command; an overview if it is left out.")
    ],
    options: [],
    example: Example(line: "docscan help run", explanation: "The same as: docscan run --help"),
    run: { (arguments, console) throws(CommandError) in
      guard let name = arguments["COMMAND"].first else {
        try console.writeOutput(HelpText.overview(of: Program.commands))
        return .success
      }
      let command: Command
      do throws(UsageError) {
        command = try Program.command(named: name)
      } catch {
        throw .usage(error)
      }
      try console.writeOutput(HelpText.text(for: command))
      return .success
    })
}
