// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a label in a row is found with up to a few misread letters, and other words aren't taken for it.

import DocScanKeywords
import Testing

@Suite("Labels in rows, with misread letters") struct KeywordTests {
  @Test(
    "A misread, lost, or added letter costs as much as it is unlikely",
    arguments: [
      ("TOTAL", "TOTAL", 0), ("TOTAL", "T0TAL", 0.35), ("TOTAL", "TOTA1", 0.35), ("TOTAL", "TOTA", 0.5),
      ("TOTAL", "TOTTAL", 0.8), ("TOTAL", "TXTAL", 1), ("Rechnung", "Rechmung", 0.35), ("Rechnung", "Rechung", 0.8),
      ("Rechnung", "Rexhnumg", 1.35), ("Zwischensumme", "2wi5chen5umme", 1.05), ("Zwischensumme", "Zwichensume", 1.6),
      ("합계", "함계", 0.35), ("Итого", "Итог", 0.8),
    ] as [(String, String, Double)])
  func misread(word: String, read: String, cost: Double) throws {
    let keyword = Keyword(word)
    let rows = [read, "\(read) 12.90", "Tisch 7 Kasse 2 Bedienung Petra, \(read) der Bons vom Montag: 12.90 EUR"]
    for row in rows {
      let similarity = try #require(keyword.similarity(in: FoldedText(row)), "\(row)")
      #expect(abs(similarity - (1 - cost / Double(keyword.count))) < 1e-9, "\(row)")
      #expect(keyword.places(in: FoldedText(row)).map(\.similarity).contains(similarity), "\(row)")
      #expect(keyword.occurs(in: FoldedText(row), above: similarity - 0.01))
      #expect(!keyword.occurs(in: FoldedText(row), above: similarity + 0.01))
    }
  }

  @Test(
    "Other words aren't found",
    arguments: [
      ("TOTAL", "TOTALLY"), ("TOTAL", "SUBTOTAL"), ("TOTAL", "LATOT"), ("TOTAL", "TXXAL"), ("Summe", "Sahne"),
      ("Summe", "Semmu"), ("Rechnung", "Rexxnumg"), ("Rechnung", ""), ("MwSt", "MWXX"),
      ("Betrag", "ageBtr"), ("합계", "시간"),
    ])
  func other(word: String, read: String) {
    for row in [read, "\(read) 12.90", "Tisch 7 Kasse 2 Bedienung Petra, \(read) der Bons vom Montag: 12.90 EUR"] {
      #expect(Keyword(word).similarity(in: FoldedText(row)) == nil, "\(row)")
    }
  }
}
