// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the simplest command lines work without a pipeline.

import DocScan
import DocScanBatch
import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("The shortest command lines")
struct ShortestUseTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: folder / "scan.pdf")
  }

  /// Runs docscan in the folder, like a user who has just changed to it.
  private func docscan(_ arguments: String...) throws -> CommandResult {
    var command = try Command.product("docscan", arguments)
    command.directory = folder.path
    return try command.run()
  }

  @Test(
    "Processes a file, folder, or glob without a pipeline, into ./docscan-out",
    arguments: [
      ["scan.pdf"], ["run", "scan.pdf"], ["run", "papers"], ["run", "*.pdf"], ["./papers/"], ["scan", "scan.pdf"],
      ["-j", "1", "scan.pdf"],
    ])
  func file(arguments: [String]) throws {
    try FileManager.default.createDirectory(atPath: folder / "papers", withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: folder / "scan.pdf", toPath: folder / "papers/scan.pdf")
    var command = try Command.product("docscan", arguments)
    command.directory = folder.path
    let result = try command.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(result.output.contains("Results    docscan-out"))
    for ending in ["pdf", "txt", "json"] { #expect(folder.contains("docscan-out/scan/scan.\(ending)")) }
    let report = try JSONDecoder().decode(BatchReport.self, from: folder.data("docscan-out/report.json"))
    #expect(report.pipeline == "scan")
  }

  @Test("Prefers presets to files of the same name, and explains ambiguous names")
  func names() throws {
    try FileManager.default.createDirectory(atPath: folder / "photos", withIntermediateDirectories: false)
    try Documents.shortMinutes().raster(dpi: 100).write(to: folder / "photos/other.png", as: .png, dpi: 100)
    let preset = try docscan("run", "photos", "scan.pdf", "--progress", "plain")
    #expect(preset.exitCode == 0, "\(preset.summary)")
    #expect(preset.errors.contains("The file or folder of that name is ./photos"))
    #expect(folder.contains("docscan-out/scan/scan.pdf") && !folder.contains("docscan-out/other"))
    let path = try docscan("run", "./photos")
    #expect(path.exitCode == 0, "\(path.summary)")
    #expect(folder.contains("docscan-out/other/other.pdf"))
    let alone = try docscan("run", "photos")
    #expect(alone.exitCode == 2 && alone.errors.contains("./photos"), "\(alone.errors)")
    try folder.write(
      #"{"name": "mine", "stages": [{"stage": "recognize"}], "output": {"writers": [{"writer": "text"}]}}"#,
      to: "photos.json")
    #expect(try docscan("check", "./photos.json").output.contains("\"mine\""))
    #expect(try docscan("check", "photos").output.contains("\"photos\""))
  }

  @Test("Uses a pipeline's own results folder, or ./docscan-out if it names none")
  func folders() throws {
    _ = try folder.makeFolder("settings")
    try folder.write(
      #"""
      {"input": {"paths": ["../scan.pdf"]}, "stages": [{"stage": "recognize"}],
       "output": {"directory": "results", "writers": [{"writer": "text"}]}}
      """#, to: "settings/own.json")
    #expect(try docscan("run", "settings/own.json").exitCode == 0)
    #expect(folder.contains("settings/results/scan/scan.txt"))
    try folder.write(
      #"{"stages": [{"stage": "recognize"}], "output": {"writers": [{"writer": "text"}]}}"#, to: "settings/none.json")
    #expect(try docscan("settings/none.json", "scan.pdf").exitCode == 0)
    #expect(folder.contains("docscan-out/scan/scan.txt"))
  }

  @Test("Finds an installed program's presets, and embeds its own")
  func installed() throws {
    let bin = try folder.makeFolder("usr/bin")
    let presets = try folder.makeFolder("usr/share/docscan/presets")
    for program in ["docscan", "docscan-worker"] {
      // Copied by another process, because one that a test starts at the same time would keep the copy open for writing.
      try Command("cp", [try Places.product(program), bin]).check()
    }
    let none = try Command("\(bin)/docscan", ["presets"]).check().output
    #expect(none.contains("\nscan  ") && none.contains("\nreceipts  ") && none.contains(presets))
    let text = try Command("\(bin)/docscan", ["check", "scan"]).check().output
    #expect(text.contains("\"languages\": \"auto\""))
    try folder.write(
      #"""
      {"name": "mine", "description": "My own.", "stages": [{"stage": "deskew"}],
       "output": {"writers": [{"writer": "text"}]}}
      """#,
      to: "usr/share/docscan/presets/mine.json")
    let lines = try Command("\(bin)/docscan", ["presets"]).check().output.split(separator: "\n")
    #expect(lines.contains { words(String($0)) == ["mine", "My", "own."] })
    #expect(try Command("\(bin)/docscan", ["check", "mine"]).check().output.contains("\"mine\""))
  }

  @Test("Describes every preset in one sentence, without own folders")
  func presets() throws {
    let list = try docscan("presets").output
    for preset in Preset.all() {
      #expect(list.contains(preset.summary) && !preset.summary.isEmpty)
      let file = try docscan("check", preset.name)
      // One preset's engine isn't installed everywhere.
      guard file.exitCode == 0 else { continue }
      #expect(file.output.contains("\"name\": \"\(preset.name)\""))
      #expect(file.output.contains("\"directory\": null") && file.output.contains("\"paths\": []"))
    }
  }
}
