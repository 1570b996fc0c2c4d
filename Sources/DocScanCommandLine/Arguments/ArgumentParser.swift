// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import FoundationEssentials

/// Parses the words after a command's name according to the command's table.
package struct ArgumentParser {
  package enum Result: Hashable {
    case help
    case version
    case build
    case run(ParsedArguments)
  }

  private let command: Command
  private var parsed = ParsedArguments()
  private var positional: [String] = []
  private var rest: ArraySlice<String>

  /// Parses the words. Requests for help and versions take precedence over everything else.
  package static func parse(_ words: some Collection<String>, for command: Command) throws(CommandError) -> Result {
    let options = words.prefix { $0 != "--" }
    if options.contains(where: { $0 == "--help" || $0 == "-h" }) { return .help }
    if options.contains("--version") { return .version }
    if options.contains(where: { $0 == "--build-info" || $0 == "-V" }) { return .build }
    var parser = ArgumentParser(command: command, rest: Array(words)[...])
    return .run(try parser.parse())
  }

  private mutating func parse() throws(CommandError) -> ParsedArguments {
    while let word = rest.popFirst() {
      if word == "--" {
        positional += rest
        rest = []
      } else if word.hasPrefix("--") {
        try takeLong(word)
      } else if word.hasPrefix("-"), word != "-", !isArgument(word) {
        try takeShort(word)
      } else {
        positional.append(word)
      }
    }
    try assignPositional()
    return parsed
  }

  // Returns whether a word with a dash is an argument: options with one dash have one letter.
  private func isArgument(_ word: String) -> Bool { command.takesDashes && word.count > 2 }

  private mutating func takeLong(_ word: String) throws(CommandError) {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.allOptions.first(where: { $0.name == name }) else {
      throw unknownOption("--" + name, name: name)
    }
    try take(option, attached: parts.count > 1 ? String(parts[1]) : nil, written: "--" + name)
  }

  private mutating func takeShort(_ word: String) throws(CommandError) {
    let name = String(word.dropFirst())
    // A long name with a single dash would silently be parsed as a short option with a value.
    if name.count > 1, command.allOptions.contains(where: { $0.name == name.prefix { $0 != "=" } }) {
      throw unknownOption(word, name: name)
    }
    // The shell's "*" can expand to a file name that starts with a dash.
    if name.count > 1, FileManager.default.fileExists(atPath: word) {
      let shown = visibleText(word)
      throw error(
        "\(shown) is a file whose name starts with a dash. Name it ./\(shown), or put -- before all names: docscan -- *"
      )
    }
    guard let option = command.allOptions.first(where: { $0.short == name.first }) else {
      throw unknownOption(word, name: name)
    }
    try take(option, attached: name.count > 1 ? String(name.dropFirst()) : nil, written: String(word.prefix(2)))
  }

  private mutating func take(_ option: CommandOption, attached: String?, written: String) throws(CommandError) {
    guard let value = option.value else {
      guard attached == nil else { throw error("\(written) takes no value.") }
      parsed.flags.insert(option.name)
      return
    }
    guard option.repeats || parsed.values[option.name] == nil else { throw error("\(written) was given twice.") }
    let given: String
    if let attached {
      given = attached
    } else {
      given = try nextValue(of: written, placeholder: value.placeholder)
    }
    guard !given.isEmpty else { throw error(Self.need(of: written, value.placeholder)) }
    let all = value.values(in: given)
    for one in all { try check(one, against: value, of: written) }
    if option.repeats {
      parsed.lists[option.name, default: []] += all
    } else {
      parsed.values[option.name] = given
    }
  }

  private static func need(of written: String, _ placeholder: String) -> String {
    placeholder == "PATH" ? "\(written) needs a file or folder." : "\(written) needs a value: \(placeholder)."
  }

  private mutating func nextValue(of written: String, placeholder: String) throws(CommandError) -> String {
    guard let next = rest.first else { throw error(Self.need(of: written, placeholder)) }
    guard next == "-" || !next.hasPrefix("-") else {
      let form = written.hasPrefix("--") ? "\(written)=\(next)" : written + next
      throw error(
        Self.need(of: written, placeholder)
          + " If \"\(visibleText(next))\" is the value, write \(visibleText(form))."
      )
    }
    rest.removeFirst()
    return next
  }

  private mutating func assignPositional() throws(CommandError) {
    var remaining = positional[...]
    for argument in command.arguments {
      switch argument.count {
      case .one:
        guard let word = remaining.popFirst() else {
          let request = argument.value.choices.map { "name one of: \($0.joined(separator: ", "))." }
          throw error(request ?? "\(argument.name) is missing. Usage: \(command.usage)")
        }
        parsed.arguments[argument.name] = [word]
      case .optional:
        if let word = remaining.popFirst() { parsed.arguments[argument.name] = [word] }
      case .any:
        parsed.arguments[argument.name] = Array(remaining)
        remaining = []
      }
      for word in parsed[argument.name] { try check(word, against: argument.value, of: nil) }
    }
    if let extra = remaining.first {
      if let command = redirected() {
        throw error("docscan \(self.command.name) prints its result. To save it: \(visibleText(command))")
      }
      throw error("unexpected argument \"\(visibleText(extra))\". Usage: \(command.usage)")
    }
  }

  // Returns the corrected command if the user put a file name after an option that prints, such as `--csv led.csv`, or `nil` otherwise.
  private func redirected() -> String? {
    let printing = ["csv", "json", "ledger", "beancount"].filter(parsed.flags.contains)
    guard let option = printing.first, !command.arguments.isEmpty,
      let file = positional.last(where: { $0.hasSuffix(".\(option)") })
        ?? (positional.count > 1 && option != "csv" && option != "json" ? positional.last : nil)
    else { return nil }
    let words = ["docscan", command.name] + positional.filter { $0 != file } + ["--\(option)"]
    return words.map(Escape.shellWord).joined(separator: " ") + " > " + Escape.shellWord(file)
  }

  private func check(_ given: String, against value: CommandValue, of option: String?) throws(CommandError) {
    guard let choices = value.choices, !value.isOpen, !choices.contains(given) else { return }
    let place = option.map { "\($0): " } ?? ""
    throw error(
      "\(place)unknown value \"\(visibleText(given))\".\(suggestion(for: given, among: choices)) "
        + "Allowed: \(choices.joined(separator: ", ")).")
  }

  private func unknownOption(_ written: String, name: String) -> CommandError {
    let name = String(name.prefix { $0 != "=" })
    let names = command.allOptions.map(\.name)
    if ["o", "out", "output"].contains(name), !names.contains("output") {
      return error(
        "\(visibleText(written)) is not an option of docscan \(command.name), which prints its result. To save it, add: > FILE"
      )
    }
    return error("unknown option \"\(visibleText(written))\".\(suggestion(for: name, among: names, prefix: "--"))")
  }

  private func error(_ message: String) -> CommandError { .usage(message, command: command.name) }
}

/// Returns a question such as ` Did you mean "run"?`, or an empty text if no candidate is similar or begins like the word.
package func suggestion(for word: String, among candidates: [String], prefix: String = "") -> String {
  let longer = word.count < 3 ? [] : candidates.filter { $0.hasPrefix(word.lowercased()) }
  // --langs means --languages.
  let related = word.count < 5 ? [] : candidates.filter { $0.hasPrefix(word.lowercased().prefix(4)) }
  let nearest =
    longer.min { ($0.count, $0) < ($1.count, $1) } ?? nearestMatch(to: word, among: candidates)
    ?? (related.count == 1 ? related[0] : nil)
  return nearest.map { " Did you mean \"\(prefix)\($0)\"?" } ?? ""
}

/// The arguments and options of a command line, validated against the command's table.
package struct ParsedArguments: Hashable, Sendable {
  package var arguments: [String: [String]] = [:]
  /// The values of the options, by their long names.
  package var values: [String: String] = [:]
  /// The values of the repeatable options, by their long names, in the order given.
  package var lists: [String: [String]] = [:]
  package var flags: Set<String> = []

  package subscript(argument: String) -> [String] { arguments[argument] ?? [] }
}
