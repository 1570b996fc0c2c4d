// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a worker cannot be what the pipeline asks for.
public struct Misconfiguration: JobReply {
  public var message: String
  /// Whether something has to be installed; if not, the pipeline file is wrong.
  public var isMissingPart: Bool

  public init(_ error: PipelineError) {
    switch error {
    case .missingPart(let message): (self.message, isMissingPart) = (message, true)
    case .invalid: (message, isMissingPart) = (error.description, false)
    }
  }

  public var bounded: Self {
    var bounded = self
    bounded.message = boundedMessage(message)
    return bounded
  }
}
