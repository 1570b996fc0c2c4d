// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: paperless-ngx can consume documents through the plugin, and works without docscan.

import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

/// Tests/run.sh installs OCRmyPDF here, with Pillow and pikepdf, which paperless-ngx also has.
private let packages = Places.package + "/.build/ocrmypdf"
private let arePackagesInstalled = unsafe access(packages + "/installed", R_OK) == 0

@Suite(
  "The parser plugin of paperless-ngx",
  .enabled(if: arePackagesInstalled, "OCRmyPDF's packages are not installed: Tests/run.sh does that"))
struct PaperlessTests {
  /// The result of consuming a file.
  private struct Consumed: Decodable {
    var file: String
    var status: String
    var reason: String?
    var text: String?
    var date: String?
    var pages: Int?
    var archive: Bool?
    var archiveText: String?
  }

  /// Consumes files in the steps of paperless-ngx, with the plugin installed as a package.
  private func consume(_ files: [String], in folder: TemporaryFolder, docscan: String? = nil) throws -> [Consumed] {
    if !folder.contains("plugins/docscan_plugins.egg-info") {
      // The package's metadata names the entry point. The files are written next to the package, so that building it
      // fetches nothing.
      _ = try Command("cp", ["-r", Places.package + "/Pipelines/plugins", folder.path]).check()
      var metadata = Command(
        packages + "/venv/bin/python", ["-c", "import setuptools; setuptools.setup()", "--quiet", "egg_info"])
      metadata.directory = folder / "plugins"
      metadata.environment["PYTHONPATH"] = packages
      _ = try metadata.check()
    }
    var command = Command(
      packages + "/venv/bin/python",
      [Places.package + "/Tests/Tools/accept/consume.py", "--json", "--archive", "always"] + files)
    command.environment["PYTHONPATH"] = (folder / "plugins") + ":" + packages
    command.environment["PYTHONDONTWRITEBYTECODE"] = "1"
    command.environment["DOCSCAN"] = try docscan ?? Command.product("docscan").program
    command.environment["DOCSCAN_LANGUAGES"] = "eng"
    command.directory = folder.path
    let lines = try command.check().output.split(separator: "\n")
    return try lines.map { try JSONDecoder().decode(Consumed.self, from: Data($0.utf8)) }
  }

  @Test("Consumes a PDF and a photograph with text, page count, date, PDF, and thumbnail")
  func consumed() throws {
    let folder = try TemporaryFolder()
    try PageDrawing.writePDF([try Documents.invoice()], to: folder / "invoice.pdf")
    let turned = try Documents.minutes().raster(dpi: 150).turned(clockwiseDegrees: 180).image
    try turned.write(to: folder / "turned.png", as: .png)
    let found = try consume(["invoice.pdf", "turned.png"], in: folder)
    #expect(found.map(\.status) == ["consumed", "consumed"])
    #expect(found.map(\.pages) == [1, 1] && found.map(\.archive) == [true, true])
    #expect(found[0].text?.contains("1,039.35") == true && found[0].date == "2024-05-21")
    for text in [found[1].text, found[1].archiveText] { #expect(text?.contains("garden committee") == true) }
  }

  @Test("Refuses unreadable files with docscan's reason, and leaves other kinds to other parsers")
  func refused() throws {
    let folder = try TemporaryFolder()
    try folder.write("%PDF-1.7\nThis is no PDF.", to: "damaged.pdf")
    try folder.write("A note.", to: "note.txt")
    let found = try consume(["damaged.pdf", "note.txt"], in: folder)
    #expect(found.map(\.status) == ["failed", "unsupported"])
    #expect(found[0].reason?.contains("damaged.pdf") == true && found[0].reason?.hasPrefix("docscan: ") == true)
  }

  @Test("Leaves all files to other parsers if docscan is missing")
  func missing() throws {
    let folder = try TemporaryFolder()
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: folder / "a.pdf")
    #expect(try consume(["a.pdf"], in: folder, docscan: "/nonexistent/docscan").map(\.status) == ["unsupported"])
  }
}
