// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
internal import DocScanFiles
package import DocScanPresets
internal import DocScanWorkers
internal import FoundationEssentials

extension CommandArgument {
  package static let pipelineName = "PIPELINE"

  package static func pipeline(_ count: Count = .one, help: String = "A pipeline file, or the name of a preset.")
    -> CommandArgument
  {
    CommandArgument(CommandValue(pipelineName, completion: .pipelines(orPaths: false)), count, help: help)
  }
}

/// Distinguishes pipelines from inputs among the words of a command line.
package enum PipelineArgument {
  package struct Task {
    package let source: PipelineSource
    package let inputs: [String]
    /// A message for the user about an ambiguous word, or `nil`.
    package let notice: String?
  }

  /// Returns whether a word can only be an input: a file, a folder, a glob, or standard input.
  package static func looksLikeInput(_ word: String) -> Bool {
    word == "-" || word.contains { "/.*?".contains($0) } || exists(word)
  }

  /// Returns the pipeline and the inputs. A first word that ends in `.json` or names a preset is the pipeline, instead of the standard preset.
  package static func task(
    _ words: [String], changes: PipelineChanges, hasOutput: Bool = false
  ) throws(CommandError) -> Task {
    guard let first = words.first else {
      throw error(
        "no input. Name files or folders, such as docscan scan.pdf, or a pipeline file that names its inputs.")
    }
    let rest = Array(words.dropFirst())
    if isNamedLikeFile(first) {
      return Task(source: try file(first, changes: changes, command: "run"), inputs: rest, notice: nil)
    }
    let shown = visibleText(first)
    if let preset = Preset(named: first) {
      let other = exists(first) ? " The file or folder of that name is ./\(shown)" : nil
      guard !rest.isEmpty else {
        throw error("\"\(shown)\" is a preset and needs inputs: docscan run \(shown) INPUT…" + (other ?? ""))
      }
      return Task(
        source: PipelineSource(preset: preset, changes: changes), inputs: rest,
        notice: other.map { "\"\(shown)\" means the preset here." + $0 })
    }
    guard looksLikeInput(first) else {
      let problem = "\"\(shown)\" is not a file, a folder or a preset."
      if let file = NearbyFile.named(like: first) {
        throw .batch(.noInput("\(problem) Did you mean \"\(visibleText(file))\"?"))
      }
      throw error(problem + presetHint(first))
    }
    try checkNames(words, hasOutput: hasOutput)
    for word in rest where !exists(word) && (isNamedLikeFile(word) || Preset(named: word) != nil) {
      let shown = visibleText(word)
      throw error("the pipeline comes before the inputs: docscan run \(shown) \(visibleText(first)) …")
    }
    return Task(source: PipelineSource(preset: .standard, changes: changes), inputs: words, notice: nil)
  }

  // Refuses likely mistakes: an output name after an existing input, and a misspelled file name.
  private static func checkNames(_ words: [String], hasOutput: Bool) throws(CommandError) {
    // Arguments that aren't UTF-8 arrive with this character.
    if let word = words.first(where: { $0.contains("\u{FFFD}") && !exists($0) }) {
      throw error("the name of \"\(visibleText(word))\" is not UTF-8. Rename the file.")
    }
    guard let last = words.last, last != "-", !exists(last), !last.contains(where: { "*?[".contains($0) }) else {
      return
    }
    if !hasOutput, words.count == 2, exists(words[0]), SingleFileFormat(fileName: last) != nil {
      throw error(
        "\"\(visibleText(last))\" doesn't exist. To write the result there: docscan \(visibleText(words[0])) -o "
          + "\(visibleText(last))")
    }
    guard words.count == 1, let nearest = NearbyFile.named(like: last) else { return }
    throw .batch(.noInput("\"\(visibleText(last))\" doesn't exist. Did you mean \"\(visibleText(nearest))\"?"))
  }

  package static func source(
    _ word: String, changes: PipelineChanges = PipelineChanges(), command: String
  ) throws(CommandError) -> PipelineSource {
    if !word.contains("/"), let preset = Preset(named: word) { return PipelineSource(preset: preset, changes: changes) }
    let shown = visibleText(word)
    if !isNamedLikeFile(word), InputFormats.installed.fitName(of: word) {
      throw error(
        "\"\(shown)\" looks like a document; docscan \(command) needs a pipeline file or a preset. To process it: "
          + "docscan run \(shown)", command: command)
    }
    var isFolder = false
    if FileManager.default.fileExists(atPath: word, isDirectory: &isFolder), isFolder {
      let example = command == "watch" ? " The pipeline comes first: docscan watch scan \(shown)" : ""
      throw error(
        "\"\(shown)\" is a folder; docscan \(command) needs a pipeline file or a preset.\(example)", command: command)
    }
    guard isNamedLikeFile(word) || word.contains("/") || exists(word) else {
      let hint =
        switch command {
        case "watch"
        where nearestMatch(to: word, among: Preset.all().map(\.name)) == nil || word.first?.isUppercase == true:
          " To watch a folder of that name, name the pipeline first: docscan watch scan \(shown)"
        case _: presetHint(word)
        }
      let what = command == "status" ? "an output folder, a pipeline file or a preset" : "a pipeline file or a preset"
      throw error("\"\(shown)\" is not \(what).\(hint)", command: command)
    }
    return try file(word, changes: changes, command: command)
  }

  private static func file(
    _ word: String, changes: PipelineChanges, command: String
  ) throws(CommandError) -> PipelineSource {
    let stem = String(word.dropLast(5))
    if !exists(word), isNamedLikeFile(word), Preset(named: stem) != nil {
      throw error(
        "\"\(visibleText(word))\" doesn't exist. A preset's name has no extension: docscan \(command) \(stem)"
          + (command == "run" ? " INPUT…" : ""),
        command: command)
    }
    return PipelineSource(file: word, changes: changes)
  }

  private static func presetHint(_ word: String) -> String {
    let names = Preset.all().map(\.name)
    return suggestion(for: word, among: names) + " Presets: \(names.joined(separator: ", "))."
  }

  private static func isNamedLikeFile(_ word: String) -> Bool { word.lowercased().hasSuffix(".json") }

  package static func exists(_ word: String) -> Bool { FileManager.default.fileExists(atPath: word) }

  private static func error(_ message: String, command: String = "run") -> CommandError {
    .usage(message, command: command)
  }
}

extension ParsedArguments {
  package func pipelineSource(of command: String, changes: Bool = false) throws(CommandError) -> PipelineSource {
    try PipelineArgument.source(
      self[CommandArgument.pipelineName].first ?? "",
      changes: changes ? try self.changes(of: command) : PipelineChanges(), command: command)
  }
}

extension InputFormats {
  static var installed: InputFormats {
    do {
      return try Installation.formats()
    } catch {
      // Without a worker, nothing can be read. Starting a worker reports the error.
      return InputFormats([])
    }
  }
}
