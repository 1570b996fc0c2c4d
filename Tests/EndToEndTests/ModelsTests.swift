// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a user can add a recognizer for some languages, and other pages stay as they are.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import FoundationEssentials
import Testing

@Suite(
  "Added recognizers", .realWorker,
  .enabled(if: InstalledModels.find()?.versions.keys.contains("network text-recognition") ?? false))
struct ModelsTests {
  private let work: Workspace
  private let texts = ["▀▄▀▀▄", "▄▄▀", "▀▀▀▄▀▄▄"]

  init() throws {
    work = try Workspace()
    for name in ["signals", "lines"] { _ = try work.folder.makeFolder(name) }
    // Programs that download models store links to them.
    try work.folder.write(SignalRecognizer.network(), to: "download")
    try FileManager.default.createSymbolicLink(
      atPath: work.folder / "signals/signals.onnx", withDestinationPath: work.folder / "download")
    try work.folder.write(SignalRecognizer.characters, to: "signals/signals_dict.txt")
    try work.folder.write("Anyone may use it.\n", to: "signals/LICENSE")
    for (number, text) in texts.enumerated() {
      let picture = SignalRecognizer.line(text)
      try picture.raster(dpi: 72).write(to: work.folder / "lines/\(number).png", as: .png, dpi: 72)
      try work.folder.write(text + "\n", to: "lines/\(number).gt.txt")
    }
  }

  private func docscan(_ arguments: [String]) throws -> CommandResult {
    var command = try Command.product("docscan", arguments)
    command.environment["DOCSCAN_RECOGNIZERS"] = work.folder / "recognizers"
    return try command.run()
  }

  private func add(_ arguments: [String] = []) throws -> CommandResult {
    try docscan(["models", "add", work.folder / "signals", "-l", "deu"] + arguments)
  }

  /// Runs a pipeline in this language over a drawn page, and returns its results.
  private func results(language: String) throws -> [String: Data] {
    try work.pipeline(
      stages: #"{"stage": "recognize", "languages": ["\#(language)"], "engine": {"name": "ppocr", "combine": "doubt"}}"#
    )
    try Documents.minutes().raster(dpi: 100).write(to: work.folder / "in/a.png", as: .png, dpi: 100)
    var command = try work.command(["--overwrite"])
    command.environment["DOCSCAN_RECOGNIZERS"] = work.folder / "recognizers"
    let result = try command.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    return try work.results()
  }

  @Test("Adds a recognizer that a worker has tried on samples, lists it, and removes it")
  func adds() throws {
    let result = try add(["--samples", work.folder / "lines"])
    #expect(result.exitCode == 0 && result.output.contains("3 of 3 words"), "\(result.summary)")
    let listed = try docscan(["models"])
    #expect(listed.output.hasPrefix("signals  deu, measured on 3 words"), "\(listed.summary)")
    #expect(try work.folder.text("recognizers/signals/license.txt").contains("Anyone"))
    #expect(try add().exitCode == 2, "the name is taken")
    #expect(try docscan(["models", "remove", "signals"]).exitCode == 0)
    #expect(try docscan(["models"]).output.hasPrefix("No recognizers"))
    #expect(try work.folder.files(under: "recognizers").isEmpty)
  }

  @Test("Trusts a recognizer less if it reads samples wrong")
  func wrongSamples() throws {
    func certainty() throws -> Double {
      #expect(try add(["--samples", work.folder / "lines"]).exitCode == 0)
      let record = try work.folder.data("recognizers/signals/recognizer.json")
      #expect(try docscan(["models", "remove", "signals"]).exitCode == 0)
      return try JSONDecoder().decode(AddedRecognizer.self, from: record).certainty
    }
    let good = try certainty()
    for number in texts.indices { try work.folder.write("▀▀\n", to: "lines/\(number).gt.txt") }
    #expect(try certainty() < good - 1)
  }

  @Test("Leaves pages in other languages as they are, and names the recognizer in results that may depend on it")
  func otherLanguages() throws {
    let before = try results(language: "eng")
    #expect(try add().exitCode == 0)
    #expect(try results(language: "eng") == before)
    #expect(try work.report().versions["recognizer signals"] == nil)
    _ = try results(language: "deu")
    #expect(try work.report().versions["recognizer signals"]?.count == 12)
  }

  @Test("Refuses what isn't a recognizer with its characters and its license, and says what is missing")
  func refusals() throws {
    func refused(_ arguments: [String] = [], exitCode: Int32, _ message: String) throws {
      let result = try add(arguments)
      #expect(result.exitCode == exitCode && result.errors.contains(message), "\(result.summary)")
      #expect(try docscan(["models"]).output.hasPrefix("No recognizers"))
    }
    try work.folder.write("a\nb\nc\nd\n", to: "four.txt")
    try refused(["--characters", work.folder / "four.txt"], exitCode: 5, "its table has 4 characters")
    try refused(["--name", "../up"], exitCode: 2, "--name")
    try work.folder.remove("signals/LICENSE")
    try refused(exitCode: 2, "--license")
    try work.folder.write("Anyone may use it.\n", to: "signals/LICENSE")
    try work.folder.write("not a network", to: "signals/signals.onnx")
    try refused(exitCode: 5, "signals cannot be used")
  }

  @Test("Doesn't run a recognizer that was changed after it was added")
  func changed() throws {
    #expect(try add().exitCode == 0)
    try work.folder.write(Data(count: 100), to: "recognizers/signals/network.onnx")
    try work.pipeline(stages: #"{"stage": "recognize", "languages": ["deu"], "engine": "ppocr"}"#)
    var command = try work.command()
    command.environment["DOCSCAN_RECOGNIZERS"] = work.folder / "recognizers"
    try Documents.minutes().raster(dpi: 100).write(to: work.folder / "in/a.png", as: .png, dpi: 100)
    let result = try command.run()
    #expect(result.exitCode == 5 && result.errors.contains("docscan models remove signals"), "\(result.summary)")
  }

  @Test("Refuses a record with a certainty that no samples give")
  func senseless() throws {
    #expect(try add().exitCode == 0)
    let record = try work.folder.text("recognizers/signals/recognizer.json")
    let changed = record.replacing(#/"certainty" ?: ?[-0-9.]+/#, with: #""certainty": 1e300"#)
    #expect(changed != record)
    try work.folder.write(changed, to: "recognizers/signals/recognizer.json")
    let result = try docscan(["models"])
    #expect(result.exitCode == 5 && result.errors.contains("docscan models remove signals"), "\(result.summary)")
  }
}
