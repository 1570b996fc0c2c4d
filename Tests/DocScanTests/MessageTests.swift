// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: errors tell programs what happened, in the words of the API.

import DocScan
import DocScanBatch
import DocScanCore
import DocScanFixtures
import DocScanRequests
import Foundation
import Testing

@Suite("Messages for programs")
struct MessageTests {
  private let folder: TemporaryFolder
  private let service: ScanService

  init() throws {
    folder = try TemporaryFolder()
    service = ScanService(workers: 1, workerProgram: URL(filePath: try Places.product("docscan-worker")))
  }

  private func picture() throws -> URL {
    var page = PageDrawing(size: .a5)
    try page.line("Harbour Street", at: Point(x: 60, y: 80), font: .serif(18))
    try page.raster(dpi: 100).write(to: folder / "note.png", as: .png, dpi: 100)
    return URL(filePath: folder / "note.png")
  }

  /// Returns the message of the error that an operation throws, which is the same in every form.
  private func message(_ operation: () async throws -> Void) async throws -> String {
    do {
      try await operation()
    } catch {
      #expect("\(error)" == error.localizedDescription)
      return "\(error)"
    }
    throw FixtureError("No error was thrown.")
  }

  /// Checks the beginning of an error's message.
  private func expect(_ beginning: String, _ operation: () async throws -> Void) async throws {
    let said = try await message(operation)
    #expect(said.hasPrefix(beginning), "\(said)")
  }

  @Test("Names the property of a request instead of a setting of the pipeline")
  func properties() async throws {
    let (file, service) = (try picture(), service)
    var text = RecognizeTextRequest()
    text.recognitionLanguages = []
    try await expect("recognitionLanguages: ") { [text] in _ = try await text.perform(on: file, service: service) }
    text.recognitionLanguages = ["en"]
    text.minimumTextHeightFraction = 7
    try await expect("minimumTextHeightFraction: ") { [text] in _ = try await text.perform(on: file, service: service) }
    text.minimumTextHeightFraction = 0
    for region in [(1.2, 0.0, 0.5, 0.5), (0, 0, 0, 1), (.nan, 0, 1, 1)] {
      text.regionOfInterest = NormalizedRect(x: region.0, y: region.1, width: region.2, height: region.3)
      try await expect("regionOfInterest: ") { [text] in _ = try await text.perform(on: file, service: service) }
    }
    var document = RecognizeDocumentsRequest()
    document.textRecognitionOptions.automaticallyDetectLanguage = false
    document.textRecognitionOptions.recognitionLanguages = []
    try await expect("textRecognitionOptions.recognitionLanguages: ") { [document] in
      _ = try await document.perform(on: file, service: service)
    }
    var sheet = DetectDocumentSegmentationRequest()
    sheet.minimumConfidence = 3
    try await expect("minimumConfidence: ") { [sheet] in _ = try await sheet.perform(on: file, service: service) }
  }

  @Test("Names options of runs as properties")
  func options() async throws {
    let file = try picture()
    try folder.write("taken", to: "note.pdf")
    try folder.write(#"{"stages": [{"stage": "deskew"}], "output": {"writers": [{"writer": "pdf"}]}}"#, to: "own.json")
    let source = PipelineSource(file: URL(filePath: folder / "own.json"))
    let pdf = URL(filePath: folder / "note.pdf")
    let taken = SingleFileRun(source, options: BatchOptions(inputs: [file]), to: pdf)
    let said = try await message { _ = try await taken.perform() }
    #expect(said.hasSuffix("or replace it with BatchOptions.overwritesExistingResults."), "\(said)")
    _ = try folder.makeFolder("in")
    for name in ["in/1.png", "in/2.png"] { try folder.write(Data(contentsOf: file), to: name) }
    let named = BatchRun(
      source,
      options: BatchOptions(
        inputs: [URL(filePath: folder / "in")], outputDirectory: URL(filePath: folder / "out"), name: "both"))
    let several = try await message { _ = try await named.perform() }
    #expect(several.contains("BatchOptions.name") && several.contains("BatchOptions.mergesInputs"), "\(several)")
    #expect(!several.contains("--"))
    let none = try await message { _ = try await BatchRun(source).perform() }
    #expect(none.contains("BatchOptions.inputs"), "\(none)")
  }

  @Test("Gives the whole path of a file")
  func paths() async throws {
    let service = service
    let missing = URL(filePath: folder / "missing.jpg")
    try await expect(folder / "missing.jpg: ") {
      _ = try await RecognizeTextRequest().perform(on: missing, service: service)
    }
    try folder.write("no picture", to: "text.png")
    let text = URL(filePath: folder / "text.png")
    let damaged = try await message { _ = try await RecognizeTextRequest().perform(on: text, service: service) }
    #expect(damaged.contains(folder / "text.png"), "\(damaged)")
  }

  @Test("Names the folder without a worker, and how to get one")
  func missingWorker() throws {
    let bin = try folder.makeFolder("bin")
    try Command("cp", [try Places.product("TapABox"), bin]).check()
    var command = Command("\(bin)/TapABox", [try picture().path])
    command.environment = ["PATH": "/usr/bin:/bin", "DOCSCAN_WORKER": ""]
    let output = try command.run().output
    #expect(
      output.contains("not found in \(bin)") && output.contains("swift build --product docscan-worker"), "\(output)")
    // A worker next to the program is found.
    try Command("cp", [try Places.product("docscan-worker"), bin]).check()
    #expect(try command.check().output.contains("Harbour"))
  }
}
