// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: docscan engine reads single pages exactly as a run does.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("The engine command", .realWorker)
struct EngineCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the answers of `docscan engine` to some lines, by request id.
  private func answers(to requests: [String]) throws -> [String: [String: JSONValue]] {
    var command = try Command.product("docscan", ["engine", "-j", "1"])
    command.standardInput = Array((requests.joined(separator: "\n") + "\n").utf8)
    command.environment["TMPDIR"] = try folder.makeFolder("temporary")
    var answers: [String: [String: JSONValue]] = [:]
    for line in try command.check().output.split(separator: "\n") {
      guard case .object(let members) = try JSONFile.parse(Data(line.utf8)) else { continue }
      answers[members["id"].map { "\($0)" } ?? "greeting"] = members
    }
    return answers
  }

  private func key(_ id: JSONValue) -> String { "\(id)" }

  @Test("Reads pages as a run does: the same words, files, and corrections")
  func pages() throws {
    try Documents.shortMinutes().raster(dpi: 150).write(to: folder / "page.png", as: .png, dpi: 150)
    _ = try folder.makeFolder("files")
    let page = #""path": "\#(folder / "page.png")""#
    let recognize = #"{"stage": "recognize", "languages": ["eng"]}"#
    let answers = try answers(to: [
      #"{"id": 1, \#(page), "stages": [{"stage": "deskew"}]}"#,
      #"{"id": "b", \#(page), "stages": [\#(recognize)], "writers": [{"writer": "hocr"}, {"writer": "text"}], "directory": "\#(folder / "files")"}"#,
    ])
    #expect(answers["greeting"]?["protocol"] == "docscan-pages/1")
    guard case .object(let level)? = answers[key(1)]?["page"], case .array(let corrections)? = level["corrections"]
    else {
      Issue.record("There is no correction in \(answers)")
      return
    }
    #expect(corrections.count == 1)
    #expect(answers[key("b")]?["error"] == nil)

    try folder.write(
      #"{"stages": [\#(recognize)], "output": {"writers": [{"writer": "hocr"}, {"writer": "text"}]}}"#,
      to: "pipeline.json")
    let run = ["run", folder / "pipeline.json", folder / "page.png", "-o", folder / "out"]
    try Command.product("docscan", run).check()
    #expect(try folder.data("files/page.txt") == folder.data("out/page/page.txt"))
    #expect(try words(in: "files/page.hocr") == words(in: "out/page/page.hocr"))
    #expect(try folder.files(under: "temporary").isEmpty)
  }

  private func words(in file: String) throws -> [String] {
    try folder.text(file).split(separator: "\n").filter { $0.contains("ocrx_word") }.map(String.init)
  }

  @Test("Answers invalid requests with a reason and an exit code, and continues")
  func refusals() throws {
    try Documents.shortMinutes().raster(dpi: 50).write(to: folder / "page.png", as: .png, dpi: 50)
    try folder.write("no picture", to: "damaged.png")
    let page = #""path": "\#(folder / "page.png")""#
    let answers = try answers(to: [
      "nonsense", #"{"id": 1, "path": "\#(folder / "none.png")"}"#, #"{"id": 2, "path": "page.png"}"#,
      #"{"id": 3, \#(page), "stages": [{"stage": "nothing"}]}"#,
      #"{"id": 4, \#(page), "writers": [{"writer": "pdf"}]}"#,
      #"{"id": 5, \#(page), "stages": [{"stage": "recognize", "languages": ["xyz"]}]}"#,
      #"{"id": 6, \#(page), "colour": 1}"#,
      #"{"id": 7, "path": "\#(folder / "damaged.png")"}"#, #"{"id": 8, \#(page), "page": 2}"#, #"{"id": 9, \#(page)}"#,
    ])
    let expected: [JSONValue: (code: Double, words: String)] = [
      .null: (2, "not JSON"), 1: (1, "none.png"), 2: (2, "whole path"), 3: (3, "nothing"), 4: (3, "pdf"), 5: (5, "xyz"),
      6: (3, "colour"), 7: (1, "damaged.png"), 8: (1, "page"),
    ]
    for (id, want) in expected {
      let answer = answers[key(id)]
      let error = answer?["error"].flatMap { String(json: $0) } ?? ""
      #expect(answer?["exitCode"] == .number(want.code) && error.contains(want.words), "\(id): \(answer ?? [:])")
    }
    #expect(answers[key(9)]?["page"] != nil)
  }
}
