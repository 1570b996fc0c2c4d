// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout

/// Distinguishes receipts, bills, and invoices from other pages.
struct ReceiptTest {
  let page: ReceiptPage
  let hasTotal: Bool
  let hasDate: Bool
  let items: Int
  let isStatedBill: Bool

  /// The maximum numbers of words per amount and on a card slip, which has a single amount. Pages with more are running text.
  private static let mostWordsPerAmount = 40
  private static let mostWordsOfSlip = 80
  private static let (mostWordsOfItem, mostWordsOfSum) = (9, 12)

  private static let fewestLabels = 4
  private static let fewestQuestions = 3
  // The accounts of a company: in thousands, 単位：百万円
  private static let scales = Keyword.list("page.scale")
  private static let titles = Keyword.list("title.receipt")

  var isReceipt: Bool {
    let amounts = page.rows.reduce(0) { $0 + $1.amounts.count }
    let words = page.rows.reduce(0) { $0 + $1.row.words.count }
    func has(_ label: ReceiptLabel, withAmount: Bool = true) -> Bool {
      page.rows.contains {
        ($0.labels[label] ?? 0) > 0.85 && (!withAmount || $0.amount != nil && $0.row.words.count <= Self.mostWordsOfSum)
      }
    }
    let isSlip =
      words <= Self.mostWordsOfSlip && has(.card, withAmount: false)
      && page.rows.contains { $0.row.words.count < 3 && $0.amount?.hasCurrency == true }
    let isTitled = words <= Self.mostWordsOfSlip && page.rows.contains(where: Self.isTitle)
    guard amounts > 0, isSlip || isTitled || words <= Self.mostWordsPerAmount * amounts,
      !page.rows.contains(where: { Self.scales.occur(in: $0.folded, above: 0.93) })
    else { return false }
    var signs = (isSlip ? 1 : 0) + (isTitled ? 1 : 0)
    if hasTotal { signs += 2 }
    if has(.payable) { signs += 1 }
    if has(.tax) || !page.taxTable.isEmpty { signs += 1 }
    if has(.cash) || has(.card) { signs += 1 }
    if has(.subtotal) { signs += 1 }
    if has(.receipt, withAmount: false) { signs += 1 }
    if items > 0 { signs += 1 }
    if hasDate { signs += 1 }
    if page.rows.contains(where: { !$0.times.isEmpty }) { signs += 1 }
    // A column of amounts next to short texts.
    let listed = page.rows.count { $0.amount != nil && $0.row.words.count <= Self.mostWordsOfItem }
    if listed >= 3, listed * 6 >= page.rows.count { signs += 1 }
    if has(.statement, withAmount: false), !isStatedBill { signs -= 3 }
    let questions = page.rows.count { $0.row.words.contains { $0.text.count > 2 && $0.text.hasSuffix("?") } }
    if questions >= Self.fewestQuestions { signs -= 3 }
    // A form has labels to fill in and no words of a sale.
    let labels = page.rows.count { row in row.amount == nil && row.row.words.contains { $0.text.hasSuffix(":") } }
    let isOfSale =
      has(.payable) || has(.tax) || has(.change) || has(.cash) || has(.card) || has(.receipt, withAmount: false)
    if !isOfSale, labels >= Self.fewestLabels, labels * 4 >= page.rows.count { signs -= 2 }
    return signs >= 4
  }

  // Receipts for donations and rent are a few sentences under a title.
  private static func isTitle(_ row: ReceiptRow) -> Bool {
    guard row.amounts.isEmpty, row.row.words.count < 8 else { return false }
    return row.row.columns.contains { column in
      let text = FoldedText(joinedText(column))
      return titles.equal(text, above: 0.95)
    }
  }
}
