// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: settings on the command line reach any part of a pipeline, and mistakes are explained.

import Testing

@testable import DocScanCore

@Suite("Settings on the command line")
struct PipelineChangesTests {
  private static let stages = [
    ComponentDescription(
      name: "orientation", abstract: "", settings: [Setting("languages", default: ["eng"], help: "").erased]),
    ComponentDescription(
      name: "deskew", abstract: "",
      settings: [
        Setting("maximumAngle", default: 15.0, in: 0...45, help: "").erased,
        Setting("degrees", default: Double?.none, help: "").erased, Setting("strict", default: false, help: "").erased,
      ]),
    ComponentDescription(
      name: "recognize", abstract: "",
      settings: [
        Setting("languages", default: LanguageChoice.found, oneOf: ["auto"], help: "").erased,
        Setting("region", default: [0.0, 1.0], in: 0...1, help: "").erased, EngineChoice.setting(help: "").erased,
      ]),
  ]
  private static let writers = [
    ComponentDescription(
      name: "pdf", abstract: "", settings: [Setting("pdfa", default: "no", oneOf: ["no", "2b"], help: "").erased]),
    ComponentDescription(name: "text", abstract: "", settings: []),
  ]
  private static let file: JSONValue = [
    "stages": [["stage": "deskew"], ["stage": "recognize"]],
    "output": ["writers": [["writer": "text"], ["writer": "pdf"]]],
  ]

  private func pipeline(_ changes: PipelineChanges) throws(PipelineError) -> Pipeline {
    let value = try changes.applied(to: Self.file, stages: Self.stages, writers: Self.writers)
    return try Pipeline(value: value, stages: Self.stages, writers: Self.writers)
  }

  private func pipeline(_ assignments: String...) throws -> Pipeline {
    try pipeline(PipelineChanges(settings: assignments.compactMap { SettingChange(assignment: $0) }))
  }

  @Test("Sets every part of a pipeline, with stages and writers by name or position")
  func places() throws {
    let pipeline = try pipeline(
      "name=mine", "pages.dpi=200", "pages.existingText=redo", "limits.secondsPerPage=9", "input.group=folder",
      "input.separatorSheets=A,B", "watch.originals=keep", "output.verify=1", "output.directory=there",
      "stages.deskew.maximumAngle=20", "stages.0.strict=true", "stages.recognize.region=0.1,0.5",
      "stages.1.languages=auto", "output.pdf.pdfa=2b")
    #expect(pipeline.name == "mine" && pipeline.output.directory == "there" && pipeline.output.verify == 1)
    #expect(pipeline.pages.dpi == 200 && pipeline.pages.existingText == .redo)
    #expect(pipeline.limits.secondsPerPage == 9 && pipeline.input.group == .folder && pipeline.watch.originals == .keep)
    #expect(pipeline.stages[0].settings.values == ["maximumAngle": 20, "strict": true, "degrees": .null])
    #expect(pipeline.stages[1].settings.values["region"] == [0.1, 0.5])
    #expect(pipeline.stages[1].settings.values["languages"] == "auto")
    #expect(pipeline.output.writers[1].settings.values["pdfa"] == "2b")
    let lists = try self.pipeline(
      "stages.recognize.languages=deu,eng", "output.writers.1.pdfa=2b", "stages.deskew.degrees=-1.5",
      "stages.recognize.engine.command=a b,c")
    #expect(lists.stages[1].settings.values["languages"] == ["deu", "eng"])
    #expect(lists.output.writers[1].settings.values["pdfa"] == "2b")
    #expect(lists.stages[0].settings.values["degrees"] == -1.5)
    #expect(
      lists.stages[1].settings.values["engine"] == ["name": "program", "command": ["a b", "c"], "combine": false])
  }

  @Test(
    "Names a mistake's option with a suggestion",
    arguments: [
      ("stagse.deskew.x=1", ["--set stagse.deskew.x", "Did you mean \"stages\"?"]),
      ("stages.deskew.maxAngle=1", ["--set stages.deskew.maxAngle", "Allowed: degrees, maximumAngle, strict"]),
      ("stages.deskw.maximumAngle=1", ["Did you mean \"deskew\"?"]),
      ("stages.orientation.languages=eng", ["has no stage \"orientation\"", "deskew, recognize"]),
      ("stages.2.maximumAngle=1", ["unknown stage", "\"2\""]),
      ("stages.deskew.maximumAngle=50", ["50 is out of range", "0 to 45"]),
      ("stages.deskew.maximumAngle=steep", ["expected a number", "found a string"]),
      ("stages.detct=true", ["unknown stage \"detct\"", "Allowed: deskew"]),
      ("stages.deskew.maximumAngle.x=1", ["has no keys"]), ("stages.deskew=1", ["name a setting of \"deskew\""]),
      ("stages.deskew.strict=yes", ["expected true or false"]),
      ("pages=300", ["name a setting of \"pages\": dayFirst"]),
      ("pages.dip=300", ["Did you mean \"dpi\"?"]), ("output.pdf.pdfa=3", ["unknown value \"3\""]),
      ("output.dir=x", ["unknown key \"dir\"", "directory"]), ("overrides.x=1", ["unknown key \"overrides\""]),
    ])
  func mistakes(assignment: String, parts: [String]) {
    var message = "accepted"
    do { _ = try pipeline(assignment) } catch { message = "\(error)" }
    for part in parts { #expect(message.contains(part), "\(message)") }
    #expect(message.hasPrefix("--set "))
  }

  @Test("Adds a stage at its place, or removes it")
  func wholeStages() throws {
    #expect(try pipeline("stages.orientation=true").stages.map(\.name) == ["orientation", "deskew", "recognize"])
    #expect(try pipeline("stages.deskew=true").stages.map(\.name) == ["deskew", "recognize"])
    #expect(try pipeline("stages.deskew=false").stages.map(\.name) == ["recognize"])
    #expect(try pipeline("output.pdf=false").output.writers.map(\.name) == ["text"])
  }

  @Test("Adds writers, or keeps only one with its settings")
  func writers() throws {
    var changes = PipelineChanges(
      writers: ["pdf"], settings: [SettingChange("output.pdf.pdfa", to: "2b", option: "--pdfa")])
    #expect(try pipeline(changes).output.writers.map(\.name) == ["text", "pdf"])
    changes.onlyWriter = "pdf"
    let only = try pipeline(changes).output.writers
    #expect(only.map(\.name) == ["pdf"] && only[0].settings.values["pdfa"] == "2b")
  }

  @Test("Ignores a replacing setting if the pipeline doesn't set it")
  func replaces() throws {
    let change = SettingChange("stages.deskew.maximumAngle", to: "20", option: "-l", replacesOnly: true)
    #expect(try pipeline(PipelineChanges(settings: [change])).stages[0].settings.values["maximumAngle"] == 15)
    let absent = SettingChange("stages.orientation.languages", to: "deu", option: "-l", replacesOnly: true)
    #expect(try pipeline(PipelineChanges(settings: [absent])) == pipeline())
  }
}
