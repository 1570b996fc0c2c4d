// SPDX-License-Identifier: GPL-3.0-or-later
// Support: a watched folder with short times.

import DocScan
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc

/// A watched folder with the real service and short times, which keep the tests fast.
struct WatchSpace {
  let work: Workspace
  var folder: TemporaryFolder { work.folder }

  /// Creates a workspace with a fast pipeline without recognition; `watch` and `input` add to its objects.
  init(watch: String = "", input: String = "") throws {
    work = try Workspace()
    _ = try work.folder.makeFolder("inbox")
    try pipeline(watch: watch, input: input)
  }

  func pipeline(
    quiet: Double = 0.6, patience: Double = 2, stages: String = #"{"stage": "quality"}"#, watch: String = "",
    input: String = "", limits: String = "",
    writers: String = #"{"writer": "json"}"#
  ) throws {
    // In the inbox, as in older pipeline files, unless a test sets them.
    let places = ["processed", "failed"].filter { !watch.contains("\"\($0)\":") }.map { ", \"\($0)\": \"\($0)\"" }
      .joined()
    try folder.write(
      """
      {"name": "watch", "input": {\(input)}, "stages": [\(stages)], "pages": {"dpi": 72}, "limits": {\(limits)},
       "watch": {"settle": 0.2, "quiet": \(quiet), "patience": \(patience)\(places)\(watch.isEmpty ? "" : ", " + watch)},
       "output": {"directory": "out", "verify": 0, "writers": [\(writers)]}}
      """, to: "pipeline.json")
  }

  /// Returns the service's command.
  func command(_ arguments: [String] = [], faultyWorker: Bool = false) throws -> Command {
    var command = try Command.product("docscan", ["watch", folder / "pipeline.json", "-j", "2"] + arguments)
    if faultyWorker { command.environment["DOCSCAN_WORKER"] = try Places.product("FaultyWorker") }
    return command
  }

  /// Runs another command, such as `status`.
  func run(_ arguments: [String]) throws -> CommandResult { try Command.product("docscan", arguments).run() }

  /// Starts the service, runs the closure, stops the service, and checks that it was interrupted.
  @discardableResult
  func whileWatching(
    _ arguments: [String] = [], faultyWorker: Bool = false, signal: Int32 = SIGTERM,
    _ body: (RunningCommand) throws -> Void
  ) throws -> CommandResult {
    let running = try command(arguments, faultyWorker: faultyWorker).start()
    _ = try running.wait { running.errorsSoFar.contains("Watching") }
    try body(running)
    running.send(signal: signal)
    return try running.wait()
  }

  /// Returns a small picture that is unique for its number.
  static func picture(_ number: Int) -> Data {
    var bytes = Data("P4\n64 64\n".utf8)
    for index in 0..<512 { bytes.append((8..<16).contains(index) ? UInt8(truncatingIfNeeded: number) : 0) }
    return bytes
  }

  func drop(_ number: Int, _ name: String) throws { try folder.write(Self.picture(number), to: "inbox/" + name) }

  /// Returns whether a file is in the folder for processed originals.
  func isProcessed(_ name: String) -> Bool { folder.contains("inbox/processed/" + name) }

  /// Returns the names in the inbox without the folders for originals.
  func left() throws -> [String] {
    try folder.files(under: "inbox").filter { !$0.hasPrefix("processed/") && !$0.hasPrefix("failed/") }
  }

  /// Returns the names of all records in the output, by their contents' digests.
  func namesByDigest() throws -> [String: [String]] {
    var names: [String: [String]] = [:]
    for file in try folder.files(under: "out") where !file.hasPrefix(".docscan") && file.hasSuffix(".json") {
      guard file.contains("/"), !file.contains("/pages/") else { continue }
      let record = try JSONDecoder().decode(DocumentRecord.self, from: folder.data("out/" + file))
      names[record.sha256, default: []].append(record.name)
    }
    return names
  }
}
