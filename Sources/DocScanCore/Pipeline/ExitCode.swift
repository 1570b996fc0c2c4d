// SPDX-License-Identifier: GPL-3.0-or-later

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
