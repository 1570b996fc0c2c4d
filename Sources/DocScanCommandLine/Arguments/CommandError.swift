// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// The reason why a command failed.
package enum CommandError: Error {
  /// An invalid command line, with the command whose help applies, or `nil` for docscan itself.
  case usage(String, command: String?)
  /// A problem with the pipeline, the inputs, a missing component, or the output folder.
  case batch(BatchError)
  case output(String)

  package var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .batch(let error): error.exitCode
    case .output: .outputFailed
    }
  }

  /// The message for the terminal, with a line feed at the end.
  package var lines: String {
    switch self {
    case .usage(let message, let command):
      "docscan: \(message)\nSee: docscan \(command.map { "\($0) " } ?? "")--help\n"
    case .batch(let error): "docscan: \(visibleText("\(error)"))\n"
    case .output(let message): "docscan: \(message)\n"
    }
  }
}

/// Evaluates an expression of the batch library and converts its error.
package func batchResult<Value>(_ body: @autoclosure () throws(BatchError) -> Value) throws(CommandError) -> Value {
  do throws(BatchError) {
    return try body()
  } catch {
    throw .batch(error)
  }
}
