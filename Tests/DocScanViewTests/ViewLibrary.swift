// SPDX-License-Identifier: GPL-3.0-or-later
// Support: libraries with a website made by the real program.

import DocScanCore
import DocScanFixtures
import FoundationEssentials

/// A library with a website, made by the real program.
final class ViewLibrary: Sendable {
  let folder: TemporaryFolder
  var path: String { folder / "out" }

  /// Returns the sample's documents, which are processed once for all tests, because the tests don't change them.
  static func sample() throws -> ViewLibrary { try made.get() }

  private static let made = Result { () throws -> ViewLibrary in
    let library = try ViewLibrary()
    let sample = Places.package + "/Pipelines/sample"
    try library.run([sample + "/letter.pdf", sample + "/photo.jpg"])
    try library.run([sample + "/minutes.pdf"], writers: ["json", "text"])
    try library.view()
    return library
  }

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.makeFolder("out/.docscan")
  }

  /// Returns a command for `docscan` with a stub instead of the desktop's browser. The stub records the address, and then ends or keeps running.
  func withBrowser(_ arguments: [String], staying: Bool = false) throws -> Command {
    _ = try folder.makeFolder("bin")
    let rest = staying ? "echo $$ > '\(folder / "pid")'\nexec sleep 60\n" : ""
    try folder.writeProgram("#!/bin/sh\nprintf %s \"$1\" > '\(folder / "asked")'\n" + rest, to: "bin/xdg-open")
    var command = try Command.product("docscan", arguments)
    command.environment["PATH"] = folder / "bin" + ":/usr/bin:/bin"
    return command
  }

  /// Processes documents with corrections and detection of typed data.
  func run(_ inputs: [String], writers: [String] = ["pdf", "text", "json"]) throws {
    try folder.write(
      """
      {"stages": [{"stage": "perspective"}, {"stage": "orientation"}, {"stage": "deskew"},
                  {"stage": "recognize", "candidates": 3}, {"stage": "detect"}],
       "output": {"writers": [\(writers.map { "{\"writer\": \"\($0)\"}" }.joined(separator: ", "))]}}
      """, to: "pipeline.json")
    try Command.product("docscan", ["run", folder / "pipeline.json", "-o", path, "-j", "2"] + inputs).check()
  }

  /// Creates or updates the website; returns the program's output.
  @discardableResult
  func view(_ options: [String] = []) throws -> String {
    let result = try Command.product("docscan", ["view", path] + options).check()
    return result.output + result.errors
  }

  /// Adds a document without a run, with one line for each text; `errorRates` are its pages' expected error rates.
  func add(
    _ name: String, lines: [String] = ["some text"], pages: Int = 1, errorRates: [Double] = [],
    change: (inout RecognizedPage) throws -> Void = { _ in }
  ) throws {
    let base = name.split(separator: "/").last.map(String.init) ?? name
    let list = (1...pages).map { number -> JSONValue in
      var entry: [String: JSONValue] = [
        "number": .number(Double(number)), "status": "recognized", "file": .string("pages/\(number).json"),
        "source": .string("\(base).jpg"), "sourcePage": .number(Double(number)),
      ]
      if errorRates.count >= number { entry["expected"] = expected(errorRates[number - 1]) }
      return .object(entry)
    }
    var quality: [String: JSONValue] = ["words": 0]
    if !errorRates.isEmpty {
      let mean = errorRates.reduce(0, +) / Double(errorRates.count)
      quality["expected"] = [
        "characterErrorRate": .number(mean), "grade": .string(ExpectedErrors.Grade(characterErrorRate: mean).rawValue),
        "worstPage": 1, "worstCharacterErrorRate": .number(errorRates.max() ?? 0),
      ]
    }
    let record: JSONValue = [
      "schema": "docscan-document/1", "name": .string(name), "source": [.string("\(base).jpg")], "sha256": "00",
      "pipeline": ["name": "test", "sha256": "00"], "status": "complete", "pageCount": .number(Double(pages)),
      "selection": "all", "pages": .array(list), "quality": .object(quality), "notes": [], "versions": [:],
    ]
    _ = try folder.makeFolder("out/\(name)/pages")
    let size = RasterSize(width: 1000, height: 1400, dpi: 100)
    for number in 1...pages {
      var page = RecognizedPage(
        document: DocumentReference(name: name, sha256: "00", pageCount: pages),
        page: PageReference(number: number, source: "\(base).jpg", sourcePage: number), status: .recognized,
        source: size, image: size, text: lines.joined(separator: "\n"), confidence: 0.9, languages: ["eng"],
        blocks: [
          Block(
            kind: .text, box: Box(x: 50, y: 50, width: 900, height: 1000), lines: lines.enumerated().map(Self.line))
        ])
      if errorRates.count >= number {
        page.expected = ExpectedErrors(characterErrorRate: errorRates[number - 1], doubtfulWords: 0, unreadText: 0)
      }
      try change(&page)
      try folder.write(JSONText.pretty(page), to: "out/\(name)/pages/\(number).json")
    }
    try folder.write(JSONText.pretty(record), to: "out/\(name)/\(base).json")
  }

  private func expected(_ rate: Double) -> JSONValue {
    [
      "characterErrorRate": .number(rate), "grade": .string(ExpectedErrors.Grade(characterErrorRate: rate).rawValue),
      "doubtfulWords": 0, "unreadText": 0,
    ]
  }

  private static func line(_ index: Int, _ text: String) -> Line {
    let box = Box(x: 50, y: Double(50 + 60 * index), width: 800, height: 40)
    let words = text.split(separator: " ").enumerated().map { place, word in
      Word(text: String(word), confidence: 0.4, box: Box(x: 50 + 120 * Double(place), y: box.y, width: 100, height: 40))
    }
    return Line(
      text: text, confidence: 0.9, box: box,
      baseline: [Point(x: 50, y: box.maxY), Point(x: 850, y: box.maxY)], words: words)
  }
}
