// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: no scanned sheet is lost or out of order, whatever happens to docscan or the scanner.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Scanning")
struct ScanTests {
  // MARK: SANE's test backend

  @Test("Scans all sheets of a feeder into one document, and keeps them as PNG files")
  func feeder() throws {
    let space = try ScanSpace(backend: [])
    let run = try space.scan(["--feeder"]).run()
    #expect(run.exitCode == 0, "\(run.summary)")
    let name = try space.documentName()
    let record = try space.work.record(name)
    #expect(record.status == .complete && record.pages.count == 10)
    #expect(record.source == (1...10).map { ($0 < 10 ? "000\($0)" : "00\($0)") + ".png" })
    #expect(try space.work.page(name, 10).source?.dpi == 75)
    #expect(try space.pages().count == 10)
    #expect(run.errors.contains("Scanned page 10"), "\(run.summary)")
    #expect(try space.scan(["--continue"]).run().exitCode == 2)
  }

  @Test("Scans the next page from the glass after Enter, and ends with q")
  func flatbed() throws {
    let space = try ScanSpace(backend: [])
    let run = try space.scan(["--name", "letter", "--mode", "color"], typing: "\n\nq\n").run()
    #expect(run.exitCode == 0, "\(run.summary)")
    #expect(try space.work.record("letter").pages.count == 3)
  }

  @Test("Accepts all pixel formats: color, gray, 16 bits, and black and white", arguments: ["1", "8", "16"])
  func depths(depth: String) throws {
    let space = try ScanSpace(backend: ["depth \(depth)", "test-picture \"Color pattern\""])
    let run = try space.scan(["--name", "page"], typing: "q\n").run()
    #expect(run.exitCode == 0, "\(run.summary)")
    #expect(try space.work.record("page").status == .complete)
  }

  @Test(
    "Names the scanner's problem, and leaves no empty document",
    arguments: [
      ("SANE_STATUS_JAMMED", "Paper is stuck"), ("SANE_STATUS_COVER_OPEN", "cover is open"),
      ("SANE_STATUS_IO_ERROR", "The scanner stopped"), ("SANE_STATUS_NO_MEM", "The scanner stopped"),
    ])
  func trouble(status: String, words: String) throws {
    let space = try ScanSpace(backend: ["read-status-code \"\(status)\""])
    let run = try space.scan(["--feeder"]).run()
    #expect(run.exitCode == 4 && run.errors.contains(words), "\(run.summary)")
    #expect(try space.pages().isEmpty)
    #expect(try space.folder.files(under: "out/scans").isEmpty)
  }

  @Test(
    "Scans pages despite changing parameters and short rows",
    arguments: ["fuzzy-parameters true", "ppl-loss 3", "hand-scanner true"])
  func odd(line: String) throws {
    let space = try ScanSpace(backend: [line])
    let run = try space.scan(["--name", "page"], typing: "q\n").run()
    #expect(run.exitCode == 0, "\(run.summary)")
  }

  @Test("Lists scanners with their features, without control characters")
  func list() throws {
    let space = try ScanSpace(backend: [])
    let run = try space.command(["scanners"]).run()
    #expect(run.exitCode == 0, "\(run.summary)")
    for part in ["test:0\n", "--flatbed", "--feeder", "1 to 1200 dpi", "up to 200 × 200 mm", "color, gray"] {
      #expect(run.output.contains(part), "\(part): \(run.summary)")
    }
    let json = try space.command(["scanners", "--json"]).run()
    #expect(json.exitCode == 0 && json.output.contains("\"isRange\": true"), "\(json.summary)")
  }

  @Test("Reports that no scanner was found")
  func none() throws {
    let space = try ScanSpace()
    for words in [["scanners"], ["scan", "-o", space.folder / "out"]] {
      let run = try space.command(words).run()
      #expect(run.exitCode == 5 && run.errors.contains("No scanner was found"), "\(run.summary)")
    }
    #expect(!space.folder.contains("out"))
  }

  @Test("Runs the preset scan over files if any are given")
  func files() throws {
    let space = try ScanSpace()
    try PageDrawing.writePDF([try Documents.receipt()], to: space.folder / "in/a.pdf")
    let run = try space.command(["scan", space.folder / "in/a.pdf", "-o", space.folder / "out", "--dry-run"]).run()
    #expect(run.exitCode == 0 && run.output.contains("a.pdf"), "\(run.summary)")
    let missing = try space.command(["scan", space.folder / "in/b.pdf"]).run()
    #expect(missing.exitCode != 0 && missing.errors.contains("b.pdf"), "\(missing.summary)")
  }

  @Test("Stores settings in a profile, which later options change")
  func profile() throws {
    let space = try ScanSpace(backend: [])
    let unknown = try space.scan([], typing: "").run()
    #expect(unknown.exitCode == 0, "\(unknown.summary)")
    let none = try space.command(["scan", "-o", space.folder / "out", "--profile", "post"]).run()
    #expect(none.exitCode == 2 && none.errors.contains("\"post\" doesn't exist"), "\(none.summary)")
    #expect(try space.scan(["--profile", "post", "--feeder", "--name", "one"]).run().exitCode == 0)
    #expect(try space.work.record("one").pages.count == 10)
    let words = [
      "scan", space.folder / "pipeline.json", "-o", space.folder / "out", "--profile", "post", "--name", "two",
      "--mode", "color",
    ]
    let again = try space.command(words).run()
    #expect(again.exitCode == 0, "\(again.summary)")
    #expect(try space.work.page("two", 1).source?.dpi == 75 && space.work.record("two").pages.count == 10)
    let file = try space.folder.text("config/docscan/scan-profiles/post.json")
    #expect(["\"source\": \"feeder\"", "\"dpi\": 75", "\"mode\": \"color\""].allSatisfy(file.contains), "\(file)")
    #expect(try space.scan(["--profile", "../post", "--feeder"]).run().exitCode == 2)
    try Command("chmod", ["666", space.folder / "config/docscan/scan-profiles/post.json"]).check()
    let open = try space.command(words).run()
    #expect(open.exitCode == 2 && open.errors.contains("others can change"), "\(open.summary)")
  }

  @Test("Keeps scanned pages after Ctrl-C, and makes the document with --finish")
  func interruption() throws {
    let space = try ScanSpace(backend: ["read-delay true", "read-delay-duration 200000"])
    let running = try space.scan(["--feeder", "--name", "pile"]).start()
    #expect(try running.wait { try space.pages().count >= 2 }, "\(running.errorsSoFar)")
    running.send(signal: SIGINT)
    let run = try running.wait()
    let count = try space.pages().count
    #expect(run.exitCode == 130 && count < 10, "\(run.summary)")
    #expect(run.errors.contains("\(count) pages are kept") && run.errors.contains("--continue"), "\(run.summary)")
    #expect(!space.folder.contains("out/pile"))
    let finished = try space.scan(["--finish"]).run()
    #expect(finished.exitCode == 0, "\(finished.summary)")
    #expect(try space.work.record("pile").pages.count == count)
  }
}
