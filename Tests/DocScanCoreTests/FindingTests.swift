// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: each finding is stored under its own key, and unknown ones are preserved.

import DocScanCore
import FoundationEssentials
import Testing

@Suite("Findings")
struct FindingTests {
  private let quality = PageQuality(
    grade: .fair, defects: [.blur], blur: 0.163, contrast: 1, glare: 0, clipped: 0.05, letterHeight: 20.5)
  private let barcodes = [
    Barcode(format: .qrCode, text: "a/b \u{1F600}", quad: Array(repeating: Point(x: 1.25, y: 1e-7), count: 4))
  ]

  @Test("Writes each finding under its key of the page JSON, and reads it back")
  func pageJSON() throws {
    var page = RecognizedPage(
      document: DocumentReference(name: "scan", sha256: "00", pageCount: 1),
      page: PageReference(number: 1, source: "scan.pdf", sourcePage: 1), status: .corrected)
    try page.findings.set(quality)
    try page.findings.set(barcodes)
    let text = String(decoding: try JSONText.compact(page), as: UTF8.self)
    #expect(text.contains(#""barcodes":"# + String(decoding: try JSONText.compact(barcodes), as: UTF8.self)))
    #expect(text.contains(#""quality":"# + String(decoding: try JSONText.compact(quality), as: UTF8.self)))
    let back = try JSONDecoder().decode(RecognizedPage.self, from: Data(text.utf8))
    #expect(back == page && back.quality == quality && back.barcodes == barcodes && back.blank == nil)
  }

  @Test("Preserves another program's keys, and ignores invalid findings")
  func unknown() throws {
    var page = RecognizedPage(
      document: DocumentReference(name: "scan", sha256: "00", pageCount: 1),
      page: PageReference(number: 1, source: "scan.pdf", sourcePage: 1), status: .corrected)
    try page.findings.set(BlankEvidence(confidence: 0.5, ink: 0))
    let text = String(decoding: try JSONText.compact(page), as: UTF8.self)
    let other = text.replacing(#""blank":{"#, with: #""more":[1,{"a":null}],"blank":{"x""#)
      .replacing(#""x""confidence":0.5"#, with: #""x":1"#)
    let back = try JSONDecoder().decode(RecognizedPage.self, from: Data(other.utf8))
    #expect(back.blank == nil && back.findings.values["more"] == [1, ["a": .null]])
    #expect(String(decoding: try JSONText.compact(back), as: UTF8.self).contains(#""more":[1,{"a":null}]"#))
  }

  @Test("Fails the page on a number that JSON can't represent")
  func notFinite() {
    var findings = PageFindings()
    #expect(throws: PageFailure.self) { try findings.set(BlankEvidence(confidence: .nan, ink: 0)) }
  }
}
