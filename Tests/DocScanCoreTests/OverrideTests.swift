// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: overrides apply to exactly the pages they name.

import DocScanCore
import FoundationEssentials
import Testing

@Suite("Overrides of single pages")
struct OverrideTests {
  private static let stages = [
    ComponentDescription(
      name: "deskew", abstract: "",
      settings: [
        Setting("maximumAngle", default: 15.0, in: 0...45, help: "").erased,
        Setting("degrees", default: Double?.none, in: -45...45, help: "").erased,
      ]),
    ComponentDescription(
      name: "perspective", abstract: "", settings: [Setting("quad", default: [Point]?.none, help: "").erased]),
  ]

  private func pipeline(_ overrides: String) throws -> Pipeline {
    try Pipeline(
      json: Data(
        #"{"stages": [{"stage": "perspective"}, {"stage": "deskew", "maximumAngle": 5}], "overrides": \#(overrides)}"#
          .utf8), stages: Self.stages, writers: [])
  }

  @Test("Applies a page's own settings, and keeps the pipeline's others")
  func settings() throws {
    let pipeline = try pipeline(#"{"scan.pdf#3": {"deskew": {"degrees": 1.5}}}"#)
    let stages = try #require(pipeline.overriddenStages(file: "/in/scan.pdf", page: 3))
    #expect(stages.map(\.name) == ["perspective", "deskew"])
    #expect(stages[1].settings.values["degrees"] == .number(1.5))
    #expect(stages[1].settings.values["maximumAngle"] == .number(5))
    #expect(pipeline.overriddenStages(file: "/in/scan.pdf", page: 2) == nil)
    #expect(pipeline.overriddenStages(file: "/in/myscan.pdf", page: 3) == nil)
  }

  @Test(
    "Skips stages set to false, and matches keys for whole files and folders")
  func wholeFile() throws {
    let pipeline = try pipeline(#"{"a/scan.pdf": {"perspective": false}}"#)
    for page in [1, 7] {
      #expect(pipeline.overriddenStages(file: "/in/a/scan.pdf", page: page)?.map(\.name) == ["deskew"])
      #expect(pipeline.overriddenStages(file: "/in/b/scan.pdf", page: page) == nil)
    }
  }

  @Test("Changes the identity of only those documents that an override names")
  func identity() throws {
    let plain = try pipeline("{}")
    let changed = try pipeline(#"{"scan.pdf#3": {"deskew": {"degrees": 1.5}}}"#)
    #expect(try plain.resultIdentity(files: ["x.pdf"]) == changed.resultIdentity(files: ["x.pdf"]))
    #expect(try plain.resultIdentity(files: ["scan.pdf"]) != changed.resultIdentity(files: ["scan.pdf"]))
  }

  @Test("Prints a pipeline file with the same overrides")
  func printed() throws {
    let first = try pipeline(
      #"{"scan.pdf#3": {"perspective": {"quad": [[0, 0], [9, 0], [9, 9], [0, 9]]}, "deskew": false}}"#)
    let again = try Pipeline(value: first.file, stages: Self.stages, writers: [])
    #expect(again == first)
  }

  @Test(
    "Names the position of mistakes",
    arguments: [
      (#"{"scan.pdf#3": {"deskwe": {}}}"#, #"overrides["scan.pdf#3"].deskwe"#, "deskew"),
      (#"{"scan.pdf#3": {"deskew": {"degree": 1}}}"#, #"overrides["scan.pdf#3"].deskew.degree"#, "degrees"),
      (#"{"scan.pdf#3": {"deskew": {"degrees": 90}}}"#, #"overrides["scan.pdf#3"].deskew.degrees"#, "from -45 to 45"),
      (#"{"scan.pdf#3": {"deskew": true}}"#, #"overrides["scan.pdf#3"].deskew"#, "false to leave the stage out"),
      (#"{"scan.pdf#0": {}}"#, #"overrides["scan.pdf#0"]"#, "counted from 1"),
      (##"{"#3": {}}"##, ##"overrides["#3"]"##, "a file and a page"),
      (#"{"x#1": {"perspective": {"quad": [[0, 0], 5]}}}"#, #"overrides["x#1"].perspective.quad"#, "a list of points"),
    ])
  func mistakes(overrides: String, path: String, hint: String) throws {
    do {
      _ = try pipeline(overrides)
      Issue.record("This is not allowed: \(overrides)")
    } catch let error as PipelineError {
      #expect(error.description.contains(path), "\(error)")
      #expect(error.description.contains(hint), "\(error)")
    }
  }
}
