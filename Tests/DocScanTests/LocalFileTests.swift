// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a URL from a stranger never opens a local file.

import DocScan
import DocScanBatch
import DocScanCore
import DocScanFixtures
import DocScanRequests
import DocScanStore
import FoundationEssentials
import Testing

@Suite("URLs that aren't local files")
struct LocalFileTests {
  private let folder: TemporaryFolder
  private let service: ScanService

  init() throws {
    folder = try TemporaryFolder()
    var page = PageDrawing(size: .a5)
    try page.line("Harbour Street", at: Point(x: 60, y: 80), font: .serif(18))
    try page.raster(dpi: 100).write(to: folder / "note.png", as: .png, dpi: 100)
    try folder.write(
      #"{"stages": [{"stage": "recognize"}], "output": {"writers": [{"writer": "text"}]}}"#, to: "own.json")
    _ = try folder.makeFolder("inbox")
    service = ScanService(workers: 1, workerProgram: URL(filePath: try Places.product("docscan-worker")))
  }

  /// Checks that an operation reports a URL instead of opening the path in it.
  private func isRefused(_ operation: () async throws -> Void) async throws {
    let error = await #expect(throws: BatchError.self) { try await operation() }
    let message = "\(try #require(error))"
    #expect(message.contains("local files") || message.contains("null character"), "\(message)")
  }

  /// The beginnings of URLs whose path is that of a local file.
  private static let beginnings = [
    "https://example.com", "http://localhost", "ftp://example.com", "file://example.com",
  ]

  @Test("Reads no local file for a URL of another kind", arguments: beginnings)
  func inputs(beginning: String) async throws {
    func url(_ name: String) throws -> URL { try #require(URL(string: beginning + folder / name)) }
    let picture = try url("note.png")
    try await isRefused { _ = try await RecognizeTextRequest().perform(on: picture, service: service) }
    try await isRefused { _ = try await DocumentScan(contentsOf: [picture], service: service) }
    let whole = try url("")
    try await isRefused { _ = try await DocumentScan(contentsOfFolder: whole, service: service) }
    try await isRefused { _ = try await DocumentScan(finishedDocument: whole, service: service) }
    let pipeline = PipelineSource(file: URL(filePath: folder / "own.json"))
    let out = URL(filePath: folder / "out")
    try await isRefused {
      _ = try await BatchRun(pipeline, options: BatchOptions(inputs: [picture], outputDirectory: out)).perform()
    }
    let remote = PipelineSource(file: try url("own.json"))
    try await isRefused { try await BatchRun(remote).validate() }
    let inbox = try url("inbox")
    try await isRefused {
      _ = try await WatchService(pipeline, options: WatchOptions(inbox: inbox, outputDirectory: out)).events().report()
    }
    #expect(!folder.contains("out"))
  }

  @Test("Writes no local file for a URL of another kind", arguments: beginnings)
  func outputs(beginning: String) async throws {
    func url(_ name: String) throws -> URL { try #require(URL(string: beginning + folder / name)) }
    let pipeline = PipelineSource(file: URL(filePath: folder / "own.json"))
    let options = BatchOptions(inputs: [URL(filePath: folder / "note.png")])
    let (file, directory) = (try url("note.txt"), try url("out"))
    try await isRefused { _ = try await SingleFileRun(pipeline, options: options, to: file).perform() }
    var other = options
    other.outputDirectory = directory
    let elsewhere = other
    try await isRefused { _ = try await BatchRun(pipeline, options: elsewhere).perform() }
    let scan = try await DocumentScan(
      contentsOf: [URL(filePath: folder / "note.png")], straightening: .none, service: service)
    let picture = try await scan.imageOfPage(at: 0)
    try await isRefused { try picture.write(to: file) }
    try await isRefused { try DocumentObservation.Container.Table.writeWorkbook([], to: file) }
    #expect(!folder.contains("out") && !folder.contains("note.txt"))
  }

  @Test("Doesn't end a path at a null character")
  func nullCharacter() async throws {
    let picture = try #require(URL(string: "file://" + folder / "note.png%00.jpg"))
    try await isRefused { _ = try await RecognizeTextRequest().perform(on: picture, service: service) }
  }

  @Test("Takes the name of an input literally")
  func literalNames() async throws {
    let options = BatchOptions(
      inputs: [URL(filePath: folder / "*.png")], outputDirectory: URL(filePath: folder / "out"))
    let error = await #expect(throws: BatchError.self) {
      try await BatchRun(PipelineSource(file: URL(filePath: folder / "own.json")), options: options).perform()
    }
    #expect("\(try #require(error))".contains("*.png"))
  }
}
