// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: OCRmyPDF can use docscan through the plugin, and no process stays behind.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

/// Tests/run.sh installs OCRmyPDF here.
private let packages = Places.package + "/.build/ocrmypdf"
private let isOCRmyPDFInstalled = unsafe access(packages + "/installed", R_OK) == 0

@Suite(
  "The plugin for OCRmyPDF", .enabled(if: isOCRmyPDFInstalled, "OCRmyPDF is not installed: Tests/run.sh does that"))
struct OCRmyPDFTests {
  /// Returns a command for OCRmyPDF with the plugin and this build's docscan.
  private func ocrmypdf(_ arguments: [String], in folder: TemporaryFolder) throws -> Command {
    let plugin = ["--plugin", "docscan_plugins.ocrmypdf_engine", "--jobs", "1"]
    var command = Command(packages + "/venv/bin/python", ["-m", "ocrmypdf"] + plugin + arguments)
    command.environment["PYTHONPATH"] = packages + ":" + Places.package + "/Pipelines/plugins"
    command.environment["PYTHONDONTWRITEBYTECODE"] = "1"
    command.environment["DOCSCAN"] = try Command.product("docscan").program
    command.directory = folder.path
    return command
  }

  @Test(
    "Places docscan's words correctly with both of OCRmyPDF's renderers",
    arguments: ["fpdf2", "sandwich"])
  func places(renderer: String) throws {
    let folder = try TemporaryFolder()
    let page = try Documents.minutes()
    try page.raster(dpi: 150).write(to: folder / "page.png", as: .png, dpi: 150)
    let arguments = ["-l", "eng", "--pdf-renderer", renderer, "--output-type", "pdf", "page.png", "page.pdf"]
    _ = try ocrmypdf(arguments, in: folder).check()
    #expect(try Command("pdfinfo", [folder / "page.pdf"]).check().output.contains("docscan 0."))
    let layout = try Command("pdftotext", ["-bbox", folder / "page.pdf", "-"]).check().output
    let found = layout.matches(
      of: /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</)
    let there = page.words(dpi: 72).count { word in
      found.contains { match in
        guard let left = Double(match.1), let top = Double(match.2), let right = Double(match.3),
          let bottom = Double(match.4)
        else { return false }
        let middle = word.box.y + word.box.height / 2
        return match.5 == word.text && abs(left - word.box.x) < 3 && abs(right - word.box.maxX) < 6
          && (top...bottom).contains(middle)
      }
    }
    #expect(Double(there) >= 0.9 * Double(page.words.count), "\(there) of \(page.words.count)")
  }

  @Test(
    "Levels and reads a rotated, crooked page as docscan finds it", arguments: [90, 180])
  func corrections(degrees: Int) throws {
    let folder = try TemporaryFolder()
    let page = try Documents.minutes()
    let crooked = try page.raster(dpi: 150).skewed(clockwiseDegrees: 3).image.turned(clockwiseDegrees: degrees).image
    try crooked.write(to: folder / "page.png", as: .png, dpi: 150)
    let arguments = ["-l", "auto", "--rotate-pages", "--deskew", "--output-type", "pdf", "--sidecar", "page.txt"]
    _ = try ocrmypdf(arguments + ["page.png", "page.pdf"], in: folder).check()
    let wanted = Set(page.words.map(\.text))
    let read = Set(try folder.text("page.txt").split(whereSeparator: \.isWhitespace).map(String.init))
    #expect(Double(wanted.intersection(read).count) >= 0.9 * Double(wanted.count))
    #expect(try Command("pdftotext", [folder / "page.pdf", "-"]).check().output.contains("garden committee"))
  }

  @Test("Reports a missing docscan or language in one sentence, with OCRmyPDF's exit code")
  func refusals() throws {
    let folder = try TemporaryFolder()
    try Documents.shortMinutes().raster(dpi: 50).write(to: folder / "page.png", as: .png, dpi: 50)
    var missing = try ocrmypdf(["page.png", "page.pdf"], in: folder)
    missing.environment["DOCSCAN"] = "/nonexistent/docscan"
    let program = try missing.run()
    #expect(program.exitCode == 3 && program.errors.contains("Install docscan"), "\(program.summary)")
    let language = try ocrmypdf(["-l", "xyz", "page.png", "page.pdf"], in: folder).run()
    #expect(language.exitCode == 3 && language.errors.contains("xyz"), "\(language.summary)")
    #expect(!program.errors.contains("Traceback") && !language.errors.contains("Traceback"))
    #expect(!folder.contains("page.pdf"))
  }

