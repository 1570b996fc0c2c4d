// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: PDF/A is reached without changing colors silently, and equal inputs have equal dates.

import DocScan
import DocScanFixtures
import DocScanStore
import Testing

@Suite("PDF/A in a run")
struct ArchivalTests {
  @Test(
    "Converts CMYK pictures if PDF/A is required, keeps them otherwise, and notes which",
    arguments: [("2u", false), ("2b", false), ("auto", true), ("no", true)])
  func inkColors(level: String, isKept: Bool) throws {
    let work = try Workspace()
    try work.pipeline(level: level)
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "minutes.pdf")
    try Command(
      "gs", ["-q", "-sDEVICE=jpegcmyk", "-r100", "-o", work.folder / "in/minutes.jpg", work.folder / "minutes.pdf"]
    ).check()
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let pdf = work.folder / "out/minutes/minutes.pdf"
    #expect(try Command("pdfimages", ["-list", pdf]).check().output.contains("cmyk") == isKept)
    let packet = try Command("pdfinfo", ["-meta", pdf]).check().output
    #expect(packet.contains("pdfaid:part") == !isKept)
    let notes = try work.record("minutes").notes
    #expect(notes.isEmpty == (level != "auto") && notes.allSatisfy { $0.contains("page 1") && $0.contains("CMYK") })
  }

  @Test(
    "Dates a PDF by its source or SOURCE_DATE_EPOCH, never by the clock", arguments: [nil, "86400", "soon"])
  func date(epoch: String?) throws {
    let work = try Workspace()
    try work.pipeline(level: "auto")
    try Documents.shortMinutes().raster(dpi: 60).write(to: work.folder / "in/minutes.png", as: .png, dpi: 60)
    var command = try work.command()
    if let epoch { command.environment["SOURCE_DATE_EPOCH"] = epoch }
    #expect(try command.run().exitCode == 0)
    let information = try Command("pdfinfo", ["-rawdates", work.folder / "out/minutes/minutes.pdf"]).check().output
    #expect(information.contains("CreationDate:    D:19700102000000Z\n") == (epoch == "86400"))
    #expect(information.contains("Date:") == (epoch == "86400"))
  }
}

extension Workspace {
  /// Writes a pipeline without recognition that makes a PDF of this PDF/A level.
  fileprivate func pipeline(level: String) throws {
    try folder.write(
      #"{"stages": [{"stage": "quality"}], "output": {"writers": [{"writer": "pdf", "pdfa": "\#(level)"}]}}"#,
      to: "pipeline.json")
  }
}
