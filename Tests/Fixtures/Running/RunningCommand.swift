// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import Glibc
internal import Synchronization

/// A running program, which is killed with the last reference to it.
public final class RunningCommand: Sendable {
  public let process: Int32
  private let output: AnonymousFile
  private let errors: AnonymousFile
  private let timeoutSeconds: Double
  private let started = ContinuousClock.now
  private let result = Mutex<CommandResult?>(nil)

  init(process: Int32, output: AnonymousFile, errors: AnonymousFile, timeoutSeconds: Double) {
    self.process = process
    self.output = output
    self.errors = errors
    self.timeoutSeconds = timeoutSeconds
  }

  deinit {
    guard result.withLock({ $0 == nil }) else { return }
    killpg(process, SIGKILL)
    var (signal, status): (Int32, Int32) = (0, 0)
    _ = unsafe linux_reap_blocking(process, &signal, &status)
  }

  /// Standard output so far.
  public var outputSoFar: String { String(decoding: output.contents(), as: UTF8.self) }

  /// Standard error so far.
  public var errorsSoFar: String { String(decoding: errors.contents(), as: UTF8.self) }

  /// Sends a signal, such as `SIGTERM`, to the program alone.
  public func send(signal: Int32) { kill(process, signal) }

  /// Waits until a condition holds, checking every 10 ms; returns false if the program ends or the time is over first.
  public func wait(upToSeconds seconds: Double = 300, until condition: () throws -> Bool) throws -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      if try condition() { return true }
      if try ended() != nil || ContinuousClock.now > end { return try condition() }
      usleep(10_000)
    }
  }

  /// Waits for the end; after the command's timeout, the process group is killed.
  public func wait() throws -> CommandResult {
    // Many tests wait at the same time, so asking often would cost the programs their time.
    var pause: UInt32 = 1000
    while true {
      if let result = try ended() { return result }
      if ContinuousClock.now - started > .seconds(timeoutSeconds) {
        killpg(process, SIGKILL)
        if let result = try ended(waits: true, timedOut: true) { return result }
      }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
  }

  /// Returns the result if the program ended.
  private func ended(waits: Bool = false, timedOut: Bool = false) throws -> CommandResult? {
    try result.withLock { result in
      if let result { return result }
      var (signal, status): (Int32, Int32) = (0, 0)
      let answer =
        unsafe waits
        ? linux_reap_blocking(process, &signal, &status) : linux_reap(process, &signal, &status)
      if answer == 0 { return nil }
      guard answer > 0 else { throw FixtureError("Somebody else collected the process \(process).") }
      // Processes that the program left behind end with it.
      killpg(process, SIGKILL)
      let new = CommandResult(
        exitCode: signal == 0 ? status : nil, signal: signal == 0 ? nil : signal, timedOut: timedOut && signal != 0,
        seconds: (ContinuousClock.now - started) / .seconds(1), outputBytes: output.contents(),
        errors: String(decoding: errors.contents(), as: UTF8.self))
      result = new
      return new
    }
  }
}
