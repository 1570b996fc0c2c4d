// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The words of messages for programs, which have properties instead of the command line's options.
enum ProgramWords {
  /// The options in messages of runs, and the properties with the same effect. A longer phrase comes before its parts.
  static let properties: KeyValuePairs = [
    "another output folder with -o": "another BatchOptions.outputDirectory",
    "the number of workers with -j": "BatchOptions.workers",
    "files or folders on the command line": "files or folders in BatchOptions.inputs",
    "Name a folder for the results with -o, or make": "Use a BatchRun, or make",
    "or with --also": "or in PipelineChanges:",
    "with --merge": "with BatchOptions.mergesInputs",
    "--also": "in PipelineChanges:",
    "--existing-text": "the setting pages.existingText",
    "--merge": "BatchOptions.mergesInputs",
    "--name": "BatchOptions.name",
    "--overwrite": "BatchOptions.overwritesExistingResults",
    "--pages": "BatchOptions.pages",
    "--password-file": "BatchOptions.passwords",
    "--set": "SettingChange",
  ]

  static func text(_ message: String) -> String {
    guard message.contains("-") || message.contains("command line") else { return message }
    return properties.reduce(message) { $0.replacing($1.key, with: $1.value) }
  }
}

extension BatchError {
  var forPrograms: BatchError { mapMessage(ProgramWords.text) }
}

extension BatchEvent {
  var forPrograms: BatchEvent {
    switch self {
    case .notice(let message): return .notice(ProgramWords.text(message))
    case .documentFinished(let outcome): return .documentFinished(outcome.forPrograms)
    case .finished(var report):
      report.documents = report.documents.map(\.forPrograms)
      return .finished(report)
    case .started, .documentOpened, .documentNamed, .pageFinished, .pageRetried, .measured: return self
    }
  }
}

extension DocumentOutcome {
  fileprivate var forPrograms: DocumentOutcome {
    var outcome = self
    outcome.reason = reason.map(ProgramWords.text)
    return outcome
  }
}
