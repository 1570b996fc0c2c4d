// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a misbehaving worker never stops other work or loses a correction.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@testable import DocScanBatch

@Suite("Applying corrections with failing workers", .realWorker)
struct DecisionFaultTests {
  /// Returns a workspace with a finished document, whose pending correction makes its stage misbehave. Other inputs are in `other`.
  private func workspace(
    _ kind: String, marker: Bool = false, limits: String = #""sandbox": "off""#
  ) throws -> Workspace {
    let work = try Workspace()
    try Self.page("Received with thanks").raster(dpi: 130).write(to: work.folder / "in/note.png", as: .png)
    _ = try work.folder.makeFolder("other")
    try Self.page("Another letter").raster(dpi: 130).write(to: work.folder / "other/letter.png", as: .png)
    _ = try work.folder.makeFolder("inbox")
    let path = marker ? work.folder / "marker" : ""
    try work.pipeline(
      stages:
        #"{"stage": "recognize"}, {"stage": "textfault", "kind": "\#(kind)", "word": "Zyxwv", "marker": "\#(path)"}"#,
      more: #""limits": {\#(limits)}, "watch": {"settle": 0.2, "quiet": 0.5},"#)
    #expect(try work.run(faultyWorker: true).exitCode == 0)
    let page = try work.page("note", 1)
    let word = try #require(page.words.first { $0.text == "Received" })
    let edit = Edit(id: "1", words: [word], on: page, new: "Zyxwv", by: "ada", at: "2026-01-02T03:04:05Z")
    try EditFile.change(
      of: try #require(StoredDocument.exactly("note", in: StoredDocument.library(work.folder / "out")))
    ) {
      $0.add(.text(edit))
    }
    return work
  }

  private static func page(_ text: String) throws -> PageDrawing {
    var page = PageDrawing(size: PageSize(width: 260, height: 100))
    try page.line(text, at: Point(x: 24, y: 40), font: .sans(14))
    return page
  }

  private func command(_ work: Workspace, _ arguments: String..., isFaulty: Bool = true) throws -> Command {
    var command = try Command.product("docscan", arguments)
    if isFaulty { command.environment["DOCSCAN_WORKER"] = try Places.product("FaultyWorker") }
    command.directory = work.folder.path
    return command
  }

  /// Returns whether a document is unchanged, with its correction still pending.
  private func isAsBefore(_ work: Workspace) throws -> Bool {
    let edits = try work.folder.text("out/note/note.edits.json")
    return try edits.contains("Zyxwv") && work.pdfText("note").contains("Received")
      && work.folder.text("out/note/note.txt").contains("Received")
  }

  /// Applies the correction with a healthy worker.
  private func applies(_ work: Workspace) throws {
    try work.folder.write("", to: "marker")
    let result = try command(work, "review", "out", "--apply").run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.pdfText("note").contains("Zyxwv"))
    #expect(try work.folder.text("out/note/note.txt").contains("Zyxwv"))
    #expect(try command(work, "verify", "out", isFaulty: false).run().exitCode == 0)
  }

  @Test("Replaces a worker that dies at a correction once, in a run and in a review")
  func diesOnce() throws {
    let work = try workspace("kill", marker: true)
    let run = try command(work, "run", "pipeline.json", "other", "-o", "out").run()
    #expect(run.exitCode == 0 && run.errors.contains("1 correction was written to its files"), "\(run.summary)")
    #expect(work.folder.contains("marker"))
    try applies(work)
  }

  @Test(
    "Keeps a correction that always fails, and gives the same reason everywhere"
  )
  func diesAlways() throws {
    for (kind, reason) in [("kill", "was ended by SIGKILL"), ("fail", "The page was made to fail")] {
      let work = try workspace(kind)
      let review = try command(work, "review", "out", "--apply").run()
      #expect(review.exitCode == 1, "\(review.summary)")
      #expect(review.errors.contains("note stays as it is: ") && review.errors.contains(reason), "\(review.summary)")
      #expect(try isAsBefore(work))
      let said = try #require(review.errors.split(separator: "\n").first { $0.contains("stays as it is") })
      try EditFile.change(
        of: try #require(StoredDocument.exactly("note", in: StoredDocument.library(work.folder / "out")))
      ) { list in
        var edit = list.edits[0]
        edit.by = "grace"
        list = EditList([edit])
      }
      let run = try command(work, "run", "pipeline.json", "other", "-o", "out").run()
      let reason = try #require(sentence(in: run.errors))
      #expect(run.exitCode == 0 && said.contains(reason), "\(run.summary)")
      #expect(try isAsBefore(work))
    }
  }

