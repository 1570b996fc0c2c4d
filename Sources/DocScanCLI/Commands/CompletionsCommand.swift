// SPDX-License-Identifier: GPL-3.0-or-later

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
    run: { (arguments, console) throws(CommandError) in
      switch arguments.arguments.values.joined().first.flatMap(Shell.init) ?? .bash {
      case .bash: try console.writeOutput(BashCompletion.script(for: Program.commands))
      case .zsh: try console.writeOutput(ZshCompletion.script(for: Program.commands))
      case .fish: try console.writeOutput(FishCompletion.script(for: Program.commands))
      }
      return .success
    })

  private enum Shell: String, CaseIterable { case bash, zsh, fish }
}