  /// Returns the processes of docscan below another process.
  private func engines(below process: Int32) -> Set<Int32> {
    var found: Set<Int32> = []
    for task in files("/proc/\(process)/task") {
      let children = FileManager.default.contents(atPath: "/proc/\(process)/task/\(task)/children") ?? Data()
      for child in String(decoding: children, as: UTF8.self).split(separator: " ").compactMap({ Int32($0) }) {
        if isEngine(child) { found.insert(child) }
        found.formUnion(engines(below: child))
      }
    }
    return found
  }

  /// Returns the names in a folder, or none if the folder doesn't exist.
  private func files(_ folder: String) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return [] }
  }

  private func isEngine(_ process: Int32) -> Bool {
    // A process that has ended keeps its name, but not its arguments, until its parent asks for its status.
    ["comm", "cmdline"].allSatisfy { file in
      FileManager.default.contents(atPath: "/proc/\(process)/\(file)")?.contains(Array("docscan".utf8)) ?? false
    }
  }

  /// Returns the processes that still run after some seconds.
  private func left(of processes: Set<Int32>) -> Set<Int32> {
    var left = processes.filter(isEngine)
    for _ in 0..<200 where !left.isEmpty {
      usleep(50_000)
      left = left.filter(isEngine)
    }
    return left
  }

  @Test("Reads all pages with one docscan, and leaves no process behind after Ctrl-C", arguments: [true, false])
  func interrupted(wholeGroup: Bool) throws {
    let folder = try TemporaryFolder()
    try PageDrawing.writePDF(Array(repeating: try Documents.shortMinutes(), count: 12), to: folder / "pages.pdf")
    let arguments = ["--force-ocr", "--deskew", "--output-type", "pdf", "pages.pdf", "out.pdf"]
    let running = try ocrmypdf(arguments, in: folder).start()
    // The engine, its worker for angles, and its worker for text.
    var seen: Set<Int32> = []
    #expect(
      try running.wait {
        seen = engines(below: running.process)
        return seen.count >= 3
      })
    if wholeGroup { kill(-running.process, SIGINT) } else { running.send(signal: SIGINT) }
    let result = try running.wait()
    #expect(result.exitCode != 0 && !folder.contains("out.pdf"), "\(result.summary)")
    #expect(left(of: seen).isEmpty)
  }

  @Test(
    "Leaves no process behind after the last page or when OCRmyPDF is killed",
    arguments: [[], ["--no-use-threads", "--jobs", "2"], ["--keep-temporary-files"]])
  func ended(options: [String]) throws {
    let folder = try TemporaryFolder()
    try PageDrawing.writePDF(Array(repeating: try Documents.shortMinutes(), count: 3), to: folder / "pages.pdf")
    let isKilled = options == ["--keep-temporary-files"]
    let base = ["--force-ocr", "--output-type", "pdf", "--sidecar", "out.txt"]
    var command = try ocrmypdf(base + options + ["pages.pdf", "out.pdf"], in: folder)
    command.environment["TMPDIR"] = try folder.makeFolder("temporary")
    let running = try command.start()
    var seen: Set<Int32> = []
    _ = try running.wait {
      seen.formUnion(engines(below: running.process))
      return isKilled && seen.count >= 2
    }
    if isKilled { running.send(signal: SIGKILL) }
    let result = try running.wait()
    #expect(seen.count >= 2 && left(of: seen).isEmpty)
    guard !isKilled else { return }
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try folder.text("out.txt").split(separator: "\u{C}").count == 3)
  }

  @Test("Uses Tesseract with --ocr-engine although the plugin is installed")
  func otherEngine() throws {
    let folder = try TemporaryFolder()
    try Documents.shortMinutes().raster(dpi: 150).write(to: folder / "page.png", as: .png, dpi: 150)
    let arguments = ["--ocr-engine", "tesseract", "--output-type", "pdf", "page.png", "page.pdf"]
    _ = try ocrmypdf(arguments, in: folder).check()
    let creator = try Command("pdfinfo", [folder / "page.pdf"]).check().output
    #expect(creator.contains("Tesseract") && !creator.contains("docscan"))
  }
}
