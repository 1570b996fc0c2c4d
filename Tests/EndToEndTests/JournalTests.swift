// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: no page is processed again if its result is already known.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanStore
import DocScanVision
import FoundationEssentials
import Glibc
import Testing

@Suite("The journal of finished work")
struct JournalTests {
  private static let stages = #"{"stage": "orientation"}, {"stage": "deskew"}, {"stage": "recognize"}"#
  private static let writers = #"{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}"#

  @Test("Starts no worker if nothing is left to do, and one if there is a new page or a new language pack")
  func noWorker() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize", "languages": ["eng"]}"#)
    let page = try Documents.shortMinutes().raster(dpi: 100)
    try page.write(to: work.folder / "in/one.png", as: .png, dpi: 100)
    let packs = try work.folder.makeFolder("packs")
    try FileManager.default.createSymbolicLink(
      atPath: packs + "/eng.traineddata", withDestinationPath: LanguagePacks().folder + "/eng.traineddata")
    try work.folder.writeProgram(
      "#!/bin/sh\necho start >> '\(work.folder / "starts")'\nexec '\(try Places.product("docscan-worker"))' \"$@\"\n",
      to: "worker")
    var command = try work.command(workers: 1)
    command.environment["DOCSCAN_WORKER"] = work.folder / "worker"
    command.environment["XDG_CACHE_HOME"] = work.folder / "cache"
    command.environment["TESSDATA_PREFIX"] = packs
    func starts() throws -> Int { try work.folder.text("starts").split(separator: "\n").count }

