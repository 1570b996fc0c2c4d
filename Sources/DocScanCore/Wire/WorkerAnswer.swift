// SPDX-License-Identifier: GPL-3.0-or-later

/// What a worker says while it has a request. On the socket, each case is a message of that name.
package enum WorkerAnswer<Reply: Sendable>: Sendable {
  /// A notice: the stage that has the page from now on.
  case stage(String)
  /// It is done.
  case done(Reply)
  /// It cannot be done.
  case failed(PageFailure)
  /// The worker lacks something that the pipeline asks for.
  case misconfigured(PipelineError)

  /// What an answer is called on the socket.
  package enum Name: String, Sendable {
    /// A stage begins.
    case stage
    /// The reply.
    case done
    /// A `PageFailure`.
    case failed
    /// A `PipelineError`.
    case misconfigured
  }
}

extension WorkerAnswer where Reply == Message {
  /// What a message says; the reply itself is for whoever knows what was asked.
  package init(_ message: Message) throws(InvalidInput) {
    switch Name(rawValue: message.name) {
    case .stage: self = .stage(try message.body(String.self))
    case .done: self = .done(message)
    case .failed: self = .failed(try message.body(PageFailure.self).bounded)
    case .misconfigured: self = .misconfigured(try message.body(PipelineError.self).bounded)
    case nil: throw InvalidInput("a message of no known name")
    }
  }

  /// The answer to a request of a kind.
  package func reply<Request: JobRequest>(to _: Request.Type) throws(InvalidInput) -> WorkerAnswer<
    Request.Reply
  > {
    switch self {
    case .stage(let stage): .stage(stage)
    case .done(let message): .done(try message.body(Request.Reply.self).bounded)
    case .failed(let failure): .failed(failure)
    case .misconfigured(let error): .misconfigured(error)
    }
  }
}

extension PageFailure {
  /// The failure with texts of a length that a person reads.
  package var bounded: Self {
    Self(
      kind: kind, stage: String(stage.prefix(100)), message: boundedMessage(message),
      signal: signal.map { String($0.prefix(100)) })
  }
}

extension PipelineError {
  /// The error with a text of a length that a person reads.
  var bounded: Self {
    switch self {
    case .invalid(let path, let message): .invalid(path: boundedMessage(path), message: boundedMessage(message))
    case .missingPart(let message): .missingPart(message: boundedMessage(message))
    }
  }
}
