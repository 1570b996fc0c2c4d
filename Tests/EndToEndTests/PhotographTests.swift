// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: capture times, cameras, and file times reach the results, and positions only on request.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanStore
import FoundationEssentials
import Testing

@Suite("Photographs' metadata")
struct PhotographTests {
  /// Returns a workspace with photographs by name; the stages change none, so a PDF contains the files themselves.
  private func workspace(_ photographs: [String: CameraBlock?], more: String = "", writer: String = "") throws
    -> Workspace
  {
    let work = try Workspace()
    let picture = try Documents.letter()[0].raster(dpi: 60)
    for (name, block) in photographs {
      let path = work.folder / "in/\(name)"
      if name.contains("/") { _ = try work.folder.makeFolder("in/trip") }
      try picture.write(to: path, as: .jpeg, dpi: 60, camera: block)
    }
    try work.folder.write(
      """
      {"stages": [{"stage": "blank"}], \(more)
       "output": {"verify": 1, "writers": [{"writer": "pdf"\(writer)}, {"writer": "json"}]}}
      """, to: "pipeline.json")
    return work
  }

  @Test("Writes time and camera into JSON and PDF, which stays valid PDF/A")
  func capture() throws {
    let work = try workspace(["photo.jpg": .sample(place: true)], writer: #", "pdfa": "2u""#)
    #expect(try work.run().exitCode == 0)
    let capture = try #require(try work.page("photo", 1).capture)
    #expect(capture.date?.text == "2019-01-09T12:30:05+01:00" && capture.make == "Canon" && capture.gps == nil)
    #expect(try work.record("photo").captured?.first == capture.date)
    let pdf = work.folder / "out/photo/photo.pdf"
    let information = try Command("pdfinfo", ["-rawdates", pdf]).check().output
    #expect(information.contains("CreationDate:    D:20190109123005+01'00"))
    #expect(try Command("pdfinfo", ["-meta", pdf]).check().output.contains("<tiff:Model>EOS 5D &amp; &lt;more&gt;<"))
    #expect(try PDFArchival.report(InputFile(path: pdf)).obstacles(unicode: true) == [])
    // Only the input determines the results.
    let before = try work.results()
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try work.results() == before)
  }

  @Test("Removes the GPS position from all results unless requested", arguments: [false, true])
  func place(isWanted: Bool) throws {
    let work = try workspace(
      ["photo.jpg": .sample(place: true)], more: isWanted ? #""pages": {"gps": true},"# : "")
    #expect(try work.run().exitCode == 0)
    let photograph = try work.folder.data("in/photo.jpg")
    let pdf = try work.folder.data("out/photo/photo.pdf")
    #expect((pdf.firstRange(of: photograph) != nil) == isWanted)
    // The picture data after the metadata is kept in both cases.
    let tables = try #require(photograph.firstRange(of: Data([0xFF, 0xDB])))
    #expect(pdf.firstRange(of: photograph[tables.lowerBound...]) != nil)
    let gps = try work.page("photo", 1).capture?.gps
    #expect((gps == PageCapture.Position(latitude: 38.7085, longitude: -9.1375)) == isWanted)
    for (name, bytes) in try work.results() {
      let names = bytes.firstRange(of: Data("gps".utf8)) != nil || bytes.firstRange(of: Data("GPS".utf8)) != nil
      #expect(names == (isWanted && name != "photo/photo.json"), "\(name)")
    }
  }

  @Test("Records the first and last capture time of a document of several photographs")
  func span() throws {
    let work = try workspace(
      [
        "trip/1.jpg": .sample(original: "2019:01:09 18:00:00"), "trip/2.jpg": nil,
        "trip/3.jpg": .sample(original: "2019:01:09 09:00:00"),
      ], more: #""input": {"group": "folder"},"#)
    #expect(try work.run().exitCode == 0)
    let record = try work.record("trip")
    #expect(record.captured?.first.text == "2019-01-09T09:00:00+01:00")
    #expect(record.captured?.last.text == "2019-01-09T18:00:00+01:00")
    let information = try Command("pdfinfo", ["-rawdates", work.folder / "out/trip/trip.pdf"]).check().output
    #expect(information.contains("D:20190109180000+01'00"))
  }

  @Test("Writes no capture data for a picture without any")
  func nothing() throws {
    let work = try workspace(["scan.jpg": nil])
    #expect(try work.run().exitCode == 0)
    #expect(try !work.folder.text("out/scan/pages/0001.json").contains("capture"))
    #expect(try !work.folder.text("out/scan/scan.json").contains("capture"))
    let pdf = work.folder / "out/scan/scan.pdf"
    #expect(try !Command("pdfinfo", [pdf]).check().output.contains("CreationDate"))
    #expect(try !Command("pdfinfo", ["-meta", pdf]).check().output.contains("exif"))
    #expect(try work.folder.data("out/scan/scan.pdf").firstRange(of: try work.folder.data("in/scan.jpg")) != nil)
  }

  // MARK: Times of files

  private func time(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  private func set(_ date: Date, of path: String) throws {
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }

  @Test("Gives results the time of the newest source with --keep-times")
  func keepTimes() throws {
    let work = try workspace(
      ["trip/1.jpg": nil, "trip/2.jpg": nil, "trip/3.jpg": nil], more: #""input": {"group": "folder"},"#)
    let times = [1, 3, 2].map { Date(timeIntervalSince1970: 1_000_000_000 + Double($0) * 86_400.5) }
    for (number, date) in zip(1..., times) { try set(date, of: work.folder / "in/trip/\(number).jpg") }
    #expect(try work.run(["--keep-times"]).exitCode == 0)
    let files = try FileManager.default.subpathsOfDirectory(atPath: work.folder / "out/trip")
    #expect(files.contains("trip.pdf") && files.contains("pages/0003.json"))
    for file in files + ["."] { #expect(try time(work.folder / "out/trip/\(file)") == times[1], "\(file)") }
    // The time isn't part of the result: existing results keep theirs with and without the option.
    let before = try work.results()
    for arguments in [[], ["--keep-times"]] {
      #expect(try work.run(arguments).exitCode == 0 && work.report().totals.unchanged == 1)
      #expect(try time(work.folder / "out/trip/trip.pdf") == times[1])
    }
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try time(work.folder / "out/trip/trip.pdf") ?? times[1] > Date(timeIntervalSince1970: 1_700_000_000))
    #expect(try work.results() == before)
  }

  @Test("Keeps the source's time for a single result file", arguments: ["pdf", "json"])
  func singleFile(ending: String) throws {
    let work = try workspace(["scan.jpg": nil])
    let then = Date(timeIntervalSince1970: 1_111_111_111)
    try set(then, of: work.folder / "in/scan.jpg")
    let file = work.folder / "result.\(ending)"
    let command = try Command.product(
      "docscan", ["run", work.folder / "pipeline.json", work.folder / "in/scan.jpg", "-o", file, "--keep-times"])
    #expect(try command.run().exitCode == 0)
    #expect(try time(file) == then)
  }

  @Test("Keeps the source's time for a copied PDF")
  func copied() throws {
    let work = try workspace([:])
    let path = work.folder / "in/scan.pdf"
    try ImagePDF([try Documents.letter()[0].raster(dpi: 60)], dpi: 60).write(to: path)
    let then = Date(timeIntervalSince1970: 1_111_111_111)
    try set(then, of: path)
    #expect(try work.run(["--keep-times"]).exitCode == 0)
    for file in ["scan.pdf", "scan.json", "pages", "."] {
      #expect(try time(work.folder / "out/scan/\(file)") == then, "\(file)")
    }
  }
}
