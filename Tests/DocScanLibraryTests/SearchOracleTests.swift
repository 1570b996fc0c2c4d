// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the index finds exactly what a scan of all pages finds.

import DocScanCore
import DocScanLibrary
import Testing

@Suite("The index compared with a full scan") struct SearchOracleTests {
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 11 ^ state << 21
    }
  }

  @Test("Finds the same results as a brute-force search", arguments: 1...6)
  func same(seed: UInt64) throws {
    var random = Numbers(state: seed)
    let words = ["rent", "due", "in", "March", "the", "계약", "約", "x1", "no"]
    let library = try SearchLibrary()
    var texts: [String: [String]] = [:]
    for number in 1...12 {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      texts["d\(number) 1"] = text.map { $0.lowercased() }
      try library.add("d\(number)", page(text.joined(separator: " ")))
    }
    for _ in 0..<60 {
      let phrase = (0..<Int.random(in: 1...3, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      let other = words.randomElement(using: &random) ?? ""
      let isExcluded = Bool.random(using: &random)
      let expected = texts.filter { _, text in
        let joined = " \(text.joined(separator: " ")) "
        return joined.contains(" \(phrase.joined(separator: " ").lowercased()) ")
          && text.contains(other.lowercased()) != isExcluded
      }.keys
      let query = "\"\(phrase.joined(separator: " "))\" \(isExcluded ? "-" : "")\(other)"
      #expect(try library.find(query).sorted() == expected.sorted(), "\(query)")
    }
  }
}
