// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: other packages can add stages and writers, within declared limits.

import DocScan
import DocScanBatch
import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanNative
import DocScanStore
import DocScanVision
import DocScanWriters
import FoundationEssentials
import Testing

@Suite("Stages and writers of other packages")
struct OwnPartsTests {
  /// The finding of the example's stage.
  private struct Stamp: Decodable {
    var box: [Double]
    var share: Double
  }

  private struct Page: Decodable {
    var stamp: Stamp?
  }

  /// A writer that would write the text writer's file, or the document's record.
  private class Rival: DocumentWriter {
    class var description: ComponentDescription { ComponentDescription(name: "rival", abstract: "Text.", settings: []) }
    class var ending: String? { "txt" }

    required init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {}

    func append(_ page: WriterPage) throws(OutputError) {}
  }

  private final class RecordRival: Rival {
    override class var ending: String? { "json" }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func docscan(_ arguments: [String]) throws -> Command {
    var command = try Command.product("docscan", arguments)
    command.environment["DOCSCAN_WORKER"] = try Places.product("OwnStage")
    return command
  }

  @Test("Runs a stage of another worker, and accepts only findings that its description allows")
  func stage() throws {
    _ = try folder.makeFolder("in")
    var drawing = PageDrawing(size: .a5)
    try drawing.line("Harbour Street", at: Point(x: 60, y: 80), font: .serif(18))
    try drawing.raster(dpi: 100, channels: .rgb).write(to: folder / "in/plain.png", as: .png, dpi: 100)
    drawing.stamp("PAID", at: Point(x: 250, y: 400), turnedBy: 0)
    try drawing.raster(dpi: 100, channels: .rgb).write(to: folder / "in/stamped.png", as: .png, dpi: 100)
    try folder.write(
      #"{"stages": [{"stage": "stamp", "strength": 40}], "output": {"writers": [{"writer": "json"}]}}"#,
      to: "pipeline.json")
    try docscan(["run", folder / "pipeline.json", folder / "in", "-o", folder / "out"]).check()
    func page(_ name: String) throws -> Page {
      try JSONDecoder().decode(Page.self, from: try folder.data("out/\(name)/pages/0001.json"))
    }
    #expect(try page("plain").stamp == nil)
    let stamp = try #require(try page("stamped").stamp)
    // Drawn around 250 and 400 points, at 100 pixels per 72 points.
    let middle = (stamp.box[0] + stamp.box[2] / 2, stamp.box[1] + stamp.box[3] / 2)
    #expect(abs(middle.0 - 347) < 5 && abs(middle.1 - 556) < 5 && stamp.box[2] > 60, "\(stamp)")
    #expect((0.001...0.1).contains(stamp.share))
    let report = try folder.text("out/report.json")
    #expect(report.contains(#""stamps": "1.0""#) || report.contains(#""stamps":"1.0""#), "\(report)")
  }

  @Test("Documents and checks another worker's stage, which docscan's own worker rejects")
  func description() throws {
    #expect(try docscan(["help", "pipeline"]).check().output.contains("Finds a red stamp."))
    #expect(try docscan(["schema", "page"]).check().output.contains("\"stamp\""))
    let output = #""output": {"writers": [{"writer": "json"}]}}"#
    // Stages that move the picture must not follow it.
    try folder.write(#"{"stages": [{"stage": "stamp"}, {"stage": "deskew"}], \#(output)"#, to: "wrong.json")
    let wrong = try docscan(["check", folder / "wrong.json"]).run()
    #expect(wrong.exitCode == 3 && wrong.errors.contains("the stamp would be elsewhere"), "\(wrong.summary)")
    try folder.write(#"{"stages": [{"stage": "stamp"}], \#(output)"#, to: "pipeline.json")
    let unknown = try Command.product("docscan", ["check", folder / "pipeline.json"]).run()
    #expect(unknown.exitCode == 3 && unknown.errors.contains("stamp"), "\(unknown.summary)")
  }

  @Test("Rejects a writer that would write another's file before reading anything")
  func rivals() async throws {
    try folder.write("", to: "empty.pdf")
    func problem(_ writer: any DocumentWriter.Type) async throws -> String {
      let options = BatchOptions(
        inputs: [URL(filePath: folder / "empty.pdf")], outputDirectory: URL(filePath: folder / "out"),
        ownWriters: [writer])
      let error = await #expect(throws: BatchError.self) {
        try await BatchRun(
          PipelineSource(preset: .scan, changes: PipelineChanges(writers: ["rival"])), options: options
        ).validate()
      }
      return "\(try #require(error))"
    }
    #expect(try await problem(Rival.self).contains("<name>.txt is that of text"))
    #expect(try await problem(RecordRival.self).contains("<name>.json is that of docscan's record"))
    #expect(!folder.contains("out"))
  }

  @Test("Writes the files of a program's own writer once, among its results")
  func writer() throws {
    try Documents.letter()[0].raster(dpi: 150).write(to: folder / "letter.png", as: .png, dpi: 150)
    let command = try Command.product("OwnWriter", [folder / "out", folder / "letter.png"])
    #expect(try command.check().output == "letter complete\n")
    let table = try folder.text("out/letter/letter.csv")
    let rows = table.split(separator: "\r\n")
    #expect(rows.first == "page,confidence,left,top,text" && rows.count > 10)
    #expect(rows.contains { $0.hasPrefix("1,") && $0.contains("Rose Cottage") }, "\(table)")
    #expect(try folder.text("out/letter/letter.json").contains("lines"))
    let first = try Snapshot(folder / "out/letter")
    try command.check()
    #expect(try Snapshot(folder / "out/letter") == first)
    #expect(try Command.product("docscan", ["verify", folder / "out"]).run().exitCode == 0)
  }
}
