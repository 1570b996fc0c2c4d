// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc

/// A watched folder, and the real service on it. Times are short, so that tests are.
struct WatchSpace {
  let work: Workspace
  var folder: TemporaryFolder { work.folder }

  /// A pipeline without recognition, which is quick; `watch` and `input` add to its objects.
  init(watch: String = "", input: String = "") throws {
    work = try Workspace()
    _ = try work.folder.makeFolder("inbox")
    try pipeline(watch: watch, input: input)
  }

  /// Writes the pipeline file.
  func pipeline(
    quiet: Double = 0.6, patience: Double = 2, stages: String = #"{"stage": "quality"}"#, watch: String = "",
    input: String = "", limits: String = "",
    writers: String = #"{"writer": "json"}"#
  ) throws {
    // In the inbox, as older pipeline files have it, unless a test says otherwise.
    let places = ["processed", "failed"].filter { !watch.contains("\"\($0)\":") }.map { ", \"\($0)\": \"\($0)\"" }
      .joined()
    try folder.write(
      """
      {"name": "watch", "input": {\(input)}, "stages": [\(stages)], "pages": {"dpi": 72}, "limits": {\(limits)},
       "watch": {"settle": 0.2, "quiet": \(quiet), "patience": \(patience)\(places)\(watch.isEmpty ? "" : ", " + watch)},
       "output": {"directory": "out", "verify": 0, "writers": [\(writers)]}}
      """, to: "pipeline.json")
  }

  /// The command for the service.
  func command(_ arguments: [String] = [], faultyWorker: Bool = false) throws -> Command {
    var command = try Command.product("docscan", ["watch", folder / "pipeline.json", "-j", "2"] + arguments)
    if faultyWorker { command.environment["DOCSCAN_WORKER"] = try Places.product("FaultyWorker") }
    return command
  }

  /// Another command, such as `status`.
  func run(_ arguments: [String]) throws -> CommandResult { try Command.product("docscan", arguments).run() }

  /// Starts the service and runs the closure; the service is stopped at its end, and must end as one that was stopped.
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

  /// A small picture that differs from others by its number.
  static func picture(_ number: Int) -> Data {
    var bytes = Data("P4\n64 64\n".utf8)
    for index in 0..<512 { bytes.append((8..<16).contains(index) ? UInt8(truncatingIfNeeded: number) : 0) }
    return bytes
  }

  /// Drops a picture into the inbox.
  func drop(_ number: Int, _ name: String) throws { try folder.write(Self.picture(number), to: "inbox/" + name) }

  /// Whether a file is in the folder for originals that are done.
  func isProcessed(_ name: String) -> Bool { folder.contains("inbox/processed/" + name) }

  /// What is left in the inbox beside the folders for originals.
  func left() throws -> [String] {
    try folder.files(under: "inbox").filter { !$0.hasPrefix("processed/") && !$0.hasPrefix("failed/") }
  }

  /// The names of all records in the output, by their contents' digests.
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
