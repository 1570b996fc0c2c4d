// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanWorkers
internal import Glibc

/// A hook program that receives data on its standard input.
struct HookCommand {
  /// The result of a run.
  enum Outcome {
    /// The program ended or couldn't be started. The text is the end of a sentence about a failure, or `nil` for success.
    case ended(String?)
    case stopped
  }

  private let arguments: [String]
  private let folder: String
  private let seconds: Double

  /// Creates a run of a command. `variables` are added to its environment.
  init(_ command: PipelineCommand, variables: [String], seconds: Double) {
    arguments = ["/usr/bin/env"] + variables + command.arguments
    (folder, self.seconds) = (command.folder, seconds)
  }

  /// Runs the program with `input` on its standard input while `goesOn` returns `true`. A failure contains the end of the program's standard error.
  func run(_ input: [UInt8], while goesOn: () -> Bool) -> Outcome {
    let process: EngineProcess
    do throws(BatchError) {
      process = try EngineProcess(arguments, in: folder, .off)
    } catch {
      return .ended("could not be started: \(error)")
    }
    defer { process.end() }
    var pipes = process.takePipes()
    guard pipes.count == 3 else { return .ended("has no pipes") }
    for pipe in pipes { _ = fcntl(pipe.descriptor, F_SETFL, O_NONBLOCK) }
    let (output, errors) = (pipes[1], pipes[2])
    var standardInput: OpenFile? = pipes.removeFirst()
    pipes = []
    var rest = input[...]
    var complaint: [UInt8] = []
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      if !goesOn() { return .stopped }
      if rest.isEmpty { standardInput = nil }
      if let status = process.ended() {
        _ = Self.read(errors.descriptor, into: &complaint)
        return .ended(Self.sentence(status, complaint))
      }
      if .now > end { return .ended("took longer than \(JSONValue.number(seconds).shortText) seconds and was ended") }
      // Polls only standard input: a closed pipe would always be ready, and the program's end is checked anyway.
      var watched = [pollfd(fd: standardInput?.descriptor ?? -1, events: Int16(POLLOUT), revents: 0)]
      _ = unsafe poll(&watched, 1, 20)
      if let standardInput, watched[0].revents != 0 {
        let count = unsafe rest.withUnsafeBytes { unsafe write(standardInput.descriptor, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) } else if errno != EAGAIN { rest = [] }
      }
      var said: [UInt8] = []
      _ = Self.read(output.descriptor, into: &said)
      _ = Self.read(errors.descriptor, into: &complaint)
      complaint = Array(complaint.suffix(2000))
    }
  }

  private static func sentence(_ status: (signal: Int32, status: Int32), _ complaint: [UInt8]) -> String? {
    guard status.signal != 0 || status.status != 0 else { return nil }
    let words = String(decoding: complaint.suffix(300), as: UTF8.self).replacing(where: { $0.isControl }, with: " ")
      .trimmed
    let how = status.signal != 0 ? "was ended by signal \(status.signal)" : "ended with exit code \(status.status)"
    return how + (words.isEmpty ? "" : ": \(words)")
  }

  // Reads the available bytes. Returns `true` at the end of the stream or after an error.
  private static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
    if count > 0 { bytes += chunk.prefix(count) }
    return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
  }
}