    try command.check()
    #expect(try starts() == 1)
    try command.check()
    #expect(try starts() == 1)
    try Documents.shortLetter()[0].raster(dpi: 100).write(to: work.folder / "in/two.png", as: .png, dpi: 100)
    try command.check()
    #expect(try starts() == 2)
    try FileManager.default.createSymbolicLink(
      atPath: packs + "/deu.traineddata", withDestinationPath: LanguagePacks().folder + "/eng.traineddata")
    try command.check()
    #expect(try starts() == 3)
  }

  /// Returns a workspace with a photographed book spread, a document of several photographs, and a scanned PDF.
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    let page = try Documents.shortMinutes().raster(dpi: 100)
    try ImagePDF(Array(repeating: page, count: 3), dpi: 100).write(to: work.folder / "in/scan.pdf")
    for number in 1...2 {
      try page.skewed(clockwiseDegrees: Double(number)).image.write(
        to: work.folder / "in/photo\(number).jpg", as: .jpeg, dpi: 100)
    }
    return work
  }

  private func pipeline(_ work: Workspace, stages: String = stages, writers: String = writers, more: String = "") throws
  {
    try work.folder.write(
      #"{"stages": [\#(stages)], \#(more) "output": {"verify": 1, "writers": [\#(writers)]}}"#, to: "pipeline.json")
  }

  /// Returns the stages that the last run executed on any page.
  private func stagesRun(_ work: Workspace) throws -> Set<String> {
    Set(try work.report().stageSeconds.keys).intersection(["orientation", "deskew", "recognize"])
  }

  @Test("Continues an interrupted document at the page it had reached")
  func resumes() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""input": {"group": "folder"},"#)
    let page = try Documents.shortMinutes().raster(dpi: 100)
    try ImagePDF(Array(repeating: page, count: 24), dpi: 100).write(to: work.folder / "in/long.pdf")
    let running = try work.command(["--progress", "json"], workers: 2).start()
    #expect(try running.wait { running.outputSoFar.components("page-finished") >= 8 })
    running.send(signal: SIGKILL)
    _ = try running.wait()
    #expect(!work.folder.contains("out/long"))
    #expect(try work.run().exitCode == 0)
    let pagesRead = try work.report().megapixels / (Double(page.width * page.height) / 1e6)
    #expect(pagesRead <= 16.5)
    let resumed = try work.results()
    try FileManager.default.removeItem(atPath: work.folder / "out")
    #expect(try work.run().exitCode == 0)
    #expect(try work.results() == resumed)
  }

  @Test(
    "Runs only the stages that a changed pipeline affects, with the same results as from scratch",
    arguments: [
      (stages, writers + #", {"writer": "hocr"}, {"writer": "overlays"}"#, []),
      (
        #"{"stage": "orientation"}, {"stage": "deskew"}, {"stage": "recognize", "layout": "sparse"}"#, writers,
        ["recognize"]
      ),
      (
        #"{"stage": "orientation"}, {"stage": "deskew", "maximumAngle": 5}, {"stage": "recognize"}"#, writers,
        ["deskew", "recognize"]
      ),
      (#"{"stage": "deskew"}, {"stage": "recognize"}"#, writers, ["deskew", "recognize"]),
      (#"{"stage": "orientation"}, {"stage": "deskew"}"#, writers, []),
      (stages, #"{"writer": "text"}"#, []),
    ] as [(String, String, Set<String>)])
  func changed(stages: String, writers: String, expected: Set<String>) throws {
    let work = try workspace()
    try pipeline(work)
    #expect(try work.run().exitCode == 0)
    try pipeline(work, stages: stages, writers: writers)
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().totals.complete == 3)
    #expect(try stagesRun(work) == expected)
    let results = try work.results()
    try FileManager.default.removeItem(atPath: work.folder / "out")
    #expect(try work.run().exitCode == 0)
    #expect(try work.results() == results)
  }

  @Test("Reuses the pages of a spread")
  func spread() throws {
    let work = try Workspace()
    let spread = #"{"stage": "spreads", "gutter": [[400, 0], [404, 300]]}, {"stage": "deskew"}, {"stage": "recognize"}"#
    try pipeline(work, stages: spread)
    try Documents.shortMinutes().raster(dpi: 100).write(to: work.folder / "in/book.png", as: .png, dpi: 100)
    #expect(try work.run().exitCode == 0)
    #expect(try work.record("book").pages.count == 2)
    try pipeline(work, stages: spread, writers: Self.writers + #", {"writer": "alto"}"#)
    #expect(try work.run().exitCode == 0)
    #expect(try stagesRun(work) == [])
    let results = try work.results()
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try stagesRun(work) == ["deskew", "recognize"])
    #expect(try work.results() == results)
  }

  @Test("Reuses pages for a document of selected pages, under the new name")
  func somePages() throws {
    let work = try workspace()
    try pipeline(work, writers: #"{"writer": "text"}, {"writer": "json"}"#)
    #expect(try work.run().exitCode == 0)
    // The other documents have no second page.
    #expect(try work.run(["--pages", "2"]).exitCode == 1)
    #expect(try stagesRun(work) == [])
    #expect(try work.page("scan.p2", 2).document.name == "scan.p2")
    #expect(try work.page("scan.p2", 2).text == work.page("scan", 2).text)
  }

  @Test("Processes copies of one page in a document at the same time")
  func copiesAtOnce() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""input": {"group": "folder"},"#)
    let page = try Documents.shortMinutes().raster(dpi: 100)
    for number in 1...10 { try page.write(to: work.folder / "in/\(number).png", as: .png, dpi: 100) }
    let result = try Command.product(
      "docscan", ["run", work.folder / "pipeline.json", work.folder / "in", "-o", work.folder / "out", "-j", "8"]
    ).run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.record("in").pages.count == 10)
  }

  @Test("Reuses barcodes with the rest of the page")
  func barcodes() throws {
    let work = try Workspace()
    let stages = #"{"stage": "barcodes"}, {"stage": "recognize""#
    try pipeline(work, stages: stages + "}")
    let code = try Raster.barcode(.code128, "ASN00123", width: 300, height: 80)
    let page = try Documents.shortMinutes().raster(dpi: 150).with(code, x: 800, y: 700)
    try page.write(to: work.folder / "in/page.png", as: .png, dpi: 150)
    #expect(try work.run().exitCode == 0)
    try pipeline(work, stages: stages + #", "layout": "sparse"}"#)
    #expect(try work.run().exitCode == 0)
    #expect(try stagesRun(work) == ["recognize"])
    #expect(try work.page("page", 1).barcodes?.map(\.text) == ["ASN00123"])
  }

  @Test("Rebuilds a result with a missing file, and keeps a truncated one next to the new result")
  func missing() throws {
    let work = try workspace()
    try pipeline(work)
    #expect(try work.run().exitCode == 0)
    let results = try work.results()
    let file = work.folder / "out/scan/pages/0002.json"
    _ = unsafe unlink(file)
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().totals.complete == 1)
    #expect(try work.report().totals.unchanged == 2)
    #expect(try work.results() == results)

    _ = unsafe truncate(file, 10)
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().totals.complete == 1)
    #expect(try work.record("scan-2").status == .complete)
    #expect(try work.folder.data("out/scan/pages/0002.json").count == 10)
  }

  @Test("Sets a damaged journal aside, and loses nothing else")
  func damaged() throws {
    let work = try workspace()
    try pipeline(work)
    #expect(try work.run().exitCode == 0)
    let results = try work.results()
    // SQLite would repair the journal from these files.
    for ending in ["-wal", "-shm"] where work.folder.contains("out/.docscan/journal.sqlite" + ending) {
      try work.folder.remove("out/.docscan/journal.sqlite" + ending)
    }
    try work.folder.write(String(repeating: "no database ", count: 1000), to: "out/.docscan/journal.sqlite")
    let again = try work.run()
    #expect(again.exitCode == 0)
    #expect(again.errors.contains("journal was damaged"))
    #expect(try work.report().totals.unchanged == 3)
    #expect(try work.results() == results)
    #expect(work.folder.contains("out/.docscan/journal.sqlite.damaged"))
  }

  @Test("Publishes and replaces documents on network shares without atomic exchange")
  func networkShare() throws {
    let work = try workspace()
    try pipeline(work)
    var command = try work.command()
    command.environment["LD_PRELOAD"] = try FaultLibrary.path()
    command.environment["DOCSCAN_FAULT_PLAIN_RENAME"] = "1"
    #expect(try command.run().exitCode == 0)
    try pipeline(work, writers: Self.writers + #", {"writer": "hocr"}"#)
    let again = try command.run()
    #expect(again.exitCode == 0, "\(again.summary)")
    let results = try work.results()
    #expect(results["scan/scan.hocr"] != nil)
    #expect(!work.folder.contains("out/.docscan/partial"))
    try FileManager.default.removeItem(atPath: work.folder / "out")
    #expect(try work.run().exitCode == 0)
    #expect(try work.results() == results)
  }

  @Test("Stops with 6 and a reason if the disk has too little space, and continues later")
  func room() throws {
    let work = try workspace()
    try pipeline(work, more: #""limits": {"freeMegabytes": 1000000},"#)
    let refused = try work.run()
    #expect(refused.exitCode == 6)
    #expect(refused.errors.contains("limits.freeMegabytes"))
    try pipeline(work)
    #expect(try work.run().exitCode == 0)
  }
}

extension String {
  /// Returns the number of occurrences of another text.
  fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}
