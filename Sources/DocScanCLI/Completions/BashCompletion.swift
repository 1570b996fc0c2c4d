// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanPresets

enum BashCompletion {
  /// Returns the script: a function that completes a word depending on the command and the previous word.
  static func script(for commands: [Command]) -> String {
    let names = commands.map(\.name).joined(separator: " ")
    return """
      # bash completion for docscan, made by: docscan completions bash
      _docscan() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          mapfile -t COMPREPLY < <(compgen -W "\(names) \(presets) --help --version --build-info" -- "$current"
            compgen -f -- "$current")
          return
        fi
        local command="${COMP_WORDS[1]}"
        case " \(names) " in
          *" $command "*) ;;
          *) command=run ;;
        esac
        case "$command" in
      \(commands.map { branch(for: $0, commands: names) }.joined(separator: "\n"))
        esac
      }
      complete -o filenames -F _docscan docscan

      """
  }

  private static func branch(for command: Command, commands: String) -> String {
    let values = command.options.compactMap { option in
      option.value.map { value in
        let names = ["--" + option.name] + (option.short.map { ["-\($0)"] } ?? [])
        return "        \(names.joined(separator: "|"))) \(reply(for: value, commands: commands)); return ;;"
      }
    }
    let options = command.allOptions.map { "--" + $0.name }.joined(separator: " ")
    let arguments = command.arguments.map { reply(for: $0.value, commands: commands) }
    let lines =
      ["    \(command.name))"]
      + (values.isEmpty ? [] : ["      case \"$previous\" in"] + values + ["      esac"])
      + ["      case \"$current\" in", "        -*) \(words(options)); return ;;", "      esac"]
      + positional(arguments) + ["      ;;"]
    return lines.joined(separator: "\n")
  }

  /// Returns the completion of arguments. The first one has its own completion; all others use the last one's.
  private static func positional(_ replies: [String]) -> [String] {
    guard let first = replies.first, let last = replies.last else { return [] }
    guard replies.count > 1 else { return ["      \(first)"] }
    return ["      if [ \"$COMP_CWORD\" -eq 2 ]; then \(first); else \(last); fi"]
  }

  private static func reply(for value: CommandValue, commands: String) -> String {
    if let choices = value.choices { return words(choices.joined(separator: " ")) }
    switch value.completion {
    case .pipelines(let orPaths):
      let files = orPaths ? "compgen -f" : "compgen -d -- \"$current\"; compgen -f -X '!*.json'"
      return "mapfile -t COMPREPLY < <(compgen -W \"\(presets)\" -- \"$current\"; \(files) -- \"$current\")"
    case .paths: return "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
    case .folders: return "mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
    case .commands(let others): return words(([commands] + others).joined(separator: " "))
    case .none: return ":"
    }
  }

  private static var presets: String { Preset.all().map(\.name).joined(separator: " ") }

  private static func words(_ words: String) -> String { "COMPREPLY=($(compgen -W \"\(words)\" -- \"$current\"))" }
}
