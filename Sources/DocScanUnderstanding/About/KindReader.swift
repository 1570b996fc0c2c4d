// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout

/// Determines a page's document kind from its headings, typical phrases, and the results of other readers.
struct KindReader {
  let page: ReceiptPage
  let receipt: Receipt?
  let invoicePage: InvoicePage?
  let invoice: Invoice?
  let formFields: Int

  private var rows: [ReceiptRow] { page.rows }

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
    let found = evidence()
    return AboutPage.KindField(value: found.kind, confidence: logistic(Self.kind, found.features))
  }

  // The weights of the features, chosen by hand: those that `Tests/Tools/fit/values.py` fits aren't better on sets that were left out.
  private static let kind = [-1.000, 0.800, 0.500, 2.000]

  // Returns the kind and the features for its probability: a constant, the lead over all other kinds, the lead over kinds that aren't bills, and
  // whether the payment suggests the same kind.
  func evidence() -> (kind: AboutPage.Kind, features: [Double]) {
    let scores = scores
    let kinds = AboutPage.Kind.allCases
    let best = kinds.max { scores[$0, default: 0] < scores[$1, default: 0] } ?? .other
    let bills: [AboutPage.Kind] = [.invoice, .receipt]
    let isUnknown = best == .other && scores[.other] == Weight.other
    let isNumbered = invoicePage.map { !$0[.number].isEmpty } ?? false
    let isUnsure = best == .invoice ? !isNumbered : (receipt?.total?.confidence ?? 0) < Self.sureTotal
    let isDoubtful = bills.contains(best) && !isNamedBill && (isProse || isUnsure)
    let told = bills.contains(best) && !isDoubtful ? invoice?.kind(besides: receipt) : nil
    func lead(_ others: [AboutPage.Kind]) -> Double {
      let other = others.filter { $0 != best }.map { scores[$0, default: 0] }.max() ?? 0
      return min(scores[best, default: 0] - other, isUnknown || isDoubtful ? Self.mostLeadOfUnknown : Self.mostLead)
    }
    let isContradicted = told.map { $0 != best } ?? false
    let others = bills.contains(best) ? kinds.filter { !bills.contains($0) } : kinds
    return (
      told ?? best,
      [1, isContradicted ? 0 : lead(kinds), lead(others), isContradicted ? 0 : told == nil ? 0.5 : 1]
    )
  }

  // Whether the page calls itself a bill or a receipt.
  private var isNamedBill: Bool {
    AboutWords.titles.contains { kind, words in
      [.invoice, .receipt].contains(kind) && rows.indices.contains { titleScore($0, words) != nil }
    }
  }

  // Whether the page has several lines of running text. A letter about a payment has them, but hardly a receipt.
  private var isProse: Bool {
    let lines = rows.count { row in
      let words = row.row.words
      return words.count >= Self.longLine && words.count { $0.text.first?.isLowercase == true } * 2 > words.count
    }
    return lines >= Self.fewestLines
  }

  private static let (longLine, fewestLines) = (8, 3)
  private static let sureTotal = 0.5

  // A page without any known words may be of any kind.
  private static let (mostLead, mostLeadOfUnknown) = (5.0, 1.0)

  private var scores: [AboutPage.Kind: Double] {
    var scores = Dictionary(uniqueKeysWithValues: AboutPage.Kind.allCases.map { ($0, 0.0) })
    scores[.other] = Weight.other
    for (kind, words) in AboutWords.titles {
      let found = rows.indices.compactMap { titleScore($0, words) }.max()
      if let found { scores[kind, default: 0] += found }
    }
    for (kind, words) in AboutWords.signs {
      let found = words.count { word in
        rows.contains { $0.folded.count <= Self.longestSign && word.occurs(in: $0.folded, above: 0.93) }
      }
      scores[kind, default: 0] += Weight.sign * Double(min(found, Weight.mostSigns))
    }
    if rows.contains(where: Self.isSubject) { scores[.letter, default: 0] += Weight.sign }
    if let invoice = invoicePage, invoice.title >= 0.5 {
      var score = Weight.invoice
      for field in [InvoicePage.Field.number, .total, .iban, .buyer] where !invoice[field].isEmpty { score += 0.6 }
      if !invoice[.dueDate].isEmpty { score += 1 }
      scores[.invoice, default: 0] += score
    }
    if let receipt, receipt.total != nil {
      let addressed = invoicePage.map { $0.title >= 0.5 ? $0[.buyer] + $0[.dueDate] + $0[.iban] : [] } ?? []
      let isBilled = receipt.time == nil && !addressed.isEmpty
      scores[.receipt, default: 0] += isBilled ? Weight.receiptOfBill : Weight.receipt
      // A word that only resembles a payment's doesn't count.
      let isPaid = receipt.payments.contains {
        $0.confidence >= Weight.surePayment || $0.amount == receipt.total?.value
      }
      if isPaid { scores[.receipt, default: 0] += Weight.paid }
      if receipt.time != nil { scores[.receipt, default: 0] += 1.2 }
    }
    if formFields >= 8 { scores[.form, default: 0] += 1.5 }
    return scores
  }

  // Subject: our meeting on 5 March
  private static func isSubject(_ row: ReceiptRow) -> Bool {
    guard let first = row.row.words.first, first.text.hasSuffix(":"), row.row.words.count > 1 else { return false }
    let label = FoldedText(first.text)
    return AboutWords.subjects.equal(label, above: 0.9)
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
    let isLarge = row.height > 1.3 * page.height
    var score = Weight.titled * min(share + 0.3, 1)
    if isLarge { score += Weight.large }
    if page.position(index) > 0.45 { score += Weight.low }
    return score
  }
}
