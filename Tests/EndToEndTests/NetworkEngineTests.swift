// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: networks read in the worker, alone or together with Tesseract, with reproducible results.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanStore
import DocScanVision
import FoundationEssentials
import Testing

@Suite("Networks for recognition", .realWorker)
struct NetworkEngineTests {
  private static let areInstalled = InstalledModels.find()?.versions.count ?? 0 > 2
  private static let together = #"{"name": "ppocr", "combine": true}"#
  private static let doubt = #"{"name": "ppocr", "combine": "doubt"}"#
  private static let poor = #"{"name": "ppocr", "combine": "poor"}"#

  /// Returns a workspace with a drawn page at this resolution, and a pipeline with this engine.
  private func workspace(
    engine: String, dpi: Double = 150, languages: String = "eng", page: PageDrawing? = nil
  ) throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize", "languages": ["\#(languages)"], "engine": \#(engine)}"#)
    try (page ?? Documents.shortMinutes()).raster(dpi: dpi).write(to: work.folder / "in/a.png", as: .png, dpi: dpi)
    return work
  }

  /// Returns the command without any networks.
  private func commandWithout(_ work: Workspace) throws -> Command {
    var command = try work.command()
    command.environment["DOCSCAN_MODELS"] = work.folder / "nowhere"
    return command
  }

  /// Returns the share of a drawing's words that were read.
  private func share(of drawing: PageDrawing, read page: RecognizedPage) throws -> Double {
    let wanted = words(drawing.text)
    let read = Set(page.words.map(\.text))
    return Double(wanted.count { read.contains($0) }) / Double(wanted.count)
  }

  @Test("Names the command to install models after a page without text, if the pipeline would use them")
  func advice() throws {
    for (engine, isAdvised) in [(Self.doubt, true), ("\"tesseract\"", false)] {
      var page = PageDrawing()
      page.frame(Box(x: 120, y: 200, width: 300, height: 260), lineWidth: 3)
      let work = try workspace(engine: engine, dpi: 75, page: page)
      let result = try commandWithout(work).run()
      #expect(result.exitCode == 0 && result.output.contains("a, page 1: no text was found"), "\(result.summary)")
      #expect(result.errors.contains("Pipelines/setup/install.sh models") == isAdvised, "\(result.errors)")
    }
    let work = try workspace(engine: Self.doubt)
    #expect(try !commandWithout(work).run().errors.contains("install.sh models"))
  }

  @Test(
    "Reads a page with networks alone and with Tesseract, and records their versions",
    .enabled(if: areInstalled), arguments: ["\"ppocr\"", together])
  func reads(engine: String) throws {
    let work = try workspace(engine: engine)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let page = try work.page("a", 1)
    #expect(try share(of: Documents.shortMinutes(), read: page) > 0.9, "\(page.text)")
    for versions in [try work.report().versions, try work.record("a").versions] {
      #expect(versions["ONNX Runtime"] != nil && versions["network text-recognition"] != nil)
    }
    // Tesseract's boxes are those of the ink.
    let other = try workspace(engine: "\"tesseract\"")
    try other.run()
    let places = try other.page("a", 1).words
    let long = page.words.filter { $0.text.count > 4 }
    let near = long.count { word in
      places.contains {
        $0.text == word.text && abs($0.box.x - word.box.x) < 15 && abs($0.box.maxX - word.box.maxX) < 15
          && abs($0.box.y - word.box.y) < 15
      }
    }
    #expect(Double(near) > 0.8 * Double(long.count), "\(near) of \(long.count)")
  }

  @Test("Gives the same bytes when a page is read again with the same networks", .enabled(if: areInstalled))
  func repeats() throws {
    let work = try workspace(engine: Self.together, dpi: 60)
    try work.run()
    let first = try work.results()
    try work.run(["--overwrite"])
    #expect(try work.results() == first)
  }

  @Test(
    "Reads doubtful text with networks too, and keeps what Tesseract reads well", .enabled(if: areInstalled),
    arguments: [doubt, poor])
  func doubts(engine: String) throws {
    var shares: [Double] = []
    for engine in ["\"tesseract\"", engine] {
      let work = try workspace(engine: engine, dpi: 45, page: Documents.minutes())
      try work.run()
      shares.append(try share(of: Documents.minutes(), read: try work.page("a", 1)))
    }
    #expect(shares[1] > shares[0] + 0.02, "\(shares)")
  }

  @Test("Leaves pages that Tesseract reads well to it", .enabled(if: areInstalled))
  func wellRead() throws {
    let alone = try workspace(engine: "\"tesseract\"")
    let beside = try workspace(engine: Self.poor)
    for work in [alone, beside] { try work.run() }
    #expect(try beside.page("a", 1) == alone.page("a", 1))
  }

  @Test("Tells the language of a page that Tesseract can't read", .enabled(if: areInstalled))
  func poorChinese() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize", "languages": "auto", "engine": \#(Self.doubt)}"#)
    let picture = try Documents.notice(in: "chi_sim").raster(dpi: 60).blurred(times: 2)
    try picture.write(to: work.folder / "in/a.png", as: .png, dpi: 60)
    #expect(try work.run().exitCode == 0)
    let page = try work.page("a", 1)
    #expect(page.languages.first == "chi_sim" && page.languageConfidence ?? 0 > 0.8, "\(page.text)")
  }

  @Test("Falls back to Tesseract for doubt without networks; otherwise names the command that gets them")
  func missing() throws {
    let alone = try workspace(engine: "\"tesseract\"")
    try alone.run()
    let doubting = try workspace(engine: Self.doubt)
    #expect(try commandWithout(doubting).run().exitCode == 0)
    #expect(try doubting.page("a", 1) == alone.page("a", 1))
    for engine in ["\"ppocr\"", Self.together] {
      let work = try workspace(engine: engine)
      let result = try commandWithout(work).run()
      #expect(result.exitCode == 5 && result.errors.contains(InstalledModels.command), "\(result.summary)")
    }
  }

  @Test(
    "Names languages that the networks don't read, or leaves them to Tesseract",
    .enabled(if: areInstalled))
  func languages() throws {
    let work = try workspace(engine: "\"ppocr\"", languages: "kor")
    let alone = try work.run()
    #expect(alone.exitCode == 5 && alone.errors.contains("\"kor\""), "\(alone.summary)")
    let beside = try workspace(engine: Self.together, languages: "kor")
    let tesseract = try workspace(engine: "\"tesseract\"", languages: "kor")
    guard try beside.run().exitCode == 0 else { return }
    try tesseract.run()
    #expect(try beside.page("a", 1) == tesseract.page("a", 1))
  }

  @Test(
    "Rejects invalid engine settings with their position",
    arguments: [
      (#"{"name": "ppocr", "command": ["cat"]}"#, "engine.command: an engine has a name or a command"),
      (#"{"command": ["cat"], "combine": "doubt"}"#, "engine.combine: \"doubt\" is for the engine \"ppocr\""),
      (#"{"command": ["cat"], "combine": "poor"}"#, "engine.combine: \"poor\" is for the engine \"ppocr\""),
      (#"{"name": "ppocr", "combine": "always"}"#, "engine.combine: unknown value \"always\""),
      (#"{"combine": true}"#, "engine.command: the engine's program is missing"),
    ])
  func wrong(engine: String, message: String) throws {
    let work = try workspace(engine: engine)
    let result = try work.run()
    #expect(result.exitCode == 3 && result.errors.contains(message), "\(result.summary)")
  }
}
