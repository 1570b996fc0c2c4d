// SPDX-License-Identifier: GPL-3.0-or-later

/// The completion script for fish.
enum FishCompletion {
  /// One `complete` line for each command, option and argument.
  static func script(for commands: [Command]) -> String {
    var lines = ["# fish completion for docscan, made by: docscan completions fish", "complete -c docscan -f"]
    for command in commands {
      lines.append("complete -c docscan -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.abstract))")
    }
    for option in [CommandOption.help, .version] {
      lines.append(line(for: option, condition: "__fish_use_subcommand"))
    }
    for command in commands {
      let condition = quoted("__fish_seen_subcommand_from \(command.name)")
      lines += command.allOptions.map { line(for: $0, condition: condition) }
      lines += command.arguments.compactMap { argument in
        let value = command.name == "help" ? CommandValue(oneOf: commands.map(\.name)) : argument.value
        let completion = offer(for: value)
        return completion.isEmpty ? nil : "complete -c docscan -n \(condition) \(completion)"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(for option: CommandOption, condition: String) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    let value = option.value.map { " -r " + offer(for: $0) } ?? ""
    return "complete -c docscan -n \(condition)\(short) -l \(option.name)\(value) -d \(quoted(option.help))"
  }

  private static func offer(for value: CommandValue) -> String {
    if let choices = value.choices { return "-a \(quoted(choices.joined(separator: " ")))" }
    switch value.completion {
    case .files(let ending): return "-k -a '(__fish_complete_suffix .\(ending))'"
    case .paths: return "-F"
    case .folders: return "-a '(__fish_complete_directories)'"
    case .none: return ""
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
