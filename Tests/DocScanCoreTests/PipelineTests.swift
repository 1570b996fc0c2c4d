// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: pipeline files are read with defaults, and their identity is stable across versions.

import DocScanCore
import FoundationEssentials
import Testing

@Suite("Pipeline files")
struct PipelineTests {
  private let stages = [
    ComponentDescription(
      name: "deskew", abstract: "", settings: [Setting("maximumAngle", default: 15.0, in: 0...45, help: "").erased]),
    ComponentDescription(
      name: "recognize", abstract: "",
      settings: [
        Setting("languages", default: ["eng"], help: "").erased,
        Setting("region", default: [Double](), in: 0...1, help: "").erased,
      ]),
  ]
  private let writers = [ComponentDescription(name: "pdf", abstract: "", settings: [])]

  private func pipeline(_ text: String) throws -> Pipeline {
    try Pipeline(json: Data(text.utf8), stages: stages, writers: writers)
  }

  private func complaint(_ text: String) -> String {
    do {
      _ = try pipeline(text)
      return "accepted"
    } catch {
      return "\(error)"
    }
  }

  @Test("Uses defaults for missing settings")
  func defaults() throws {
    let pipeline = try pipeline(#"{"stages": [{"stage": "deskew"}]}"#)
    #expect(pipeline.pages.dpi == 300)
    #expect(pipeline.input.group == .file)
    #expect(pipeline.stages[0].settings.values["maximumAngle"] == 15)
    #expect(pipeline.output.directory == nil)
  }

  @Test("Runs stages in the given order")
  func order() throws {
    let pipeline = try pipeline(#"{"stages": [{"stage": "recognize"}, {"stage": "deskew", "maximumAngle": 5}]}"#)
    #expect(pipeline.stages.map(\.name) == ["recognize", "deskew"])
    #expect(pipeline.stages[1].settings.values["maximumAngle"] == 5)
  }

  @Test(
    "Names a mistake's position with a suggestion",
    arguments: [
      (#"{"stagse": []}"#, ["stagse", "Did you mean \"stages\"?", "input"]),
      (#"{"stages": [{"stage": "deskw"}]}"#, ["stages[0]", "Did you mean \"deskew\"?"]),
      (#"{"stages": [{"stage": "deskew", "maxAngle": 3}]}"#, ["stages[0].maxAngle", "maximumAngle"]),
      (#"{"stages": [{"stage": "deskew", "maximumAngle": "3"}]}"#, ["stages[0].maximumAngle", "a number", "a string"]),
      (#"{"stages": [{"stage": "deskew", "maximumAngle": 90}]}"#, ["stages[0].maximumAngle", "90", "from 0 to 45"]),
      (#"{"stages": [{"stage": "recognize", "region": [0, "1"]}]}"#, ["stages[0].region", "a list of numbers"]),
      (#"{"stages": [{"stage": "recognize", "region": [0, 2]}]}"#, ["stages[0].region", "2", "from 0 to 1"]),
      (#"{"stages": [{"stage": "deskew"}, {"stage": "deskew"}]}"#, ["stages[1]", "twice"]),
      (#"{"stages": {"stage": "deskew"}}"#, ["stages", "a list", "an object"]),
      (#"{"stages": [{}]}"#, ["stages[0]", "\"stage\" is missing"]),
      (#"{"input": {"group": "fold"}}"#, ["input.group", "folder"]),
      (#"{"input": {"paths": "inbox"}}"#, ["input.paths", "a list of strings"]),
      (#"{"output": {"writers": [{"writer": "pfd"}]}}"#, ["output.writers[0]", "Did you mean \"pdf\"?"]),
      (#"{"output": {"dir": "x"}}"#, ["output.dir", "directory", "writers"]),
      (#"{"pages": {"dpi": 10}}"#, ["pages.dpi", "from 50 to 1200"]),
      (#"{"limits": {"pagesPerDocument": 1.5}}"#, ["limits.pagesPerDocument", "a whole number"]),
      (#"[1, 2]"#, ["an object"]),
      ("{\"name\": \"x\",\n \"stages\": [}", ["not JSON", "line 2"]),
      (#"{"name": "x", "name": "y"}"#, ["duplicate", "name"]),
      ("", ["not JSON"]),
    ])
  func mistakes(text: String, parts: [String]) {
    let complaint = complaint(text)
    for part in parts { #expect(complaint.contains(part), "\(complaint)") }
  }

  @Test("Ignores names and paths in the identity of results, but not settings")
  func identity() throws {
    let first = try pipeline(#"{"name": "a", "input": {"paths": ["x"]}, "stages": [{"stage": "deskew"}]}"#)
    let second = try pipeline(
      #"{"name": "b", "output": {"directory": "y"}, "stages": [{"stage": "deskew", "maximumAngle": 15}]}"#)
    let third = try pipeline(#"{"stages": [{"stage": "deskew", "maximumAngle": 14}]}"#)
    #expect(try first.resultIdentity(files: []) == second.resultIdentity(files: []))
    #expect(try first.resultIdentity(files: []) != third.resultIdentity(files: []))
  }

  @Test(
    "Writes the identity byte for byte as before, so that earlier results are recognized",
    arguments: [
      (
        #"{"stages": [{"stage": "deskew"}]}"#,
        #"{"megapixelsPerPage":200,"overrides":[],"pages":{"dpi":300,"existingText":"skip","signed":"keep"},"#
          + #""stages":[{"name":"deskew","settings":{"values":{"maximumAngle":15}}}],"writers":[]}"#
      ),
      (
        #"{"pages": {"dpi": 99.5, "gps": true}, "input": {"separators": "barcodes"}, "limits": {"megapixelsPerPage": 9}}"#,
        #"{"megapixelsPerPage":9,"overrides":[],"#
          + #""pages":{"dpi":99.5,"existingText":"skip","gps":true,"signed":"keep"},"#
          + #""separators":{"pages":["ASN*"],"sheets":["PATCHT","docscan:new*"]},"stages":[],"writers":[]}"#
      ),
    ])
  func canonicalIdentity(text: String, identity: String) throws {
    #expect(String(decoding: try pipeline(text).resultIdentity(files: []), as: UTF8.self) == identity)
  }
}
