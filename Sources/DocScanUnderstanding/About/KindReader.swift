// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import Glibc

/// Determines a page's document kind from its headings, typical phrases, and the results of other readers.
struct KindReader {
  let rows: [ReceiptRow]
  let height: Double
  let position: (Int) -> Double
  let receipt: Receipt?
  let invoice: InvoicePage?
  let formFields: Int

  /// The score of each clue, chosen by hand and measured by `Tests/Tools/measure/naming.py kinds`.
  private enum Weight {
    static let titled = 3.2
    static let large = 1.0
    static let low = -1.6
    static let sign = 1.1
    static let mostSigns = 3
    static let invoice = 1.0
    static let receipt = 3.0
    static let receiptOfBill = 1.5
    static let paid = 1.6
    static let surePayment = 0.85
    static let other = 2.0
  }

  private static let longestTitle = 6
  private static let longestSign = 90

  func read() -> AboutPage.KindField {
    var scores = Dictionary(uniqueKeysWithValues: AboutPage.Kind.allCases.map { ($0, 0.0) })
    scores[.other] = Weight.other
    for (kind, words) in AboutWords.titles {
      let found = rows.indices.compactMap { titleScore($0, words) }.max()
      if let found { scores[kind, default: 0] += found }
    }
    for (kind, words) in AboutWords.signs {
      let found = words.count { word in
        rows.contains { $0.folded.count <= Self.longestSign && (word.similarity(in: $0.folded) ?? 0) > 0.93 }
      }
      scores[kind, default: 0] += Weight.sign * Double(min(found, Weight.mostSigns))
    }
    if let invoice, invoice.title >= 0.5 {
      var score = Weight.invoice
      for field in [InvoicePage.Field.number, .total, .iban, .buyer] where !invoice[field].isEmpty { score += 0.6 }
      if !invoice[.dueDate].isEmpty { score += 1 }
      scores[.invoice, default: 0] += score
    }
    if let receipt, receipt.total != nil {
      let addressed = invoice.map { $0.title >= 0.5 ? $0[.buyer] + $0[.dueDate] + $0[.iban] : [] } ?? []
      let isBilled = receipt.time == nil && !addressed.isEmpty
      scores[.receipt, default: 0] += isBilled ? Weight.receiptOfBill : Weight.receipt
      // A word that only resembles a payment's doesn't count.
      let isPaid = receipt.payments.contains {
        $0.confidence >= Weight.surePayment || $0.amount == receipt.total?.value
      }
      if isPaid || receipt.change != nil { scores[.receipt, default: 0] += Weight.paid }
      if receipt.time != nil { scores[.receipt, default: 0] += 1.2 }
    }
    if formFields >= 8 { scores[.form, default: 0] += 1.5 }
    let kinds = AboutPage.Kind.allCases
    let best = kinds.max { scores[$0, default: 0] < scores[$1, default: 0] } ?? .other
    let all = kinds.reduce(0.0) { $0 + exp(scores[$1, default: 0]) }
    return AboutPage.KindField(value: best, confidence: 0.98 * exp(scores[best, default: 0]) / all)
  }

  private func titleScore(_ index: Int, _ words: [Keyword]) -> Double? {
    let row = rows[index]
    guard row.row.words.count <= Self.longestTitle, row.folded.count > 1,
      !row.row.words.contains(where: { InvoiceHead.negations.contains($0.text.uppercased()) })
    else { return nil }
    let found = words.compactMap { word -> Double? in
      guard let similarity = word.similarity(in: row.folded), similarity > 0.93 else { return nil }
      return Double(word.count) / Double(max(row.folded.letterCount, 1))
    }.max()
    guard let share = found else { return nil }
    let isLarge = row.height > 1.3 * height
    var score = Weight.titled * min(share + 0.3, 1)
    if isLarge { score += Weight.large }
    if position(index) > 0.45 { score += Weight.low }
    return score
  }
}
