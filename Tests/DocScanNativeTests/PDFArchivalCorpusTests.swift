// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the rules of PDF/A hold for real files.

import DocScanNative
import Testing

@Suite("PDF/A rules on the sample set")
struct PDFArchivalCorpusTests {
  @Test(
    "Finds the faults of veraPDF's test files that concern PDF/A-2",
    .enabled(if: SampleData.isThere, "no sample data"),
    arguments: [
      ("verapdf-03-8.4.4-t02-fail-j", "PDF 2.0"), ("verapdf-18-veraPDF_test_suite_6-6-1-t01-fail-d", "ResetForm"),
      ("verapdf-15-veraPDF_test_suite_6-2-10-5-t01-fail-c", "embedded fonts"),
      // Broken only in parts that docscan rewrites: the metadata, and the missing output intent.
      ("verapdf-06-veraPDF_test_suite_6-6-2-3-3-t02-fail-c", nil),
      ("verapdf-12-veraPDF_test_suite_6-2-10-t07-fail-c", nil),
    ] as [(String, String?)])
  func corpus(name: String, obstacle: String?) throws {
    let path = SampleData.path("pdf-conformance/\(name).pdf")
    let obstacles = try PDFArchival.report(InputFile(path: path)).obstacles(unicode: true)
    #expect(obstacle.map { part in obstacles.contains { $0.contains(part) } } ?? obstacles.isEmpty)
  }

  @Test(
    "Finds no obstacles in scans of the sample set", .enabled(if: SampleData.isThere, "no sample data"),
    arguments: ["multipage-scans/oldbook-e-6p.pdf", "multipage-scans/paperless-multi-page-images.pdf"])
  func scans(name: String) throws {
    #expect(try PDFArchival.report(InputFile(path: SampleData.path(name))).obstacles(unicode: true).isEmpty)
  }
}
