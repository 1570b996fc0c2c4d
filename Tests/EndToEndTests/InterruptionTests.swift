// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an interrupted or killed run keeps all complete results, and the next run continues.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Interrupted runs", .realWorker)
struct InterruptionTests {
  /// Returns a workspace with a fast document first, then a slow one.
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "in/a.pdf")
    let page = try Documents.minutes().raster(dpi: 200)
    try ImagePDF(Array(repeating: page, count: 6), dpi: 200).write(to: work.folder / "in/b.pdf")
    return work
  }

  @Test(
    "Ends with 130 on SIGINT and SIGTERM, keeps complete results, and shows no partial ones",
    arguments: [SIGINT, SIGTERM])
  func interrupt(signal: Int32) throws {
    let work = try workspace()
    let running = try work.command(workers: 2).start()
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

  @Test("Finishes the current pages when SIGTERM reaches all processes, and fails none")
  func wholeJob() throws {
    let work = try workspace()
    let running = try work.command(["--progress", "json"], workers: 2).start()
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
      !result.output.contains("page-retried") && !result.output.contains(#""status":"failed""#), "\(result.summary)")
    #expect(result.output.contains(#""document":"b","event":"page-finished""#), "\(result.summary)")
  }

  @Test("Continues after kill -9 with the same results")
  func killed() throws {
    let work = try workspace()
    let running = try work.command(workers: 2).start()
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

  @Test("Refuses a second run in the same folder")
  func lock() throws {
    let work = try workspace()
    let running = try work.command(workers: 2).start()
    #expect(
      try running.wait { work.folder.contains("out/.docscan/lock") && work.folder.contains("out/.docscan/scratch") })
    let second = try work.run()
    #expect(second.exitCode == 6)
    #expect(second.errors.contains("Another docscan"))
    running.send(signal: SIGINT)
    _ = try running.wait()
  }
}
