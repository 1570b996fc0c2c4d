// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanFiles
internal import DocScanPresets

enum ZshCompletion {
  /// Returns the script: a function for `compdef` that passes each command's options to `_arguments`.
  static func script(for commands: [Command]) -> String {
    let described = commands.map { "    \(quoted("\($0.name):\($0.abstract)"))" }.joined(separator: "\n")
    return """
      #compdef docscan
      # zsh completion for docscan, made by: docscan completions zsh
      _docscan_commands() {
        local -a commands=(
      \(described)
        )
        _describe -t commands 'command' commands
      }

      _docscan() {
        if (( CURRENT == 2 )); then
          _docscan_commands
          compadd \(Preset.all().map(\.name).joined(separator: " "))
          _files
          _arguments '--help[\(escaped(CommandOption.help.help))]' '--version[\(escaped(CommandOption.version.help))]' '--build-info[\(escaped(CommandOption.build.help))]'
          return
        fi
        local command="$words[2]"
        case " \(commands.map(\.name).joined(separator: " ")) " in
          *" $command "*) shift words; (( CURRENT-- )) ;;
          *) command=run ;;
        esac
        case "$command" in
      \(commands.map(branch).joined(separator: "\n"))
        esac
      }

      if [ "$funcstack[1]" = "_docscan" ]; then
        _docscan "$@"
      else
        compdef _docscan docscan
      fi

      """
  }

  private static func branch(for command: Command) -> String {
    let options = command.allOptions.flatMap { option in
      let value = option.value.map { ":\(escaped($0.placeholder)):\(action(for: $0))" } ?? ""
      let long = quoted("--\(option.name)\(value.isEmpty ? "" : "=")[\(escaped(option.help))]\(value)")
      return option.short.map { [quoted("-\($0)\(value.isEmpty ? "" : "+")[\(escaped(option.help))]\(value)"), long] }
        ?? [long]
    }
    let arguments = command.arguments.enumerated().map { index, argument in
      let place = argument.count == .any ? "*" : "\(index + 1)"
      return quoted("\(place):\(escaped(argument.name)):\(action(for: argument.value))")
    }
    let lines = (options + arguments).map { "        " + $0 }.joined(separator: " \\\n")
    return "    \(command.name))\n      _arguments -S \\\n\(lines) ;;"
  }

  private static func action(for value: CommandValue) -> String {
    if let choices = value.choices { return "(\(choices.joined(separator: " ")))" }
    switch value.completion {
    case .pipelines(let orPaths):
      let presets = Preset.all().map(\.name).joined(separator: " ")
      return "{compadd \(presets); _files\(orPaths ? "" : " -g \"*.json\"")}"
    case .paths: return "_files"
    case .folders: return "_files -/"
    case .commands(let others):
      return others.isEmpty ? "_docscan_commands" : "{_docscan_commands; compadd \(others.joined(separator: " "))}"
    case .none: return " "
    }
  }

  private static func escaped(_ text: String) -> String {
    Escape.backslashed(text, [":", "[", "]", "\\"])
  }

  private static func quoted(_ text: String) -> String { Escape.shellWord(text) }
}
