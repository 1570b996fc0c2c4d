// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: TSV and JSON lines have a fixed form for every page.

import DocScanCore
import DocScanFixtures
import DocScanWriters
import FoundationEssentials
import Testing

@Suite("TSV and JSON lines")
struct TableFormatTests {
  @Test("Writes Tesseract's columns, one header, and a row for each level")
  func tsv() throws {
    var second = SamplePage([["a\tb"]])
    second.number = 2
    second.blocks[0].lines[0].words[0].confidence = 0.9653
    let written = try WrittenFiles(TSVWriter.self, [SamplePage.magazine, .failed, second])
    let rows = try written.text("sample.tsv").split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(
      rows[0].joined(separator: " ")
        == "level page_num block_num par_num line_num word_num left top width height conf text")
    #expect(rows.allSatisfy { $0.count == 12 })
    #expect(rows.count { $0[0] == "level" } == 1)
    #expect(rows[1] == ["1", "1", "0", "0", "0", "0", "0", "0", "800", "1200", "-1", ""])
    #expect(rows[2] == ["2", "1", "1", "0", "0", "0", "60", "20", "680", "40", "-1", ""])
    #expect(rows.contains(["5", "1", "2", "2", "1", "2", "109", "180", "65", "24", "100.000000", "neuer"]))
    #expect(rows.last == ["5", "2", "1", "1", "1", "1", "60", "100", "39", "24", "96.530000", "ab"])
    // Pictures have no text, so they have no rows.
    #expect(rows.count { $0[0] == "2" } == 4)
  }

  @Test("Writes one line of JSON with the same keys for each page, even a failed one")
  func jsonLines() throws {
    let written = try WrittenFiles(JSONLinesWriter.self, [.magazine, .failed])
    let lines = try written.text("sample.jsonl").split(separator: "\n").map { line in
      guard case .object(let members) = try JSONFile.parse(Data(line.utf8)) else { return [:] as [String: JSONValue] }
      return members
    }
    #expect(lines.count == 2)
    #expect(Set(lines[0].keys) == Set(lines[1].keys))
    #expect(lines[0]["languages"] == ["de"])
    #expect(lines[0]["words"] == 12)
    #expect(lines[0]["document"] == "sample")
    #expect(lines[1]["status"] == "failed")
    #expect(lines[1]["failure"] == "The worker crashed.")
    #expect(lines[1]["confidence"] == JSONValue.null)
  }
}
