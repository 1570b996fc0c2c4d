// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFixtures
internal import DocScanNative
internal import FoundationEssentials
internal import Glibc

/// Four small documents, a pipeline, and what docscan makes of them when nothing goes wrong.
struct Batch {
  /// The names of the documents; `photo` is the name of something that is not docscan's.
  static let documents = ["scan", "photo-2", "box/fax", "box/letter"]

  let folder: TemporaryFolder
  /// The folder for results, as `realpath` gives it.
  let output: String
  private let inputs: [String: Data]

  /// Draws the documents.
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

  /// The command for a run.
  func command(pipeline: String = "pipeline.json", environment: [String: String] = [:]) throws -> Command {
    var command = try Command.product(
      "docscan", ["run", folder / pipeline, folder / "in", "-o", output, "-j", "2", "--progress", "none"])
    command.environment = environment.merging(["XDG_CACHE_HOME": folder / "cache"]) { $1 }
    // Far more than a run takes on a busy machine: what takes longer hangs.
    command.timeoutSeconds = 600
    return command
  }

  /// Whether the inputs are what they were.
  func inputsAreWhole() throws -> Bool { try Self.contents(of: folder, under: "in") == inputs }

  /// The visible results: everything but the report, which tells times, the hidden part, and what is not docscan's.
  func results(beside foreign: ForeignFiles) throws -> [String: Data] {
    guard folder.contains("out") else { return [:] }
    return try Self.contents(of: folder, under: "out").filter {
      $0.key != "report.json" && !$0.key.hasPrefix(".docscan/") && !foreign.contains($0.key)
    }
  }

  /// Empties the output folder, or puts the earlier results there; in both are things that are not docscan's.
  func prepare(withEarlierResults: Bool) throws -> ForeignFiles {
    if folder.contains("out") { try FileManager.default.removeItem(atPath: output) }
    if withEarlierResults {
      try FileManager.default.copyItem(atPath: folder / "before", toPath: output)
    } else {
      _ = try folder.makeFolder("out")
    }
    return try ForeignFiles(
      in: output, names: ["photo"], results: withEarlierResults ? ["scan", "box/letter"] : [])
  }

  /// Keeps the results for `prepare`.
  func keepAsEarlierResults(without foreign: ForeignFiles) throws {
    for path in foreign.paths { try FileManager.default.removeItem(atPath: output + "/" + path) }
    try FileManager.default.moveItem(atPath: output, toPath: folder / "before")
  }

  private static func contents(of folder: TemporaryFolder, under name: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for file in try folder.files(under: name) { contents[file] = try folder.data("\(name)/\(file)") }
    return contents
  }
}
