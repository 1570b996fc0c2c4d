// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore

/// Why a command ended without doing its work.
enum CommandError: Error {
  /// The command line is wrong; with the command whose help tells more, nil for docscan itself.
  case usage(String, command: String?)
  /// The pipeline, its inputs, a needed part or the output folder is not as it should be.
  case batch(BatchError)
  /// Standard output cannot be written.
  case output(String)

  /// What the shell is told.
  var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .batch(let error): error.exitCode
    case .output: .outputFailed
    }
  }

  /// The error as the terminal gets it, with a line feed at the end.
  var lines: String {
    switch self {
    case .usage(let message, let command):
      "docscan: \(message)\nSee: docscan \(command.map { "\($0) " } ?? "")--help\n"
    case .batch(let error): "docscan: \(visibleText("\(error)"))\n"
    case .output(let message): "docscan: \(message)\n"
    }
  }
}

/// Does something of a run; its error is the command's.
func batchResult<Value>(_ body: @autoclosure () throws(BatchError) -> Value) throws(CommandError) -> Value {
  do throws(BatchError) {
    return try body()
  } catch {
    throw .batch(error)
  }
}
