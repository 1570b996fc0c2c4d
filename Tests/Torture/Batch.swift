// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScan
internal import DocScanBatch
internal import DocScanCore
internal import DocScanFixtures
internal import DocScanNative
internal import DocScanStore
internal import DocScanVision
internal import FoundationEssentials
internal import Glibc

/// Four small documents, a pipeline, and docscan's results without faults.
///
/// A fifth document is finished and has a pending correction, which the run applies to its files.
struct Batch {
  /// The documents' names; `photo` is the name of something that isn't docscan's.
  static let documents = ["scan", "photo-2", "box/fax", "box/letter", decided]
  /// The name of the document with the correction.
  static let decided = "memo"

  let folder: TemporaryFolder
  /// The folder for results, as `realpath` returns it.
  let output: String
  private let inputs: [String: Data]

  init() throws {
    folder = try TemporaryFolder()
    guard let real = unsafe realpath(folder.path, nil) else { throw FixtureError("\(folder.path) is gone.") }
    defer { unsafe free(real) }
    output = unsafe String(cString: real) + "/out"
    _ = try folder.makeFolder("in/box")
    let pages = try (1...4).map { try Self.page($0) }
    let dpi = 130.0
    let images = try pages.map { try $0.raster(dpi: dpi) }
    try ImagePDF(Array(images[0...1]), dpi: dpi).write(to: folder / "in/scan.pdf")
    try images[2].write(to: folder / "in/photo.jpg", as: .jpeg, dpi: dpi)
    try Raster.writeTIFF(
      Array(images[1...3]).map { try $0.bitonal() }, to: folder / "in/box/fax.tif", as: .tiffG4, dpi: dpi)
    try PageDrawing.writePDF([pages[0]], to: folder / "in/box/letter.pdf")
    _ = try folder.makeFolder("done")
    try images[3].write(to: folder / "done/memo.png", as: .png, dpi: dpi)
    try folder.write(Self.pipeline(stages: ["recognize"], writers: ["pdf", "text", "json"]), to: "earlier.json")
    try folder.write(
      Self.pipeline(stages: ["deskew", "recognize"], writers: ["pdf", "text", "json", "hocr", "jsonl"]),
      to: "pipeline.json")
    inputs = try Self.contents(of: folder, under: "in")
  }

  private static func page(_ number: Int) throws -> PageDrawing {
    var page = PageDrawing(size: PageSize(width: 260, height: 150))
    try page.line("Receipt number \(number) of four", at: Point(x: 24, y: 40), font: .sans(14))
    try page.line("Paid in full, with thanks", at: Point(x: 24, y: 70), font: .sans(12))
    try page.line("The garden committee", at: Point(x: 24, y: 100), font: .sans(12))
    return page
  }

  private static func pipeline(stages: [String], writers: [String]) -> String {
    let stages = stages.map { #"{"stage": "\#($0)"}"# }.joined(separator: ", ")
    let writers = writers.map { #"{"writer": "\#($0)"}"# }.joined(separator: ", ")
    return #"{"stages": [\#(stages)], "output": {"verify": 1, "writers": [\#(writers)]}}"#
  }

  /// Returns the command for a run.
  func command(
    pipeline: String = "pipeline.json", input: String = "in", environment: [String: String] = [:]
  ) throws -> Command {
    var command = try Command.product(
      "docscan", ["run", folder / pipeline, folder / input, "-o", output, "-j", "2", "--progress", "none"])
    command.environment = environment.merging(["XDG_CACHE_HOME": folder / "cache"]) { $1 }
    // Far more than a run takes on a busy machine, so a longer run hangs.
    command.timeoutSeconds = 600
    return command
  }

  /// Returns whether the inputs are unchanged.
  func inputsAreWhole() throws -> Bool { try Self.contents(of: folder, under: "in") == inputs }

  /// Returns the visible results: everything except the report, which contains times, the hidden folder, and files that aren't docscan's.
  func results(beside foreign: ForeignFiles) throws -> [String: Data] {
    guard folder.contains("out") else { return [:] }
    return try Self.contents(of: folder, under: "out").filter {
      $0.key != "report.json" && !$0.key.hasPrefix(".docscan/") && !foreign.contains($0.key)
    }
  }

  /// Rebuilds the output folder with the finished document, or with all earlier results; both contain files that aren't
  /// docscan's.
  func prepare(withEarlierResults: Bool) throws -> ForeignFiles {
    if folder.contains("out") { try FileManager.default.removeItem(atPath: output) }
    try FileManager.default.copyItem(atPath: folder / (withEarlierResults ? "before" : "decided"), toPath: output)
    return try ForeignFiles(
      in: output, names: ["photo"], results: withEarlierResults ? ["scan", "box/letter", Self.decided] : [])
  }

  /// Runs the earlier pipeline, and stores the state that `prepare` restores; returns the results.
  func makeEarlierResults() throws -> [String: Data] {
    try command(pipeline: "earlier.json", input: "done").check()
    try FileManager.default.copyItem(atPath: output, toPath: folder / "decided")
    try decide(in: folder / "decided")
    let foreign = try ForeignFiles(in: output, names: ["photo"], results: [])
    try command(pipeline: "earlier.json").check()
    try decide(in: output)
    let results = try results(beside: foreign)
    for path in foreign.paths { try FileManager.default.removeItem(atPath: output + "/" + path) }
    try FileManager.default.moveItem(atPath: output, toPath: folder / "before")
    return results
  }

  /// Corrects the first word of the finished document.
  private func decide(in library: String) throws {
    let json = try Data(contentsOf: URL(filePath: "\(library)/\(Self.decided)/pages/0001.json"))
    let page = try JSONDecoder().decode(RecognizedPage.self, from: json)
    guard let word = page.words.first else { throw FixtureError("There is no word in \(Self.decided).") }
    let edit = Edit(id: "1", words: [word], on: page, new: "Decided", by: "ada", at: "2026-01-02T03:04:05Z")
    guard let document = StoredDocument.exactly(Self.decided, in: try StoredDocument.library(library)) else {
      throw FixtureError("There is no \(Self.decided).")
    }
    try EditFile.change(of: document) { $0.add(.text(edit)) }
  }

  private static func contents(of folder: TemporaryFolder, under name: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for file in try folder.files(under: name) { contents[file] = try folder.data("\(name)/\(file)") }
    return contents
  }
}
