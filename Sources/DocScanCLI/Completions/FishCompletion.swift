// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanFiles
internal import DocScanPresets

enum FishCompletion {
  /// Returns the script: one `complete` line for each command, option, and argument.
  static func script(for commands: [Command]) -> String {
    var lines = ["# fish completion for docscan, made by: docscan completions fish", "complete -c docscan -f"]
    for command in commands {
      lines.append("complete -c docscan -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.abstract))")
    }
    for option in CommandOption.everywhere {
      lines.append(line(for: option, condition: "__fish_use_subcommand", commands: commands))
    }
    let names = commands.map(\.name).joined(separator: " ")
    for preset in Preset.all() {
      lines.append("complete -c docscan -n __fish_use_subcommand -F -a \(preset.name) -d \(quoted(preset.summary))")
    }
    for command in commands {
      // Words that aren't commands are inputs: docscan scan.pdf means docscan run scan.pdf.
      let isMeant = command.name == Command.run.name ? "; or not __fish_seen_subcommand_from \(names)" : ""
      let condition = quoted("__fish_seen_subcommand_from \(command.name)" + isMeant)
      lines += command.allOptions.map { line(for: $0, condition: condition, commands: commands) }
      lines += command.arguments.compactMap { argument in
        let completion = offer(for: argument.value, commands: commands)
        return completion.isEmpty ? nil : "complete -c docscan -n \(condition) \(completion)"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(for option: CommandOption, condition: String, commands: [Command]) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    // -x: the option requires a value, and only the offered words and files are completed.
    let value = option.value.map { " -x " + offer(for: $0, commands: commands) } ?? ""
    return "complete -c docscan -n \(condition)\(short) -l \(option.name)\(value) -d \(quoted(option.help))"
  }

  private static func offer(for value: CommandValue, commands: [Command]) -> String {
    if let choices = value.choices { return "-a \(quoted(choices.joined(separator: " ")))" }
    switch value.completion {
    case .pipelines(let orPaths):
      let files = orPaths ? "-F" : "-k -a '(__fish_complete_suffix .json)'"
      return "\(files) -a \(quoted(Preset.all().map(\.name).joined(separator: " ")))"
    case .paths: return "-F"
    case .folders: return "-a '(__fish_complete_directories)'"
    case .commands(let others):
      return "-a \(quoted((commands.map(\.name) + others).joined(separator: " ")))"
    case .none: return ""
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + Escape.backslashed(text, ["\\", "'"]) + "'"
  }
}
