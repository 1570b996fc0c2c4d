// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the pages most worth reviewing come first.

import DocScanCore
import DocScanFixtures
import DocScanStore
import Testing

@testable import DocScanBatch

@Suite("The worst pages")
struct WorstPagesTests {
  /// Returns a record with pages that have these error rates, or `nil` for a failed page.
  private func record(_ name: String, _ rates: [Double?]) -> DocumentRecord {
    DocumentRecord(
      name: name, source: [], sha256: "", pipeline: DocumentRecord.PipelineIdentity(name: "", sha256: ""),
      status: .complete, pageCount: rates.count, selection: "all",
      pages: zip(1..., rates).map { number, rate in
        DocumentRecord.Page(
          number: number, status: rate == nil ? .failed : .recognized, source: "", sourcePage: number,
          confidence: 0.9,
          expected: rate.map { ExpectedErrors(characterErrorRate: $0, doubtfulWords: 0, unreadText: 0) },
          failure: rate == nil ? PageFailure(kind: .limit, stage: "load", message: "Too large.") : nil)
      }, quality: DocumentRecord.Quality(meanConfidence: nil, words: 0), notes: [], versions: [:])
  }

  private func review(_ size: ReviewSize, _ records: [DocumentRecord]) -> [String] {
    let list = WorstPages(size)
    records.forEach(list.add)
    return list.review.pages.map { "\($0.document)\($0.page ?? 0)" }
  }

  @Test("Lists failures first, then the highest error rates, then by name")
  func order() {
    var broken = record("z", [])
    broken.failure = PageFailure(kind: .unreadable, stage: "load", message: "Broken.")
    let records = [record("a", [0.01, 0.3, 0.01]), record("b", [nil, 0.5]), broken]
    #expect(review(.pages(20), records) == ["b1", "z0", "b2", "a2", "a1", "a3"])
    #expect(review(.pages(3), records) == ["b1", "z0", "b2"])
  }

  @Test("Rounds a share of pages up to at least one")
  func share() {
    let records = (0..<10).map { record("d\($0)", (0..<10).map { Double($0) / 100 }) }
    #expect(review(.percent(2), records) == ["d010", "d110"])
    #expect(review(.percent(0.01), records) == ["d010"])
  }

  @Test("Lists the same pages in any order of documents", arguments: [UInt64(1), 2, 3])
  func shuffled(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let records = (0..<200).map { (number: Int) -> DocumentRecord in
      record("d\(number)", (0..<5).map { (page: Int) -> Double in Double((number * 7 + page * 13) % 100) / 100 })
    }
    #expect(review(.pages(50), records.shuffled(using: &generator)) == review(.pages(50), records))
    typealias Page = (document: String, number: Int, rate: Double)
    let pages = records.flatMap { (record) -> [Page] in
      record.pages.map { (record.name, $0.number, $0.expected?.characterErrorRate ?? 2) }
    }
    let worst = pages.sorted { (one: Page, two: Page) -> Bool in
      (two.rate, one.document, one.number) < (one.rate, two.document, two.number)
    }
    #expect(review(.pages(50), records) == worst.prefix(50).map { "\($0.document)\($0.number)" })
  }

  @Test("Accepts valid sizes", arguments: ["2%", "0.5%", "100%", "20", "10000"])
  func sizes(text: String) { #expect(ReviewSize(text)?.description == text) }

  @Test("Rejects invalid sizes", arguments: ["", "%", "0", "0%", "101%", "-3", "10001", "2 %", "many", "nan%"])
  func wrong(text: String) { #expect(ReviewSize(text) == nil) }
}
