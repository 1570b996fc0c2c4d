// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: receipts from several countries are read correctly from realistic scans.

import DocScanCore
import DocScanEngine
import DocScanFixtures
import DocScanNative
import DocScanVision
import Testing

@Suite("Drawn receipts")
struct DrawnReceiptTests {
  @Test("Reads totals, dates, and currencies of scanned receipts", arguments: DrawnReceipt.Country.allCases)
  func scanned(_ country: DrawnReceipt.Country) throws {
    var random = SeededGenerator(seed: 5)
    var (right, asked, confident, wrong) = (0, 0, 0, 0)
    for number in 0..<3 {
      let drawn = try DrawnReceipt(from: country, &random)
      let image = try drawn.page.raster(dpi: 200).withNoise(deviation: 4, seed: UInt64(number))
      let receipt = try read(number == 1 ? image.curled(depth: 6) : image, languages: drawn.languages)
      // An English receipt without a dollar sign doesn't show its currency.
      #expect(receipt?.currency == drawn.truth.currency || country == .america && receipt?.currency == nil)
      for (field, truth) in [(receipt?.total, drawn.truth.total), (receipt?.date, drawn.truth.date_iso)] {
        asked += 1
        right += field?.value == truth ? 1 : 0
        guard let field, field.confidence >= 0.9 else { continue }
        confident += 1
        wrong += field.value == truth ? 0 : 1
      }
    }
    // Tesseract may misread one field, but confident fields must be right.
    #expect(right + 1 >= asked, "\(right) of \(asked)")
    #expect(wrong == 0, "\(wrong) of \(confident)")
  }

  private func read(_ image: Raster, languages: [String]) throws -> Receipt? {
    let trial = try Trial(
      image, dpi: 200, "recognize", settings: ["languages": .array(languages.map { .string($0) })]
    )
    let page = RecognizedPage(
      document: DocumentReference(name: "receipt", sha256: "", pageCount: 1), page: trial.page.reference,
      status: .recognized, image: trial.page.size, languages: languages, blocks: trial.page.recognition?.blocks ?? [])
    let stage = try #require(builtInStages.first { $0.description.name == "receipt" } as? any TextStage.Type)
    return try stage.init(settings: stage.description.table.resolve([:], path: "")).look(at: page) as? Receipt
  }
}
