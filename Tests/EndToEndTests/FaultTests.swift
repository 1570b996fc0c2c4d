// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a fault on one page costs that page alone.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Pages that kill their workers", .realWorker)
struct FaultTests {
  /// Returns a workspace with three documents, one with three pages; the fault affects page 2.
  private func workspace(fault: String) throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(
      stages: #"{"stage": "fault", "page": 2, \#(fault)}, {"stage": "recognize"}"#,
      more: #""limits": {"secondsPerPage": 15, "megabytesPerWorker": 1024},"#)
    let letter = try Documents.shortLetter()
    let images = try (letter + [Documents.shortMinutes()]).map { try $0.raster(dpi: 120) }
    try ImagePDF(images, dpi: 120).write(to: work.folder / "in/long.pdf")
    try images[0].write(to: work.folder / "in/one.png", as: .png, dpi: 120)
    try images[1].write(to: work.folder / "in/two.jpg", as: .jpeg, dpi: 120)
    return work
  }

  private static let undisturbed: [String: Data] = {
    do {
      let work = try FaultTests().workspace(fault: #""kind": "fail""#)
      try work.pipeline(stages: #"{"stage": "fault", "page": 99}, {"stage": "recognize"}"#)
      try work.run(faultyWorker: true)
      return try work.results()
    } catch {
      Issue.record("\(error)")
      return [:]
    }
  }()

  @Test(
    "Fails only the faulty page with its stage and signal",
    arguments: [
      ("kill", "crash", "SIGKILL"), ("segfault", "crash", "SIGSEGV"), ("allocate", "crash", "SIGABRT"),
      ("abort", "crash", "SIGABRT"),
      ("hang", "timeout", nil), ("garbage", "protocolViolation", nil), ("exit", "crash", nil), ("fail", "engine", nil),
    ] as [(String, String, String?)])
  func fault(kind: String, failure: String, signal: String?) throws {
    let work = try workspace(fault: #""kind": "\#(kind)""#)
    let result = try work.run(faultyWorker: true)
    #expect(result.exitCode == 1, "\(result.summary)")
    let record = try work.record("long")
    #expect(record.status == .partial)
    #expect(record.pages.map(\.status) == [.recognized, .failed, .recognized])
    let page = try work.page("long", 2)
    #expect(page.failure?.kind.rawValue == failure)
    #expect(page.failure?.stage == "fault")
    #expect(page.failure?.signal == signal)
    #expect(try work.report().totals.failedPages == 1)
    let information = try Command("pdfinfo", [work.folder / "out/long/long.pdf"]).check().output
    #expect(information.contains("Pages:           3"))
    let results = try work.results()
    let untouched = [
      "one/one.txt", "one/one.pdf", "one/pages/0001.json", "two/two.txt", "long/pages/0001.json",
      "long/pages/0003.json",
    ]
    for file in untouched { #expect(results[file] != nil && results[file] == Self.undisturbed[file], "\(file)") }
    #expect(!work.folder.contains("out/.docscan/partial"))
  }

  @Test(
    "Adds a worker's own findings to the page JSON, within the bounds of their schema",
    arguments: [("0.5", true), ("7", false)])
  func finding(share: String, isTaken: Bool) throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "fault", "kind": "find", "target": "\#(share)"}"#)
    try Documents.shortMinutes().raster(dpi: 50).write(to: work.folder / "in/page.png", as: .png, dpi: 50)
    let result = try work.run(faultyWorker: true)
    #expect(result.exitCode == (isTaken ? 0 : 1), "\(result.summary)")
    let page = try work.page("page", 1)
    #expect(page.findings.values["weight"] == (isTaken ? ["share": 0.5] : nil))
    #expect(page.failure?.kind == (isTaken ? nil : .protocolViolation))
  }

  @Test("Retries a page once in a fresh worker", arguments: ["kill", "segfault", "garbage"])
  func secondTry(kind: String) throws {
    let work = try workspace(fault: #""kind": "\#(kind)""#)
    try work.pipeline(
      stages:
        #"{"stage": "fault", "page": 2, "kind": "\#(kind)", "marker": "\#(work.folder / "marker")"}, {"stage": "recognize"}"#,
      // A confined worker can't write the marker.
      more: #""limits": {"secondsPerPage": 15, "sandbox": "off"},"#)
    let result = try work.run(faultyWorker: true)
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.record("long").pages.map(\.status) == [.recognized, .recognized, .recognized])
    #expect(try work.results()["long/long.txt"] == Self.undisturbed["long/long.txt"])
  }

  @Test("Ignores a library's output on standard output")
  func chatter() throws {
    let work = try workspace(fault: #""kind": "chatter""#)
    let result = try work.run(faultyWorker: true)
    #expect(result.exitCode == 0)
    #expect(!result.output.contains("chatter"))
  }

  @Test("Keeps the picture of a failed page in the PDF")
  func pictureStays() throws {
    let work = try Workspace()
    try work.pipeline(
      stages: #"{"stage": "fault", "kind": "segfault"}, {"stage": "recognize"}"#,
      more: #""input": {"group": "folder"},"#)
    try Documents.shortMinutes().raster(dpi: 120).write(to: work.folder / "in/a.jpg", as: .jpeg, dpi: 120)
    try Documents.shortMinutes().raster(dpi: 120).write(to: work.folder / "in/b.jpg", as: .jpeg, dpi: 120)
    #expect(try work.run(faultyWorker: true).exitCode == 1)
    let images = try Command("pdfimages", ["-list", work.folder / "out/in/in.pdf"]).check().output
    #expect(images.split(separator: "\n").count == 4, "\(images)")
  }

  @Test("Loses nothing when workers are killed from outside repeatedly")
  func killedFromOutside() throws {
    let work = try workspace(fault: #""kind": "chatter""#)
    let running = try work.command(faultyWorker: true).start()
    // The first worker checks the pipeline before there is anything to lose.
    for _ in 0..<600 where !work.folder.contains("out/.docscan/scratch") { usleep(100_000) }
    for _ in 0..<4 {
      usleep(250_000)
      _ = try Command("pkill", ["-KILL", "-P", "\(running.process)"]).run()
    }
    let result = try running.wait()
    let record = try work.record("long")
    #expect(record.pages.count == 3)
    // A page that was interrupted twice may have failed; nothing else may differ.
    #expect(result.exitCode == 0 || result.exitCode == 1)
    for (file, data) in try work.results() where file.contains("/pages/") {
      let page = try JSONDecoder().decode(RecognizedPage.self, from: data)
      if page.status != .failed { #expect(data == Self.undisturbed[file], "\(file)") }
    }
  }

  @Test("Keeps the right picture for a page that waits for the previous one")
  func waitingPicture() throws {
    let work = try Workspace()
    try work.pipeline(
      stages: #"{"stage": "fault", "page": 2, "kind": "hang", "marker": "\#(work.folder / "marker")"}"#,
      more: #""input": {"group": "folder"}, "limits": {"secondsWithoutProgress": 4, "sandbox": "off"},"#)
    for (name, dpi) in [("a", 60.0), ("b", 90.0)] {
      _ = try work.folder.makeFolder("in/\(name)")
      let page = try Documents.shortMinutes().raster(dpi: dpi)
      for number in 1...5 {
        // No two pages are equal, because docscan reads equal files only once.
        let copy = try page.withSpecks(count: 9, seed: UInt64(number))
        try copy.write(to: work.folder / "in/\(name)/\(number).png", as: .png, dpi: dpi)
      }
    }
    let result = try work.run(faultyWorker: true)
    #expect(result.exitCode == 1, "\(result.summary)")
    for (name, width) in [("a", 496), ("b", 744)] {
      let list = try Command("pdfimages", ["-list", work.folder / "out/\(name)/\(name).pdf"]).check().output
      let widths = list.split(separator: "\n").dropFirst(2).compactMap { Int($0.split(separator: " ")[3]) }
      #expect(widths.count >= 4 && widths.allSatisfy { abs($0 - width) <= 1 }, "\(list)")
    }
  }
}
