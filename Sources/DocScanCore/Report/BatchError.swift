// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
public import FoundationEssentials
internal import Glibc

/// An error that prevents a run or a request. Failed pages and documents are results, not errors.
public enum BatchError: Error, Sendable {
  /// The request is invalid or can't be carried out.
  case usage(String)
  /// The pipeline file is invalid, or needs a component that is missing.
  case pipeline(PipelineError)
  /// There is no input.
  case noInput(String)
  /// A program or library that docscan needs is missing or can't be started.
  case missingPart(String)
  /// The output can't be written.
  case output(String)
  /// The output can't be written because the disk is full.
  case diskFull(String)
}

extension BatchError: CustomStringConvertible, LocalizedError {
  /// A sentence or two about what happened, and what to do.
  public var description: String {
    switch self {
    case .pipeline(let error): "\(error)"
    case .usage(let message), .noInput(let message), .missingPart(let message), .output(let message),
      .diskFull(let message):
      message
    }
  }

  /// The description, which Foundation shows as `localizedDescription`.
  public var errorDescription: String? { description }

  /// The exit status of a process that ends with this error.
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

/// Runs an operation on results or the journal, and converts its error to a `BatchError`.
@discardableResult
package func writing<Value>(_ body: @autoclosure () throws(OutputError) -> Value) throws(BatchError) -> Value {
  do throws(OutputError) {
    return try body()
  } catch {
    throw BatchError(error)
  }
}

extension BatchError {
  package func mapMessage(_ body: (String) -> String) -> BatchError {
    switch self {
    case .usage(let message): .usage(body(message))
    case .pipeline(.invalid(let path, let message)): .pipeline(.invalid(path: path, message: body(message)))
    case .pipeline(.missingPart(let message)): .pipeline(.missingPart(message: body(message)))
    case .noInput(let message): .noInput(body(message))
    case .missingPart(let message): .missingPart(body(message))
    case .output(let message): .output(body(message))
    case .diskFull(let message): .diskFull(body(message))
    }
  }

  package init(_ error: OutputError) {
    self = [ENOSPC, EDQUOT].contains(error.code) ? .diskFull("\(error)") : .output("\(error)")
  }
}
