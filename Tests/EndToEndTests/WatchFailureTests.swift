// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a watched folder loses no file and continues by itself after any failure.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanStore
import DocScanVision
import FoundationEssentials
import Glibc
import Testing

@Suite("Failures in a watched folder", .realWorker)
struct WatchFailureTests {
  @Test("Moves a failing file to failed with a clear reason, and processes it again with retry")
  func failing() throws {
    let space = try WatchSpace()
    try space.folder.write("%PDF-1.4\nnothing\n", to: "inbox/broken.pdf")
    try space.folder.write("%PDF-1.4\nnothing at all\n", to: "inbox/torn.pdf")
    try space.whileWatching { running in
      let areThere = try running.wait {
        space.folder.contains("inbox/failed/broken.pdf") && space.folder.contains("inbox/failed/torn.pdf")
      }
      #expect(areThere)
    }
    // In the folder that contains the inbox, the name is sufficient.
    var named = try Command.product("docscan", ["retry", "torn.pdf"])
    named.directory = space.folder.path
    #expect(try named.run().output == "torn.pdf\n")
    try space.folder.remove("inbox/torn.pdf")
    let text = try space.folder.text("inbox/failed/broken.pdf.reason.txt")
    #expect(text.contains("What happened") && text.contains("docscan retry"))
    let reason = try JSONDecoder().decode(
      FailureReason.self, from: space.folder.data("inbox/failed/broken.pdf.reason.json"))
    let schema = try JSONFile.parse(Data(Command.product("docscan", ["schema", "reason"]).check().outputBytes))
    let json = try JSONFile.parse(space.folder.data("inbox/failed/broken.pdf.reason.json"))
    #expect(SchemaValidator(schema).complaints(json) == [])
    #expect(reason.source == "broken.pdf" && reason.documents.first?.status == .failed)

    let status = try space.run(["status", space.folder / "pipeline.json", "--json"])
    #expect(status.exitCode == 1)
    #expect(status.output.contains("broken.pdf"))
    #expect(try space.run(["retry", space.folder / "pipeline.json", "other.pdf"]).exitCode == 4)
    // The note contains the command in a form that works in any folder.
    let line = try #require(text.split(separator: "\n").first { $0.contains("docscan retry ") })
    let command = try #require(line.split(separator: "docscan ").last).replacing("'", with: "")
    var retry = try Command.product("docscan", command.split(separator: " ").map(String.init))
    retry.directory = "/"
    let retried = try retry.run()
    #expect(retried.exitCode == 0 && retried.output == "broken.pdf\n", "\(retried.summary)")
    #expect(try space.folder.files(under: "inbox") == ["broken.pdf"])
    // A failure that is repeated by retry counts once.
    try space.whileWatching { running in
      let hasFailed = try running.wait { space.folder.contains("inbox/failed/broken.pdf.reason.json") }
      #expect(hasFailed)
    }
    #expect(try space.run(["status", "-o", space.folder / "out"]).output.contains("2 failed"))
    #expect(try space.run(["retry", space.folder / "pipeline.json"]).exitCode == 0)
    // The file is repaired.
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: space.folder / "inbox/broken.pdf")
    try space.whileWatching { running in
      let isThere = try running.wait { space.isProcessed("broken.pdf") }
      #expect(isThere)
    }
    let healthy = try space.run(["status", "-o", space.folder / "out"])
    #expect(healthy.exitCode == 0, "\(healthy.summary)")
  }

  @Test("Replaces a failure by the result of the repaired original, but not by that of another file with its name")
  func repaired() throws {
    let space = try WatchSpace()
    try space.folder.write("%PDF-1.4\nnothing\n", to: "inbox/scan.pdf")
    try space.whileWatching { running in
      let hasFailed = try running.wait { space.folder.contains("inbox/failed/scan.pdf.reason.json") }
      #expect(hasFailed)
      try PageDrawing.writePDF([try Documents.minutes()], to: space.folder / "inbox/scan.pdf")
      let isDone = try running.wait { space.folder.contains("out/scan-2/scan-2.json") }
      #expect(isDone)
    }
    #expect(try space.work.record("scan").status == .failed)
    try PageDrawing.writePDF([try Documents.invoice()], to: space.folder / "inbox/failed/scan.pdf")
    #expect(try space.run(["retry", space.folder / "pipeline.json"]).output == "scan.pdf\n")
    try space.whileWatching { running in
      let isReplaced = try running.wait { space.folder.contains("out/scan/pages/0001.json") }
      #expect(isReplaced)
    }
    #expect(try space.work.record("scan").status == .complete)
    #expect(try space.run(["status", "-o", space.folder / "out"]).exitCode == 0)
  }

  @Test("Names a file whose name isn't UTF-8 in log and status")
  func foreignName() throws {
    let space = try WatchSpace()
    let path = (space.folder / "inbox/").utf8 + Array("latin1-".utf8) + [0xE9] + Array(".pbm".utf8) + [0]
    let file = unsafe path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { unsafe fopen($0.baseAddress, "w") }
    // A variable with a type of its own: before glibc 2.41, `fclose` accepts nil, and #require would not unwrap its argument.
    let opened: UnsafeMutablePointer<FILE> = try unsafe #require(file)
    unsafe fclose(opened)
    let result = try space.whileWatching { running in
      let isNamed = try running.wait { running.errorsSoFar.contains("Its name is not UTF-8. Rename it.") }
      #expect(isNamed)
    }
    #expect(result.errors.contains("latin1-"), "\(result.summary)")
    #expect(try space.run(["status", space.folder / "out"]).output.contains("not UTF-8"))
  }

  @Test("Moves a document with a failed page to failed, and keeps the other pages' results")
  func partial() throws {
    let space = try WatchSpace()
    try space.folder.write(
      """
      {"stages": [{"stage": "fault", "page": 2}], "watch": {"settle": 0.2},
       "output": {"directory": "out", "verify": 0, "writers": [{"writer": "json"}]}}
      """, to: "pipeline.json")
    let pages = try (0..<3).map { _ in try PageDrawing().raster(dpi: 20) }
    try Raster.writeTIFF(pages, to: space.folder / "inbox/three.tif")
    try space.whileWatching(faultyWorker: true) { running in
      let isThere = try running.wait { space.folder.contains("inbox-failed/three.tif") }
      #expect(isThere)
    }
    #expect(try space.work.record("three").status == .partial)
    let reason = try space.folder.text("inbox-failed/three.tif.reason.txt")
    #expect(reason.contains("Page 2:") && reason.contains("The results of the other pages are in"), "\(reason)")
    #expect(!reason.contains("no results"), "\(reason)")
  }

  @Test("Names the results' path even for a failed document")
  func failedWithResults() throws {
    let space = try WatchSpace()
    try space.folder.write(
      """
      {"stages": [{"stage": "fault", "page": 1}], "watch": {"settle": 0.2},
       "output": {"directory": "out", "verify": 0, "writers": [{"writer": "pdf"}, {"writer": "json"}]}}
      """, to: "pipeline.json")
    try PageDrawing().raster(dpi: 20).write(to: space.folder / "inbox/one.png", as: .png)
    try space.whileWatching(faultyWorker: true) { running in
      let isThere = try running.wait { space.folder.contains("inbox-failed/one.png") }
      #expect(isThere)
    }
    #expect(space.folder.contains("out/one/one.pdf"))
    let reason = try space.folder.text("inbox-failed/one.png.reason.txt")
    #expect(!reason.contains("There are no results."), "\(reason)")
    #expect(reason.contains(space.folder / "out/one"), "\(reason)")
  }

  @Test("Finishes after kill -9 at any step, and does nothing twice")
  func killed() throws {
    let space = try WatchSpace()
    for round in 0..<6 {
      for number in 0..<4 { try space.drop(1 + round * 4 + number, "r\(round)-\(number).pbm") }
      let running = try space.command().start()
      _ = try running.wait { running.errorsSoFar.contains("Watching") }
      usleep(UInt32(200_000 + round * 60_000))
      running.send(signal: SIGKILL)
      _ = try running.wait()
    }
    try space.whileWatching { running in
      let isEmpty = try running.wait { try space.left().isEmpty }
      #expect(isEmpty)
    }
    let names = try space.namesByDigest()
    #expect(names.count == 24)
    #expect(names.values.allSatisfy { $0.count == 1 }, "\(names)")
    let processed = try space.folder.files(under: "inbox/processed")
    #expect(processed.count == 24, "\(processed)")
  }

  @Test("Applies a changed pipeline after SIGHUP, and keeps the old one if the new one is invalid")
  func rereading() throws {
    let space = try WatchSpace()
    let result = try space.whileWatching { running in
      try space.drop(1, "first.pbm")
      #expect(try running.wait { space.isProcessed("first.pbm") })
      try space.pipeline(writers: #"{"writer": "json"}, {"writer": "text"}"#)
      running.send(signal: SIGHUP)
      #expect(try running.wait { running.errorsSoFar.contains("was reloaded") })
      try space.drop(2, "second.pbm")
      #expect(try running.wait { space.isProcessed("second.pbm") })
      try space.folder.write(#"{"stagse": []}"#, to: "pipeline.json")
      running.send(signal: SIGHUP)
      #expect(try running.wait { running.errorsSoFar.contains("stays in use") })
      try space.drop(3, "third.pbm")
      #expect(try running.wait { space.isProcessed("third.pbm") })
    }
    #expect(result.exitCode == 130, "\(result.summary)")
    #expect(!space.folder.contains("out/first/first.txt"))
    #expect(space.folder.contains("out/second/second.txt") && space.folder.contains("out/third/third.txt"))
  }

  @Test(
    "Pauses on a full disk, reports that, and continues by itself",
    arguments: [(0, "the disk is full"), (8, "limits.freeMegabytes keeps 8")])
  func fullDisk(reserve: Int, reason: String) throws {
    let space = try WatchSpace()
    try space.pipeline(limits: #""freeMegabytes": \#(reserve)"#)
    let out = try space.folder.makeFolder("out")
    guard try Command("mount", ["-t", "tmpfs", "-o", "size=16m", "docscan-test", out]).run().exitCode == 0 else {
      print("skipped: a small disk cannot be mounted here.")
      return
    }
    defer { _ = unsafe umount2(out, Int32(MNT_DETACH)) }
    let result = try space.whileWatching { running in
      try space.drop(1, "first.pbm")
      #expect(try running.wait { space.isProcessed("first.pbm") })
      let filler = space.folder / "out/filler"
      _ = try Command("dd", ["if=/dev/zero", "of=" + filler, "bs=4k"]).run()
      try space.drop(2, "second.pbm")
      #expect(try running.wait { running.errorsSoFar.contains("Paused") }, "\(running.errorsSoFar)")
      #expect(running.errorsSoFar.contains(reason), "\(running.errorsSoFar)")
      #expect(try space.left() == ["second.pbm"])
      let isTold = try running.wait { try space.run(["status", "-o", space.folder / "out"]).exitCode == 6 }
      #expect(isTold)
      running.send(signal: SIGHUP)
      #expect(try running.wait { running.errorsSoFar.contains("was reloaded") }, "\(running.errorsSoFar)")
      try FileManager.default.removeItem(atPath: filler)
      #expect(try running.wait { space.isProcessed("second.pbm") }, "\(running.errorsSoFar)")
      #expect(try running.wait { running.errorsSoFar.contains("Continuing.") }, "\(running.errorsSoFar)")
      let before = running.errorsSoFar.components(separatedBy: "Paused").count
      _ = try Command("dd", ["if=/dev/zero", "of=" + filler, "bs=4k"]).run()
      try space.drop(3, "third.pbm")
      let isPaused = try running.wait { running.errorsSoFar.components(separatedBy: "Paused").count > before }
      #expect(isPaused, "\(running.errorsSoFar)")
    }
    #expect(result.exitCode == 130, "\(result.summary)")
    #expect(try space.left() == ["third.pbm"])
  }

  @Test("Pauses when workers can't start, and continues when they can")
  func missingWorker() throws {
    let space = try WatchSpace()
    let worker = space.folder / "worker"
    let product = try Places.product("docscan-worker")
    unsafe symlink(product, worker)
    var command = try space.command()
    command.environment["DOCSCAN_WORKER"] = worker
    let running = try command.start()
    _ = try running.wait { running.errorsSoFar.contains("Watching") }
    // The first worker is already running; more work requests the second one.
    unsafe unlink(worker)
    let batch = try space.folder.makeFolder("batch")
    for number in 1...6 { try space.folder.write(WatchSpace.picture(number), to: "batch/\(number).pbm") }
    // All files arrive at the same moment.
    try FileManager.default.moveItem(atPath: batch, toPath: space.folder / "inbox/batch")
    let isPaused = try running.wait { running.errorsSoFar.contains("Paused") }
    unsafe symlink(product, worker)
    let isDone = try running.wait { try space.left().isEmpty }
    running.send(signal: SIGTERM)
    let result = try running.wait()
    #expect(isPaused && isDone && result.exitCode == 130, "\(result.summary)")
    #expect(try space.namesByDigest().count == 6)
  }

  @Test("Counts waiting files in status without a running service")
  func statusWithoutService() throws {
    let space = try WatchSpace()
    try space.drop(1, "a.pbm")
    try space.whileWatching { running in
      let isThere = try running.wait { space.isProcessed("a.pbm") }
      #expect(isThere)
    }
    try space.folder.write("no document\n", to: "inbox/notes.txt")
    let other = try space.run(["status", "-o", space.folder / "out"])
    #expect(other.exitCode == 0, "\(other.summary)")
    #expect(other.output.contains("notes.txt: It is neither a PDF nor an image."), "\(other.output)")
    try space.drop(2, "b.pbm")
    for arguments in [["-o", space.folder / "out"], [space.folder / "pipeline.json"]] {
      let status = try space.run(["status"] + arguments)
      #expect(status.exitCode == 1 && status.output.contains("1 file waits"), "\(status.summary)")
    }
  }

  @Test("Reports the running service and the owner of the output folder in status")
  func status() throws {
    let space = try WatchSpace()
    #expect(try space.run(["status", space.folder / "pipeline.json"]).exitCode == 4)
    #expect(try space.run(["status"]).exitCode == 2)
    try space.drop(1, "a.pbm")
    try space.whileWatching(signal: SIGINT) { running in
      #expect(try running.wait { space.isProcessed("a.pbm") })
      let isCounted = try running.wait {
        try space.run(["status", "-o", space.folder / "out"]).output.contains("1 complete")
      }
      #expect(isCounted)
      let text = try space.run(["status", space.folder / "pipeline.json"])
      #expect(text.exitCode == 0, "\(text.summary)")
      #expect(text.output.contains("running, process \(running.process)"))
      #expect(!text.output.contains("Not taken"), "\(text.output)")
      try space.folder.write("no document\n", to: "inbox/notes.txt")
      let isTold = try running.wait {
        try space.run(["status", "-o", space.folder / "out"]).output.contains("notes.txt: It is neither")
      }
      #expect(isTold)
      let second = try space.command().run()
      #expect(second.exitCode == 6)
      #expect(second.errors.contains("(process \(running.process))"))
    }
    let json = try JSONDecoder().decode(
      ServiceStatus.self, from: Data(try space.run(["status", "-o", space.folder / "out", "--json"]).outputBytes))
    #expect(json.process == nil && json.service?.total.complete == 1 && json.problems.isEmpty)
  }
}
