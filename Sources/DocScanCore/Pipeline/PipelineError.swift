// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
public import FoundationEssentials

/// An error in a pipeline file, or a missing part that a pipeline needs.
public enum PipelineError: Error, Codable, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The file is missing, isn't JSON, or contains an invalid value. `path` is the location of the value, such as `stages[2].dpi`.
  case invalid(path: String, message: String)
  /// A part that the pipeline needs isn't installed. The message names the command that installs it.
  case missingPart(message: String)

  /// The error message, preceded by the location in the pipeline file.
  public var description: String {
    switch self {
    case .invalid(let path, let message): path.isEmpty ? message : "\(path): \(message)"
    case .missingPart(let message): message
    }
  }

  /// The description, which Foundation shows as `localizedDescription`.
  public var errorDescription: String? { description }

  package static func unknown(_ what: String, _ name: String, path: String, allowed: [String]) -> PipelineError {
    var message = "unknown \(what) \"\(name)\"."
    if let match = nearestMatch(to: name, among: allowed) { message += " Did you mean \"\(match)\"?" }
    message += allowed.isEmpty ? " None is allowed here." : " Allowed: \(allowed.sorted().joined(separator: ", "))."
    return .invalid(path: path, message: message)
  }

  /// Returns a stage's error with its location in the pipeline, such as `stages[1].region` for `detect.region`. If overrides contain settings for
  /// the stage, the location is ambiguous, so the error is returned unchanged.
  package func placed(in pipeline: Pipeline) -> PipelineError {
    guard case .invalid(let path, let message) = self,
      let index = pipeline.stages.firstIndex(where: { path.hasPrefix($0.name + ".") })
    else { return self }
    let name = pipeline.stages[index].name
    guard !pipeline.overrides.contains(where: { $0.changes.contains { $0.stage == name } }) else { return self }
    return .invalid(path: "stages[\(index)]" + path.dropFirst(name.count), message: message)
  }
}

/// The exit codes of `docscan`. The numbers are a stable interface.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// The command completed, and no document failed.
  case success = 0
  /// Some documents failed; the others are complete.
  case someFailed = 1
  /// The command line is invalid.
  case usage = 2
  /// The pipeline file is invalid.
  case invalidPipeline = 3
  /// There is no readable input.
  case noInput = 4
  /// A required part is missing, such as a language pack.
  case missingPart = 5
  /// The output can't be written.
  case outputFailed = 6
  /// The program was interrupted by Ctrl-C or SIGTERM.
  case interrupted = 130
}
