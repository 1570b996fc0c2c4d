// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a mistake in a pipeline file is reported before any document is opened.

import DocScan
import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Checking pipelines")
struct CheckTests {
  private static let languages: [String] = ["deu", "eng"]

  private func check(_ work: Workspace) throws -> CommandResult {
    try Command.product("docscan", ["check", work.folder / "pipeline.json"]).run()
  }

  /// Returns the settings of a stage as `docscan check` prints them.
  private func settings(of stage: String, _ result: CommandResult) throws -> [String: JSONValue] {
    guard case .object(let root) = try JSONFile.parse(Data(result.output.utf8)),
      case .array(let stages) = root["stages"]
    else { return [:] }
    for case .object(let members) in stages where members["stage"] == .string(stage) { return members }
    return [:]
  }

  @Test(
    "Rejects an order of stages that can't work, and suggests one that does",
    arguments: [
      (["recognize", "deskew"], "deskew, recognize"),
      (["recognize", "orientation", "crop"], "orientation, crop, recognize"),
      (["perspective", "recognize", "dewarp"], "perspective, dewarp, recognize"),
      (["recognize", "spreads"], "spreads, recognize"), (["recognize", "blank"], "blank, recognize"),
      (["recognize", "clean"], "clean, recognize"), (["recognize", "perspective"], "perspective, recognize"),
      (["blank", "spreads", "recognize"], "spreads, blank, recognize"),
      (["quality", "spreads", "recognize"], "spreads, quality, recognize"),
    ])
  func order(stages: [String], works: String) throws {
    let work = try Workspace()
    try Documents.shortMinutes().raster(dpi: 50).write(to: work.folder / "in/page.png", as: .png, dpi: 50)
    try work.pipeline(stages: stages.map { #"{"stage": "\#($0)"}"# }.joined(separator: ", "))
    for result in [try check(work), try work.run()] {
      #expect(result.exitCode == 3, "\(result.summary)")
      #expect(result.errors.contains("This order works: \(works).\n"), "\(result.errors)")
    }
    #expect(!work.folder.contains("out"))
  }

  @Test(
    "Accepts orders of stages that work",
    arguments: [
      ["recognize", "barcodes", "quality"], ["barcodes", "spreads", "recognize"],
      ["deskew", "perspective", "recognize"],
      ["clean", "deskew", "recognize"], ["quality", "deskew", "blank", "crop", "recognize"],
    ])
  func workingOrder(stages: [String]) throws {
    let work = try Workspace()
    try work.pipeline(stages: stages.map { #"{"stage": "\#($0)"}"# }.joined(separator: ", "))
    let result = try check(work)
    #expect(result.exitCode == 0, "\(result.summary)")
  }

  @Test(
    "Names the missing part of a pipeline without stages or writers",
    arguments: [
      (#"{"output": {"writers": [{"writer": "pdf"}]}}"#, "stages: no stage is named"),
      (#"{"stages": [], "output": {"writers": [{"writer": "pdf"}]}}"#, "stages: no stage is named"),
      (#"{"stages": [{"stage": "recognize"}]}"#, "output.writers: no writer is named"),
      (#"{"stages": [{"stage": "deskew"}, {"stage": "deskew"}]}"#, "\"deskew\" is listed twice"),
      (
        #"{"stages": [{"stage": "quality"}], "overrides": {"a.png": {"quality": {"strict": true}}}}"#,
        "unknown key \"strict\". None is allowed here."
      ),
    ])
  func missing(text: String, message: String) throws {
    let work = try Workspace()
    try work.folder.write(text, to: "pipeline.json")
    for result in [try check(work), try work.run()] {
      #expect(result.exitCode == 3 && result.errors.contains(message), "\(result.summary)")
    }
  }

  @Test(
    "Rejects an unknown country with its position in the file and a suggestion",
    arguments: [("usa", "US"), ("de", "DE"), ("UK", "GB"), ("ko", "KR"), ("German", "DE")])
  func country(written: String, meant: String) throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}, {"stage": "detect", "region": "\#(written)"}"#)
    for result in [try check(work), try work.run()] {
      #expect(result.exitCode == 3, "\(result.summary)")
      #expect(
        result.errors.contains("pipeline.json: stages[1].region: \"\(written)\" is not a two-letter"),
        "\(result.errors)")
      #expect(result.errors.contains("Did you mean \"\(meant)\"?"), "\(result.errors)")
    }
    try work.pipeline(stages: #"{"stage": "recognize"}, {"stage": "detect", "region": "\#(meant)"}"#)
    #expect(try check(work).exitCode == 0)
  }

  @Test("Names the stage in errors about overrides of single pages")
  func countryOfPage() throws {
    let work = try Workspace()
    try work.pipeline(
      stages: #"{"stage": "recognize"}, {"stage": "detect"}"#,
      more: #""overrides": {"a.png": {"detect": {"region": "XX"}}},"#)
    let result = try check(work)
    #expect(
      result.exitCode == 3 && result.errors.contains("detect.region: \"XX\" is not a two-letter"), "\(result.summary)")
  }

  @Test("Accepts a writer from the command line alone")
  func extraWriter() throws {
    let work = try Workspace()
    try work.folder.write(#"{"stages": [{"stage": "quality"}]}"#, to: "pipeline.json")
    try Documents.shortMinutes().raster(dpi: 50).write(to: work.folder / "in/page.png", as: .png, dpi: 50)
    #expect(try work.run(["--also", "text"]).exitCode == 0)
  }

  @Test(
    "Accepts languages as codes, names, and locales",
    arguments: [
      #""deu+eng""#, #""de,en""#, #"["de", "en"]"#, #"["German", "English"]"#, #"["deu+eng"]"#, #"["de-AT", "en-GB"]"#,
      #""deutsch, english""#,
    ])
  func languages(written: String) throws {
    let work = try Workspace()
    try work.pipeline(
      stages: #"""
        {"stage": "orientation", "languages": \#(written)},
        {"stage": "recognize", "languages": \#(written), "languageCandidates": \#(written)}
        """#)
    let result = try check(work)
    #expect(result.exitCode == 0, "\(result.summary)")
    for (stage, key) in [("orientation", "languages"), ("recognize", "languages"), ("recognize", "languageCandidates")]
    {
      #expect(try settings(of: stage, result)[key] == Self.languages.json, "\(stage) \(key)")
    }
  }

  @Test("Passes recognition's languages to orientation unless orientation sets its own")
  func inherited() throws {
    let work = try Workspace()
    let cases: [(String, JSONValue)] = [
      (#"{"stage": "orientation"}, {"stage": "recognize", "languages": "de"}"#, ["deu"]),
      (#"{"stage": "orientation"}, {"stage": "recognize", "languages": "auto"}"#, "auto"),
      (#"{"stage": "orientation"}, {"stage": "recognize"}"#, ["eng"]), (#"{"stage": "orientation"}"#, ["eng"]),
      (#"{"stage": "orientation", "languages": "fr"}, {"stage": "recognize", "languages": "de"}"#, ["fra"]),
    ]
    for (stages, expected) in cases {
      try work.pipeline(stages: stages)
      let result = try check(work)
      #expect(try settings(of: "orientation", result)["languages"] == expected, "\(result.summary)")
    }
    try work.pipeline(
      stages: #"{"stage": "orientation"}, {"stage": "recognize"}"#,
      more: #""overrides": {"a.png": {"recognize": {"languages": "de"}}},"#)
    let result = try check(work)
    guard case .object(let root) = try JSONFile.parse(Data(result.output.utf8)),
      case .object(let all) = root["overrides"],
      case .object(let page) = all["a.png"], case .object(let orientation) = page["orientation"]
    else {
      Issue.record("The override says nothing of orientation: \(result.summary)")
      return
    }
    #expect(orientation["languages"] == ["deu"])
    #expect(try settings(of: "orientation", result)["languages"] == ["eng"])
  }

  @Test("Applies the order of day and month under \"pages\" to all stages without their own")
  func orderOfDates() throws {
    let work = try Workspace()
    try work.pipeline(
      stages: """
        {"stage": "recognize"}, {"stage": "tables"}, {"stage": "detect"}, {"stage": "receipt", "dayFirst": false},
        {"stage": "about"}
        """, more: #""pages": {"dayFirst": true},"#)
    let result = try check(work)
    for (stage, value) in [("tables", true), ("detect", true), ("receipt", false), ("about", true)] {
      #expect(try settings(of: stage, result)["dayFirst"] == .boolean(value), "\(result.summary)")
    }
  }

  @Test(
    "Explains that a pipeline file is expected if a document is given",
    arguments: ["check", "watch", "status"])
  func document(command: String) throws {
    let work = try Workspace()
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "scan.pdf")
    let result = try Command.product("docscan", [command, work.folder / "scan.pdf"]).run()
    #expect(result.exitCode == 2, "\(result.summary)")
    #expect(result.errors.contains("looks like a document"), "\(result.errors)")
    #expect(result.errors.contains("docscan \(command) needs a pipeline file"), "\(result.errors)")
  }

  @Test("Refuses commands outside the sandbox while only checking or planning")
  func looking() throws {
    let work = try Workspace()
    try Documents.shortMinutes().raster(dpi: 50).write(to: work.folder / "in/page.png", as: .png, dpi: 50)
    let command = #"["sh", "-c", "id > \#(work.folder.path)/ran; echo no"]"#
    try work.pipeline(
      stages: #"{"stage": "recognize", "engine": {"command": \#(command)}}"#, more: #""limits": {"sandbox": "off"},"#)
    #expect(try check(work).exitCode == 5)
    #expect(try work.run(["--dry-run"]).exitCode == 5)
    let plan = ["plan", work.folder / "pipeline.json", work.folder / "in", "-o", work.folder / "plan", "--shards", "1"]
    #expect(try Command.product("docscan", plan).run().exitCode == 5)
    #expect(!work.folder.contains("ran"))
    // Processing documents with this pipeline does run the command, as a script would.
    #expect(try work.run().exitCode == 5)
    #expect(work.folder.contains("ran"))
  }
}
