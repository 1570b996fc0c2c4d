// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanPresets

/// Finds and runs the command that a command line names.
enum Program {
  /// All commands, in the order of the help.
  static let commands: [Command] = [
    .run, .watch, .deliver, .retry, .status, .scan, .scanners, .receive, .check, .presets, .verify, .checkText, .view,
    .search,
    .review,
    .undo, .ledger,
    .tables, .index,
    .mcp, .engine, .models,
    .plan, .merge, .export, .doctor, .schema, .completions, .man, .help,
  ]

  static func run(_ words: [String], console: Console) -> ExitCode {
    do {
      return try dispatch(words, console: console)
    } catch {
      console.writeError(error.lines)
      return error.exitCode
    }
  }

  private static func dispatch(_ words: [String], console: Console) throws(CommandError) -> ExitCode {
    guard let name = words.first else {
      console.writeError(HelpText.overview(of: commands))
      return .usage
    }
    switch name {
    case "-h", "--help":
      try console.writeOutput(HelpText.overview(of: commands))
      return .success
    case "--version": return try Versions.show(on: console)
    case "-V", "--build-info": return try Versions.showBuild(on: console)
    case _: break
    }
    let isShort = isRun(name) || name == Command.scan.name && Command.meansFiles(words.dropFirst())
    let command: Command = try isShort ? .run : self.command(named: name)
    switch try ArgumentParser.parse(isShort ? words[...] : words.dropFirst(), for: command) {
    case .help:
      let preset = isShort ? Preset(named: name).map { HelpText.lead(of: $0) } ?? "" : ""
      try console.writeOutput(preset + HelpText.text(for: command))
    case .version: return try Versions.show(on: console)
    case .build: return try Versions.showBuild(on: console)
    case .run(let arguments): return try command.perform(arguments, console)
    }
    return .success
  }

  /// Returns whether a command line that begins with this word is short for `docscan run`.
  private static func isRun(_ word: String) -> Bool {
    if commands.contains(where: { $0.name == word }) { return false }
    // After `--`, all words are names.
    if word == "--" { return true }
    // The shell's "*" can expand to a file name that starts with a dash. The run then explains how to pass it.
    if word.count > 2, PipelineArgument.exists(word) { return true }
    guard word.hasPrefix("-"), word != "-" else {
      return PipelineArgument.looksLikeInput(word) || Preset(named: word) != nil
    }
    let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
    return Command.run.options.contains { option in
      word.hasPrefix("--") ? option.name == name : option.name == name || option.short == name.first
    }
  }

  /// Returns the command with this name. Throws an error with the most similar names if there is none.
  static func command(named name: String) throws(CommandError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let shown = visibleText(name)
    if name.hasPrefix("-") {
      if let owner = commands.first(where: { $0.options.contains { "--" + $0.name == name } }) {
        throw .usage("\"\(shown)\" belongs after a command: docscan \(owner.name) \(shown) …", command: owner.name)
      }
      let options = CommandOption.everywhere.map(\.name) + Command.run.options.map(\.name)
      let hint = suggestion(for: String(name.drop { $0 == "-" }), among: options, prefix: "--")
      throw .usage("unknown option \"\(shown)\".\(hint)", command: nil)
    }
    if Preset(named: name) != nil {
      throw .usage(
        "\"\(shown)\" is a preset, not a command: docscan check \(shown) shows what it does.",
        command: "presets")
    }
    let names = commands.map(\.name)
    let hint = suggestion(for: name, among: names + Preset.all().map(\.name))
    if let file = NearbyFile.named(like: name), hint.isEmpty || file.hasPrefix(name + ".") {
      throw .usage("\"\(shown)\" doesn't exist. Did you mean \"\(visibleText(file))\"?", command: nil)
    }
    throw .usage(
      "\"\(shown)\" is not a command, a preset, a file or a folder.\(hint) Commands: "
        + "\(names.joined(separator: ", ")).", command: nil)
  }
}
