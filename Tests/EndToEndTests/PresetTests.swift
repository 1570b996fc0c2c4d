// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: every preset works on the sample documents.

import DocScan
import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Presets")
struct PresetTests {
  @Test(
    "Processes a page of the sample with each preset without failures",
    arguments: [
      ("archive", false), ("photos", true), ("books", false), ("text-only", false), ("receipts", true), ("scan", false),
      ("translate", false),
    ])
  func preset(name: String, isPhoto: Bool) throws {
    let folder = try TemporaryFolder()
    let pipelines = Places.package + "/Pipelines"
    let result = try Command.product(
      "docscan",
      [
        "run", name, "\(pipelines)/sample/\(isPhoto ? "photo.jpg" : "letter.pdf")", "--pages", "1", "-o",
        folder / "out",
      ]
    ).run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let report = try JSONDecoder().decode(BatchReport.self, from: folder.data("out/report.json"))
    #expect(report.totals.failed == 0 && report.totals.partial == 0)
    #expect(report.totals.pages == 1)
    let text = try folder.files(under: "out").filter { $0.hasSuffix(".txt") }.map { try folder.text("out/\($0)") }
      .joined()
    #expect(text.contains(isPhoto ? "Kestrel Bicycle Works" : "Harbour Street"))
  }
}
