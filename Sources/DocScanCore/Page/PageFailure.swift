// SPDX-License-Identifier: GPL-3.0-or-later

public import FoundationEssentials

/// The reason why a page could not be processed.
public struct PageFailure: Error, Codable, Hashable, Sendable {
  /// The kinds of failures.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// The page's data is damaged or not in the declared format.
    case unreadable
    /// The page exceeds the pipeline's size limits.
    case limit
    /// The worker process crashed while processing the page.
    case crash
    /// The page exceeded the pipeline's time limit.
    case timeout
    /// The page exceeded the pipeline's memory limit.
    case memory
    /// The worker sent an invalid message.
    case protocolViolation
    /// A library reported an error.
    case library = "engine"
    /// The result can't comply with the required standard, such as PDF/A.
    case standard
    /// The finished PDF differs from the expected content.
    case mismatch = "drift"
    /// The worker couldn't write a file. This kind isn't stored in results: the parent checks the disk and tries again.
    case storage
  }

  package static let resultKinds = Kind.allCases.filter { $0 != .storage }

  /// The kind of failure.
  public var kind: Kind
  /// The part that failed: `load`, a stage of the pipeline, or `picture`. Empty until the caller of the stage sets it.
  package var stage: String
  /// An explanation of what happened and what to do, in one or two sentences.
  public var message: String
  package var signal: String?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - kind: The kind of failure.
  ///   - stage: The part that failed, or an empty string to let the caller of the stage set it.
  ///   - message: An explanation of what happened and what to do.
  ///   - signal: The name of the signal that ended the worker.
  public init(kind: Kind, stage: String = "", message: String, signal: String? = nil) {
    (self.kind, self.stage, self.message, self.signal) = (kind, stage, message, signal)
  }

  /// Runs the work of a stage, and adds the stage's name to a failure that has none. The name is only evaluated on failure.
  package static func during<Result>(
    _ stage: @autoclosure () -> String, _ work: () throws(PageFailure) -> Result
  ) throws(PageFailure) -> Result {
    do throws(PageFailure) {
      return try work()
    } catch {
      var failure = error
      if failure.stage.isEmpty { failure.stage = stage() }
      throw failure
    }
  }
}

extension PageFailure: CustomStringConvertible, LocalizedError {
  /// The message.
  public var description: String { message }

  /// The message, which Foundation shows as `localizedDescription`.
  public var errorDescription: String? { message }
}

/// Malformed input, such as a worker's or engine's message, or a template.
package struct InvalidInput: Error, Hashable, CustomStringConvertible, Sendable {
  package let description: String

  package init(_ description: String) { self.description = description }
}
