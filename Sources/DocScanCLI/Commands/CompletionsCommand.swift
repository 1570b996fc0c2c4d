// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore

extension Command {
  static let completions = Command(
    name: "completions",
    abstract: "Print a script with which your shell completes docscan's commands and options.",
    discussion: """
      Where to save the script:
        bash  ~/.local/share/bash-completion/completions/docscan
        zsh   a file _docscan in a folder of $fpath
        fish  ~/.config/fish/completions/docscan.fish
      """,
    arguments: [CommandArgument(CommandValue(oneOf: Shell.allCases.map(\.rawValue)), help: "The shell.")],
    options: [],
    example: Example(
      line: "source <(docscan completions bash)", explanation: "Turns completion on in this bash."),
    perform: { (arguments, console) throws(CommandError) in
      // Only the installed worker knows the stages.
      let stages = try installedStages().map(\.name)
      let commands = Program.commands.map { $0.completing(also: stages) }
      switch arguments.arguments.values.joined().first.flatMap(Shell.init) ?? .bash {
      case .bash: try console.writeOutput(BashCompletion.script(for: commands))
      case .zsh: try console.writeOutput(ZshCompletion.script(for: commands))
      case .fish: try console.writeOutput(FishCompletion.script(for: commands))
      }
      return .success
    })

  /// Returns the command whose option `--also` also offers the names of stages.
  private func completing(also stages: [String]) -> Command {
    let options = options.map { option in
      guard option.name == CommandOption.also, let value = option.value else { return option }
      return CommandOption(
        option.name, short: option.short, value: value.offering(stages), repeats: option.repeats, help: option.help)
    }
    return Command(
      name: name, abstract: abstract, discussion: discussion, arguments: arguments, options: options, example: example,
      takesDashes: takesDashes, perform: perform)
  }

  private enum Shell: String, CaseIterable { case bash, zsh, fish }
}
