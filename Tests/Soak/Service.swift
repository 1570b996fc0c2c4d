// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanFixtures
import FoundationEssentials
import Glibc

/// The service that is watched, killed, and restarted.
final class Service {
  private let command: Command
  private var running: RunningCommand
  private(set) var starts = 1
  /// The number of times that each document was reported as complete, over all lives of the service.
  private(set) var completions: [String: Int] = [:]
  private(set) var paused = 0

  init(_ command: Command) throws {
    self.command = command
    running = try command.start()
  }

  /// Kills and restarts the service.
  func killAndStart() throws {
    running.send(signal: SIGKILL)
    collect(try running.wait())
    running = try command.start()
    starts += 1
  }

  /// Stops the service as a service manager does; returns the exit code.
  func stop() throws -> Int32? {
    running.send(signal: SIGTERM)
    let result = try running.wait()
    collect(result)
    return result.exitCode
  }

  /// Megabytes of memory and open descriptors, or `nil` while the service is starting.
  func size() throws -> (megabytes: Double, descriptors: Int)? {
    guard let status = FileManager.default.contents(atPath: "/proc/\(running.process)/status") else { return nil }
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("VmRSS:") }),
      let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({ Double($0) })
    else { return nil }
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(running.process)/fd")
    return (kilobytes / 1024, files.count)
  }

  /// The service's output.
  var log: String { running.errorsSoFar }

  private func collect(_ result: CommandResult) {
    for line in result.errors.split(separator: "\n") {
      if line.contains(#""event":"document-finished""#), line.contains(#""status":"complete""#),
        let name = line.firstMatch(of: #/"document":"([^"]*)"/#)?.output.1
      {
        completions[String(name), default: 0] += 1
      }
      if line.contains("Paused:") { paused += 1 }
    }
  }
}
