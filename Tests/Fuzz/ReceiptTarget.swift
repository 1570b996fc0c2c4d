// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanUnderstanding

/// Text that may be a receipt: each line is a row of words at positions that are derived from the bytes.
enum ReceiptTarget {
  /// The maximum length of an input in bytes: a receipt of thirty lines.
  private static let longest = 768

  static let seeds = [
    "SHOP GMBH\nMilk 2 x 1,00 2,00\nSUMME EUR 2,00\nBAR 5,00\nRückgeld 3,00\n03.04.2020 09:53",
    "スーパー\n2024年5月3日\n牛乳 ¥228※\n合計 ¥228\nお預り ¥1,000", "TOTAL\n99999999999999999999.99\n13/13/2013\n-RM.OO",
  ].map { Array($0.utf8) }

  static func run(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes.prefix(longest), as: UTF8.self).split(separator: "\n").enumerated().map {
      index, text in
      var x = 0.0
      let words = text.split(separator: " ").map { text in
        let word = Word(
          text: String(text), confidence: 0.9,
          box: Box(
            x: x, y: 30 * Double(index) + Double(text.utf8.count % 7), width: 10 * Double(text.count), height: 20))
        x += 10 * Double(text.count) + 10
        return word
      }
      let box = Box(x: 0, y: 30 * Double(index), width: x, height: 20)
      return Line(
        text: joinedText(words), confidence: 0.9, box: box,
        baseline: [Point(x: 0, y: box.maxY), Point(x: x, y: box.maxY)], words: words)
    }
    let page = RecognizedPage(
      document: DocumentReference(name: "", sha256: "", pageCount: 1),
      page: PageReference(number: 1, source: "", sourcePage: 1), status: .recognized,
      blocks: [Block(kind: .text, box: Box(x: 0, y: 0, width: 1, height: 1), lines: lines)])
    guard let receipt = ReceiptReader().read(page) else { return }
    precondition(receipt.items.count <= Receipt.mostEntries && receipt.checks.count <= Receipt.mostEntries)
    for field in [receipt.merchant, receipt.total, receipt.date, receipt.change, receipt.address] {
      precondition(field.map { (0...1).contains($0.confidence) } ?? true)
    }
  }
}
