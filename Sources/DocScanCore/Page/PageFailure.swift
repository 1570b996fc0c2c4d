// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a page could not be processed.
public struct PageFailure: Error, Codable, Hashable, Sendable {
  /// What kind of failure it is.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// The page's bytes are damaged or not what they claim to be.
    case unreadable
    /// The page is larger than the pipeline's limits allow.
    case limit
    /// The worker process ended while it was reading the page.
    case crash
    /// The page took longer than the pipeline's limits allow.
    case timeout
    /// The page needed more memory than the pipeline's limits allow.
    case memory
    /// The worker sent something that is not an answer.
    case protocolViolation
    /// A library reported an error.
    case library = "engine"
    /// The result cannot follow the standard that it has to.
    case standard
    /// The finished PDF is not what it should be.
    case mismatch = "drift"
    /// The worker could not write a file of its own. This is not a result: the parent checks the disk and tries again.
    case storage
  }

  /// The kinds that a result can have.
  package static let resultKinds = Kind.allCases.filter { $0 != .storage }

  /// What kind of failure it is.
  public var kind: Kind
  /// What had the page: `load`, a stage of the pipeline, or `picture`; empty until whoever runs it has named it.
  package var stage: String
  /// What happened and what to do about it, in one sentence or two.
  public var message: String
  /// The signal that ended the worker, such as `SIGSEGV`.
  package var signal: String?

  /// A failure; whoever runs the stage names it.
  public init(kind: Kind, stage: String = "", message: String, signal: String? = nil) {
    (self.kind, self.stage, self.message, self.signal) = (kind, stage, message, signal)
  }

  /// Does the work of a stage, and gives its name to a failure that has none; it is asked for when there is a failure.
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

/// Something that was given to docscan is not what it should be: a message of a worker or an engine, or a template.
package struct InvalidInput: Error, Hashable, CustomStringConvertible, Sendable {
  /// What is wrong with it, as a part of a sentence.
  package let description: String

  package init(_ description: String) { self.description = description }
}
