// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the formats for digital libraries are complete and accepted by other programs.

import DocScan
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Results for digital libraries")
struct LibraryTests {
  /// The IIIF community's model of the API, which Tests/run.sh fetches; without it, the test is skipped.
  private static let iiif = Places.package + "/.build/iiif"
  /// OCR-D's own program, which needs several hundred megabytes of packages, so Tests/run.sh doesn't install it.
  private static let hasOCRD = try? Command("sh", ["-c", "command -v ocrd"]).run().exitCode == 0

  /// Returns a workspace with two documents with names that need escaping, one with two pages, in all formats for libraries.
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    let letter = try Documents.germanLetter()
    try letter.raster(dpi: 200).write(to: work.folder / "in/50% für A & B.png", as: .png, dpi: 200)
    try PageDrawing.writePDF([letter, letter], to: work.folder / "in/zwei.pdf")
    try work.folder.write(
      """
      {"stages": [{"stage": "recognize"}],
       "output": {"writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}, {"writer": "images"},
        {"writer": "web"}, {"writer": "alto"}, {"writer": "page"}, {"writer": "mets"},
        {"writer": "iiif", "base": "http://localhost:8000/out"}]}}
      """, to: "pipeline.json")
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    return work
  }

  @Test("Writes every file that a manifest names")
  func manifest() throws {
    let work = try workspace()
    for (document, pages) in [("50% für A & B", 1), ("zwei", 2)] {
      let text = try work.folder.text("out/\(document)/\(document).manifest.json")
      let lines = try work.folder.text("out/\(document)/iiif/0001.json")
      let names = Set(
        (text + lines).matches(of: /"http:\/\/localhost:8000\/out\/([^"#]*)["#]/).map { String($0.output.1) })
      let files = names.filter { !$0.contains("/canvas/") }
      #expect(files.count == 4 + 6 * pages, "\(files.sorted())")
      for file in files {
        #expect(
          work.folder.contains("out" + (URL(string: "file:/\(file)")?.path(percentEncoded: false) ?? "?")), "\(file)")
      }
    }
    #expect(try work.run().output.contains("2 unchanged"))
  }

  @Test(
    "Writes manifests and annotations that the IIIF community's model accepts",
    .enabled(
      if: FileManager.default.fileExists(atPath: iiif + "/installed"), "iiif-prezi3 is not installed: bash Tests/run.sh"
    ))
  func model() throws {
    let work = try workspace()
    // The package imports others that fetch pictures, which this test doesn't need.
    let script = """
      import json, sys, unittest.mock
      for name in ("requests", "requests.adapters", "urllib3", "urllib3.util", "urllib3.util.retry", "PIL"):
          sys.modules[name] = unittest.mock.MagicMock()
      import iiif_prezi3
      for path in sys.argv[1:]:
          value = json.load(open(path))
          model = getattr(iiif_prezi3, value["type"])
          model.model_validate(value)
          value["items"][0]["type"] = 3
          try: model.model_validate(value)
          except ValueError: continue
          sys.exit("anything is accepted")
      """
    var command = Command(
      "python3",
      ["-c", script]
        + ["50% für A & B/50% für A & B.manifest.json", "zwei/zwei.manifest.json", "zwei/iiif/0002.json"].map {
          work.folder / "out/\($0)"
        })
    command.environment["PYTHONPATH"] = Self.iiif
    try command.check()
  }

  @Test(
    "Writes document folders that OCR-D accepts as workspaces",
    .enabled(if: hasOCRD == true, "ocrd is not on the PATH: python3 -m venv V && V/bin/pip install ocrd==3.13.3"))
  func ocrd() throws {
    let work = try workspace()
    for document in ["50% für A & B", "zwei"] {
      let result = try Command(
        "ocrd", ["workspace", "-d", work.folder / "out/\(document)", "validate", "--page-textequiv-consistency", "off"]
      ).run()
      #expect(
        result.exitCode == 0 && result.output.contains("<report valid=\"true\">"), "\(result.output) \(result.errors)")
    }
  }
}
