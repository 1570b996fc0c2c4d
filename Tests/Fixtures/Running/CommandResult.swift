// SPDX-License-Identifier: GPL-3.0-or-later

/// The end of a program, and its output.
public struct CommandResult: Sendable {
  /// The exit status, or `nil` if a signal ended the program.
  public let exitCode: Int32?
  /// The signal that ended the program.
  public let signal: Int32?
  /// Whether the program was killed because it took too long.
  public let timedOut: Bool
  public let seconds: Double
  /// Standard output, byte by byte.
  public let outputBytes: [UInt8]
  /// Standard error as text.
  public let errors: String

  /// Standard output as text.
  public var output: String { String(decoding: outputBytes, as: UTF8.self) }

  /// The program's end and the end of its output, for a message.
  public var summary: String {
    let end =
      switch (exitCode, signal) {
      case (let code?, _): "status \(code)"
      case (nil, let signal?): timedOut ? "killed after \(seconds) s" : "signal \(signal)"
      case (nil, nil): "unknown end"
      }
    return "\(end)\nstdout: \(output.suffix(2000))\nstderr: \(errors.suffix(4000))"
  }
}
