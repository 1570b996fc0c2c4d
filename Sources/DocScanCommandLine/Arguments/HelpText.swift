// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanPresets

/// The help for terminals with 80 columns.
package enum HelpText {
  /// Returns the text before the help of `docscan run` if the user asked about a preset.
  package static func lead(of preset: Preset) -> String {
    """
    docscan \(preset.name) FILE… runs the preset \(preset.name). \(preset.summary)
    To see its steps: docscan check \(preset.name)
    All presets: docscan presets. It takes the options of docscan run:


    """
  }

  private static let width = 80

  package static let exits = [
    ("0", "everything is done"), ("1", "some documents failed or are still being translated; the rest are complete"),
    ("2", "the command line is wrong"), ("3", "the pipeline file is wrong"), ("4", "no input was found"),
    ("5", "a required component is missing, such as a language"), ("6", "the output cannot be written"),
    ("130", "interrupted"),
  ]

  package static let uses = [
    ("docscan scan.pdf", "makes a searchable PDF, text and JSON in docscan-out"),
    ("docscan scan.pdf -o out.pdf", "makes that one file"),
    ("docscan *.jpg -l deu+eng -o out", "reads German and English, and writes to out"),
    ("docscan run photos trip/", "runs a preset: see docscan presets"),
    ("docscan COMMAND … [OPTIONS]", "runs one of the commands below"),
  ]

  package static func overview(of commands: [Command]) -> String {
    let options = CommandOption.everywhere.map { ($0.label, $0.help) }
    return "docscan turns scans and photos of pages into searchable documents.\n"
      + section("Usage", table(uses, upTo: 31))
      + section("Commands", table(commands.map { ($0.name, $0.abstract) }))
      + section("Options", table(options))
      + section("Exit codes", table(exits))
      + "\ndocscan COMMAND --help explains a command, docscan help pipeline the settings.\n"
  }

  package static func text(for command: Command) -> String {
    var text = wrapped(command.abstract, to: width).joined(separator: "\n") + "\n"
    text += section("Usage", ["  " + command.usage])
    if !command.discussion.isEmpty { text += "\n" + paragraphs(command.discussion) + "\n" }
    if !command.arguments.isEmpty {
      text += section("Arguments", table(command.arguments.map { ($0.name, $0.help) }))
    }
    text += section("Options", table(command.allOptions.map { ($0.label, $0.help) }))
    let explanation = wrapped(command.example.explanation, to: width - 6).map { "      " + $0 }
    return text + section("Example", ["  " + command.example.line] + explanation)
  }

  private static func section(_ title: String, _ lines: [String]) -> String {
    "\n\(title):\n" + lines.joined(separator: "\n") + "\n"
  }

  private static func table(_ rows: [(String, String)], upTo limit: Int = 20) -> [String] {
    let widest = rows.map { columns(of: $0.0) }.max() ?? 0
    let indent = min(widest, limit) + 4
    return rows.flatMap { name, help in
      var lines = wrapped(help, to: width - indent).map { String(repeating: " ", count: indent) + $0 }
      let label = "  " + name
      guard columns(of: label) + 2 <= indent, let first = lines.first else { return [label] + lines }
      lines[0] = padded(label, to: indent) + first.dropFirst(indent)
      return lines
    }
  }

  private static func paragraphs(_ text: String) -> String {
    var lines: [String] = []
    var running: [Substring] = []
    func flush() {
      lines += wrapped(running.joined(separator: " "), to: width)
      running = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.hasPrefix(" ") {
        flush()
        lines.append(String(line))
      } else {
        running.append(line)
      }
    }
    flush()
    return lines.joined(separator: "\n")
  }
}
