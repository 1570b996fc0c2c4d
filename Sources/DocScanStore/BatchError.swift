// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
package import DocScanWriters
internal import Glibc

/// Why something that was asked for cannot be done. Failures of pages and documents are results, not errors.
public enum BatchError: Error, Sendable {
  /// What was asked for is wrong or cannot be done.
  case usage(String)
  /// The pipeline file is wrong, or needs a part that is missing.
  case pipeline(PipelineError)
  /// There is nothing to read.
  case noInput(String)
  /// A program or library that docscan itself needs is missing or does not start.
  case missingPart(String)
  /// The output cannot be written.
  case output(String)
  /// The output cannot be written because there is no room for it.
  case diskFull(String)
}

extension BatchError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .pipeline(let error): "\(error)"
    case .usage(let message), .noInput(let message), .missingPart(let message), .output(let message),
      .diskFull(let message):
      message
    }
  }

  /// The process status that tells a shell of this error.
  public var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .pipeline(.invalid): .invalidPipeline
    case .pipeline(.missingPart), .missingPart: .missingPart
    case .noInput: .noInput
    case .output, .diskFull: .outputFailed
    }
  }
}

/// Runs something that writes results, or reads what runs noted; what cannot be done ends the run.
@discardableResult
package func writing<Value>(_ body: @autoclosure () throws(OutputError) -> Value) throws(BatchError) -> Value {
  do throws(OutputError) {
    return try body()
  } catch {
    throw BatchError(error)
  }
}

extension BatchError {
  /// A result that could not be written.
  package init(_ error: OutputError) {
    self = [ENOSPC, EDQUOT].contains(error.code) ? .diskFull("\(error)") : .output("\(error)")
  }
}
