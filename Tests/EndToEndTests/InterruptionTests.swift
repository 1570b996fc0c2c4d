// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("Runs that are stopped")
struct InterruptionTests {
  /// A quick document first, then one that takes a while.
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    try PageDrawing.writePDF([try Documents.minutes()], to: work.folder / "in/a.pdf")
    let page = try Documents.minutes().raster(dpi: 200)
    try ImagePDF(Array(repeating: page, count: 12), dpi: 200).write(to: work.folder / "in/b.pdf")
    return work
  }

  @Test("Ctrl-C ends with 130; what was complete stays, nothing half-done is visible", arguments: [SIGINT, SIGTERM])
  func interrupt(signal: Int32) throws {
    let work = try workspace()
    let running = try work.command().start()
    let isDone = try running.wait { work.folder.contains("out/a/a.json") }
    #expect(isDone)
    running.send(signal: signal)
    let result = try running.wait()
    #expect(result.exitCode == 130, "\(result.summary)")
    #expect(try work.record("a").status == .complete)
    #expect(!work.folder.contains("out/b"))
    #expect(try work.report().interrupted)
    #expect(!work.folder.contains("out/.docscan/partial"))
  }

  @Test("SIGTERM to all processes, as schedulers send it, ends the pages in hand and costs none")
  func wholeJob() throws {
    let work = try workspace()
    let running = try work.command(["--progress", "json"]).start()
    #expect(try running.wait { work.folder.contains("out/a/a.json") })
    let children = try String(
      contentsOfFile: "/proc/\(running.process)/task/\(running.process)/children", encoding: .utf8
    )
    .split(separator: " ").compactMap { Int32($0) }
    #expect(!children.isEmpty)
    for process in children { kill(process, SIGTERM) }
    running.send(signal: SIGTERM)
    let result = try running.wait()
    #expect(result.exitCode == 130, "\(result.summary)")
    #expect(
      !result.errors.contains("page-retried") && !result.errors.contains(#""status":"failed""#), "\(result.summary)")
    #expect(result.errors.contains(#""document":"b","event":"page-finished""#), "\(result.summary)")
  }

  @Test("After kill -9 the next run goes on, with the same results")
  func killed() throws {
    let work = try workspace()
    let running = try work.command().start()
    #expect(try running.wait { work.folder.contains("out/a/a.json") })
    running.send(signal: SIGKILL)
    _ = try running.wait()
    #expect(!work.folder.contains("out/b"))
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().totals.unchanged == 1)
    let resumed = try work.results()
    try FileManager.default.removeItem(atPath: work.folder / "out")
    #expect(try work.run().exitCode == 0)
    #expect(try work.results() == resumed)
  }

  @Test("Two runs do not write to one folder at the same time")
  func lock() throws {
    let work = try workspace()
    let running = try work.command().start()
    #expect(
      try running.wait { work.folder.contains("out/.docscan/lock") && work.folder.contains("out/.docscan/scratch") })
    let second = try work.run()
    #expect(second.exitCode == 6)
    #expect(second.errors.contains("Another docscan"))
    running.send(signal: SIGINT)
    _ = try running.wait()
  }
}
