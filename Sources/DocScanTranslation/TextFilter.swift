// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanWorkers
internal import Glibc

/// A program that transforms text, confined like an engine: no network, and one writable folder.
package struct TextFilter {
  /// The result of a run.
  package enum Outcome {
    case text(String)
    /// The reason as the end of a sentence that begins with the program's name.
    case failed(String)
    case stopped

    package var text: String? {
      if case .text(let text) = self { text } else { nil }
    }
  }

  /// The output limit in bytes, at which the program is killed.
  private static let longestOutput = 16 << 20

  private let command: [String]
  private let sandbox: LimitSettings.Sandbox
  private let seconds: Double

  package init(_ command: [String], seconds: Double, sandbox: LimitSettings.Sandbox) {
    (self.command, self.seconds, self.sandbox) = (command, seconds, sandbox)
  }

  package func run(_ text: String, while goesOn: () -> Bool) -> Outcome {
    let process: EngineProcess
    do throws(BatchError) {
      process = try EngineProcess(command, sandbox)
    } catch {
      return .failed("does not start: \(error)")
    }
    defer { process.end() }
    var pipes = process.takePipes()
    guard pipes.count == 3 else { return .failed("has no pipes") }
    for pipe in pipes { _ = fcntl(pipe.descriptor, F_SETFL, O_NONBLOCK) }
    let output = pipes[1].descriptor
    // The descriptor of standard error, or -1 after its end.
    var errors = pipes[2].descriptor
    var input: OpenFile? = pipes.removeFirst()
    var rest = Array(text.utf8)[...]
    var (written, complaint): ([UInt8], [UInt8]) = ([], [])
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      if !goesOn() { return .stopped }
      if .now > end { return .failed("took longer than \(JSONValue.number(seconds).shortText) seconds") }
      if rest.isEmpty { input = nil }
      var watched = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input?.descriptor ?? -1, events: Int16(POLLOUT), revents: 0),
      ]
      guard unsafe poll(&watched, nfds_t(watched.count), 100) >= 0 || errno == EINTR else {
        return .failed("could not be read: \(errorText())")
      }
      if watched[1].revents != 0, Self.read(errors, into: &complaint) { errors = -1 }
      if let input, watched[2].revents != 0 {
        let count = unsafe rest.withUnsafeBytes { unsafe write(input.descriptor, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) } else if errno != EAGAIN { rest = [] }
      }
      if watched[0].revents != 0, Self.read(output, into: &written) { break }
      if written.count > Self.longestOutput { return .failed("wrote too much output") }
    }
    guard let result = String(validating: written, as: UTF8.self), !written.contains(0) else {
      return .failed("wrote something that is not text")
    }
    // The program reports errors through empty output and a message on standard error.
    if result.trimmed.isEmpty, !text.trimmed.isEmpty {
      if errors >= 0 { _ = Self.read(errors, into: &complaint) }
      let words = String(decoding: complaint.prefix(300), as: UTF8.self).replacing(where: { $0.isControl }, with: " ")
      return .failed("produced no output" + (words.trimmed.isEmpty ? "" : ": \(words.trimmed)"))
    }
    return .text(result)
  }

  /// Reads the available bytes. Returns `true` at the end of the stream or after an error.
  private static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
    if count > 0 { bytes += chunk.prefix(count) }
    return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
  }
}
