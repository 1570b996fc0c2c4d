// SPDX-License-Identifier: GPL-3.0-or-later

/// What is wrong with a pipeline file, or with what it needs.
public enum PipelineError: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// The file is missing, not JSON, or says something that is not allowed. `path` is where, such as `stages[2].dpi`.
  case invalid(path: String, message: String)
  /// A part that the pipeline needs is not installed; the message names the command that installs it.
  case missingPart(message: String)

  public var description: String {
    switch self {
    case .invalid(let path, let message): path.isEmpty ? message : "\(path): \(message)"
    case .missingPart(let message): message
    }
  }

  /// An unknown name, with what would be allowed and what was probably meant.
  package static func unknown(_ what: String, _ name: String, path: String, allowed: [String]) -> PipelineError {
    var message = "unknown \(what) \"\(name)\"."
    if let match = nearestMatch(to: name, among: allowed) { message += " Did you mean \"\(match)\"?" }
    message += allowed.isEmpty ? " None is allowed here." : " Allowed: \(allowed.sorted().joined(separator: ", "))."
    return .invalid(path: path, message: message)
  }

  /// The error of a stage with its place in the pipeline: `stages[1].region` for `detect.region`.
  ///
  /// It stays as it is where the stage has other settings on single pages: they may be what is wrong.
  package func placed(in pipeline: Pipeline) -> PipelineError {
    guard case .invalid(let path, let message) = self,
      let index = pipeline.stages.firstIndex(where: { path.hasPrefix($0.name + ".") })
    else { return self }
    let name = pipeline.stages[index].name
    guard !pipeline.overrides.contains(where: { $0.changes.contains { $0.stage == name } }) else { return self }
    return .invalid(path: "stages[\(index)]" + path.dropFirst(name.count), message: message)
  }
}

/// What `docscan` tells the shell when it ends. The numbers are a stable interface.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// Everything was done.
  case success = 0
  /// Some documents failed; the others are complete.
  case someFailed = 1
  /// The command line is wrong.
  case usage = 2
  /// The pipeline file is wrong.
  case invalidPipeline = 3
  /// There is no readable input.
  case noInput = 4
  /// A required component is missing, such as a language.
  case missingPart = 5
  /// The output cannot be written.
  case outputFailed = 6
  /// Interrupted by Ctrl-C or SIGTERM.
  case interrupted = 130
}
