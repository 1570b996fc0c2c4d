// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: -o FILE writes exactly that file, or nothing.

import DocScan
import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("A single result file")
struct SingleFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: folder / "scan.pdf")
    try Documents.shortMinutes().raster(dpi: 100).write(to: folder / "photo.png", as: .png, dpi: 100)
  }

  private func command(_ arguments: [String]) throws -> Command {
    var command = try Command.product("docscan", arguments)
    command.directory = folder.path
    return command
  }

  private func docscan(_ arguments: String...) throws -> CommandResult { try command(arguments).run() }

  /// Returns the folder's contents, with hidden names.
  private func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  @Test("Writes the same file as into a folder of results, and nothing else")
  func formats() throws {
    let all = try docscan("photo.png", "-o", "results", "--also", "markdown,jsonl", "--also", "hocr,tsv")
    #expect(all.exitCode == 0, "\(all.summary)")
    for ending in ["pdf", "txt", "md", "jsonl", "hocr", "tsv", "json"] {
      let before = try names()
      let result = try docscan("photo.png", "-o", "one.\(ending)")
      #expect(result.exitCode == 0, "\(result.summary)")
      #expect(result.output.contains("Results    one.\(ending)\n"))
      #expect(try names() == before.union(["one.\(ending)"]))
      guard ending != "json" else { continue }
      #expect(try folder.data("one.\(ending)") == folder.data("results/photo/photo.\(ending)"), "\(ending)")
    }
    let pages = try JSONDecoder().decode([RecognizedPage].self, from: folder.data("one.json"))
    let page = try JSONDecoder().decode(RecognizedPage.self, from: folder.data("results/photo/pages/0001.json"))
    #expect(pages == [page])
  }

  @Test("Overwrites a file only on request, and an input never, under any name")
  func foreign() throws {
    try folder.write("mine", to: "out.txt")
    let refused = try docscan("scan.pdf", "-o", "out.txt")
    #expect(refused.exitCode == 6 && refused.errors.contains("--overwrite"), "\(refused.summary)")
    #expect(try folder.text("out.txt") == "mine")
    #expect(try docscan("scan.pdf", "-o", "out.txt", "--overwrite").exitCode == 0)
    #expect(try folder.text("out.txt") != "mine")
    let original = try folder.data("scan.pdf")
    #expect(unsafe symlink("scan.pdf", folder / "link.pdf") == 0 && link(folder / "scan.pdf", folder / "hard.pdf") == 0)
    for name in ["scan.pdf", "./scan.pdf", "link.pdf", "hard.pdf"] {
      for input in ["scan.pdf", "*.pdf", "."] {
        let result = try docscan(input, "-o", name, "--overwrite")
        #expect(result.exitCode == 2 && result.errors.contains("is an input"), "\(result.summary)")
      }
    }
    #expect(try folder.data("scan.pdf") == original && folder.data("hard.pdf") == original)
    #expect(try names() == ["scan.pdf", "photo.png", "out.txt", "link.pdf", "hard.pdf"])
  }

  @Test("Skips its own -o FILE results in a folder unless named or replaced")
  func ownResult() throws {
    #expect(try docscan("photo.png", "-o", "searchable.pdf").exitCode == 0)
    #expect(unsafe rename(folder / "searchable.pdf", folder / "other name.pdf") == 0)
    let plan = try docscan(".", "--dry-run")
    #expect(plan.output.contains("photo: 1 page, new"), "\(plan.summary)")
    #expect(!plan.output.contains("other name: 1 page, new"), "\(plan.summary)")
    let run = try docscan(".")
    #expect(run.exitCode == 0, "\(run.summary)")
    #expect(folder.contains("docscan-out/photo") && !folder.contains("docscan-out/other name"))
    #expect(
      (run.output + run.errors).contains("It is a docscan result. To process it anyway, name the file: "),
      "\(run.summary)")
    let named = try docscan("other name.pdf", "--dry-run")
    #expect(named.output.contains("other name: 1 page, new"), "\(named.summary)")
    // A new scan under that name is an input again.
    try PageDrawing.writePDF([try Documents.shortMinutes(), try Documents.shortMinutes()], to: folder / "new.pdf")
    try Command("cp", [folder / "new.pdf", folder / "other name.pdf"]).check()
    let later = try docscan(".", "--dry-run")
    #expect(later.output.contains("2 pages, new"), "\(later.summary)")
  }

  @Test("Creates missing folders, and writes the same PDF with > FILE.pdf")
  func places() throws {
    #expect(try docscan("scan.pdf", "-o", "new/year/out.pdf").exitCode == 0)
    let wanted = try folder.data("new/year/out.pdf")
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder / "new/year").isEmpty)
    var shell = Command("bash", ["-c", "\(try Places.product("docscan")) scan.pdf > redirected.pdf"])
    shell.directory = folder.path
    try shell.check()
    #expect(try folder.data("redirected.pdf") == wanted)
    #expect(!folder.contains("docscan-out"))
  }

  @Test("Explains errors for several documents and unknown extensions, and accepts a folder")
  func mistakes() throws {
    let several = try docscan("scan.pdf", "photo.png", "-o", "out.pdf")
    #expect(several.exitCode == 2 && several.errors.contains("--merge"), "\(several.summary)")
    let ending = try docscan("scan.pdf", "-o", "out.docx")
    #expect(ending.exitCode == 2 && ending.errors.contains(".hocr"), "\(ending.summary)")
    #expect(try docscan("scan.pdf", "-o", "out.pdf", "--also", "text").exitCode == 2)
    #expect(try names() == ["scan.pdf", "photo.png"])
    _ = try folder.makeFolder("folder.pdf")
    #expect(try docscan("scan.pdf", "-o", "folder.pdf").exitCode == 0)
    #expect(folder.contains("folder.pdf/scan/scan.pdf"))
  }

  @Test("Merges several files with --merge, and writes nothing in a dry run")
  func merged() throws {
    let plan = try docscan("scan.pdf", "photo.png", "--merge", "-o", "both.pdf", "--dry-run")
    #expect(plan.exitCode == 0 && plan.output.contains("both.pdf (a dry run"), "\(plan.summary)")
    #expect(try names() == ["scan.pdf", "photo.png"])
    let result = try docscan("scan.pdf", "photo.png", "--merge", "-o", "both.pdf")
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try Command("pdfinfo", [folder / "both.pdf"]).check().output.contains("Pages:           2"))
    #expect(try names() == ["scan.pdf", "photo.png", "both.pdf"])
  }

  @Test("Leaves no file for a failed document, only the reason and exit code 1")
  func failure() throws {
    try folder.write("%PDF-1.4 nothing", to: "bad.pdf")
    let result = try docscan("bad.pdf", "-o", "out.pdf")
    #expect(result.exitCode == 1 && result.output.contains("out.pdf is not written"), "\(result.summary)")
    #expect(try names() == ["scan.pdf", "photo.png", "bad.pdf"])
  }

  @Test("Writes only the document to standard output, and no PDF to a terminal")
  func standardOutput() throws {
    #expect(try docscan("scan.pdf", "-o", "out.pdf").exitCode == 0)
    let pdf = try docscan("scan.pdf", "-o", "-")
    #expect(try pdf.exitCode == 0 && Data(pdf.outputBytes) == folder.data("out.pdf"))
    let text = try docscan("run", "text-only", "scan.pdf", "-o", "-")
    #expect(text.output.contains("Minutes of the garden committee"))
    #expect(try docscan("scan.pdf", "-o", "-", "--also", "jsonl").output.hasPrefix("{\"characters\""))
    #expect(try docscan("scan.pdf", "-o", "-", "--also", "images").exitCode == 2)
    var piped = try command(["-", "-o", "-", "-q"])
    piped.standardInput = [UInt8](try folder.data("scan.pdf"))
    let result = try piped.run()
    #expect(result.output.hasPrefix("%PDF") && result.errors.isEmpty, "\(result.errors)")
    let terminal = try Command(
      "script", ["-qec", "\(try Places.product("docscan")) \(folder / "scan.pdf") -o -", "/dev/null"]
    ).run()
    #expect(terminal.output.contains("a terminal cannot show a PDF") && terminal.exitCode == 2)
  }

  @Test("Leaves nothing when interrupted, cleans up after a killed run, and keeps foreign folders")
  func interruption() throws {
    let page = try Documents.shortMinutes()
    try PageDrawing.writePDF(Array(repeating: page, count: 12), to: folder / "long.pdf")
    let before = try names()
    for signal in [SIGINT, SIGKILL] {
      let running = try command(["long.pdf", "-o", "out.pdf", "-j", "1", "--existing-text", "force"]).start()
      let isWorking = try running.wait {
        try names().contains { $0.hasPrefix(".docscan-work-") && folder.contains($0 + "/.docscan/lock") }
      }
      #expect(isWorking)
      _ = try running.wait { running.errorsSoFar.contains("1 document") }
      running.send(signal: signal)
      let result = try running.wait()
      #expect(signal == SIGKILL ? result.signal == SIGKILL : result.exitCode == 130, "\(result.summary)")
      #expect(!folder.contains("out.pdf"))
      if signal == SIGINT { #expect(try names() == before) }
    }
    #expect(try names().count == before.count + 1)
    _ = try folder.makeFolder(".docscan-work-mine")
    try folder.write("a note", to: ".docscan-work-mine/note")
    #expect(try docscan("scan.pdf", "-o", "out.txt").exitCode == 0)
    #expect(try names() == before.union(["out.txt", ".docscan-work-mine"]))
  }
}