  /// Returns the reason that a run gives for leaving a document as it is.
  private func sentence(in text: String) -> Substring? {
    text.firstRange(of: "note stays as it is").map { text[$0.lowerBound...].prefix { $0 != "\n" } }
  }

  @Test("Ends a worker that hangs at a correction at its limit, and continues other work")
  func hangs() throws {
    let work = try workspace("hang", limits: #""sandbox": "off", "secondsWithoutProgress": 3"#)
    let run = try command(work, "run", "pipeline.json", "other", "-o", "out", "-j", "2").run()
    #expect(run.exitCode == 0, "\(run.summary)")
    #expect(
      run.errors.contains("note stays as it is: ") && run.errors.contains("stood still for longer"), "\(run.summary)")
    #expect(try work.record("letter").status == .complete)
    #expect(try isAsBefore(work))
  }

  @Test(
    "Ends a run or a watcher on SIGINT and SIGTERM although a worker hangs, without losing anything",
    arguments: [SIGINT, SIGTERM])
  func signals(signal: Int32) throws {
    let work = try workspace("hang", marker: true, limits: #""sandbox": "off", "secondsWithoutProgress": 10000"#)
    // Only a hanging worker creates the marker.
    func stop(_ running: RunningCommand) throws {
      #expect(try running.wait(upToSeconds: 120) { work.folder.contains("marker") })
      running.send(signal: signal)
      #expect(try running.wait(upToSeconds: 60) { !isRunning(running.process) })
      let result = try running.wait()
      #expect(result.exitCode == 130, "\(result.summary)")
      #expect(try isAsBefore(work))
      try work.folder.remove("marker")
    }
    try stop(try command(work, "run", "pipeline.json", "other", "-o", "out").start())
    let watcher = try command(work, "watch", "pipeline.json", "inbox", "-o", "out").start()
    // The watcher accepts new files while the worker hangs.
    #expect(try watcher.wait(upToSeconds: 120) { work.folder.contains("marker") })
    try Self.page("Come later").raster(dpi: 130).write(to: work.folder / "inbox/later.png", as: .png)
    #expect(try watcher.wait(upToSeconds: 120) { work.folder.contains("out/later/later.json") })
    try stop(watcher)
    try applies(work)
  }

  @Test("Skips a queued document that was revised in the meantime")
  func staleLook() throws {
    let work = try workspace("fail")
    let queue = DecisionQueue(try OutputFolder(path: work.folder / "out")) { _ in }
    #expect(try !queue.isEmptyNow())
    try work.folder.remove("out/note/note.edits.json")
    #expect(queue.next(besides: []) == nil)
  }

  private func isRunning(_ process: Int32) -> Bool {
    do {
      let status = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return !status.contains(") Z ")
    } catch {
      return false
    }
  }

  @Test("Interrupts a review whose worker hangs, and a later one does the rest")
  func reviewIsStopped() throws {
    let work = try workspace("hang")
    let review = try command(work, "review", "out", "--apply").start()
    let partial = "out/.docscan/partial"
    #expect(
      try review.wait(upToSeconds: 120) {
        guard work.folder.contains(partial) else { return false }
        return try FileManager.default.contentsOfDirectory(atPath: work.folder / partial).contains {
          $0.hasPrefix("revision")
        }
      })
    review.send(signal: SIGINT)
    let result = try review.wait()
    #expect(result.exitCode == 130 && result.errors.contains("Interrupted"), "\(result.summary)")
    #expect(try isAsBefore(work))
  }
}
