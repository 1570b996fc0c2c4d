// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanKeywords
internal import DocScanTypedData

/// Finds the candidates for the fields of an invoice on one page.
package struct InvoicePageReader: Sendable {
  package var currency: String?
  /// Whether 03/04 is the third of April, or `nil` to decide from the page.
  package var dayFirst: Bool?

  package init(currency: String? = nil, dayFirst: Bool? = nil) { (self.currency, self.dayFirst) = (currency, dayFirst) }

  package func read(_ page: RecognizedPage) -> InvoicePage? {
    read(page, BillPage(page, currency: currency, dayFirst: dayFirst))
  }

  /// The minimum strength of a number with the label of receipts.
  private static let receiptNumber = 0.38
  /// The strength of a number with a label that other papers have, too, such as "Our ref.".
  private static let reference = 0.7

  func read(_ page: RecognizedPage, _ bill: BillPage) -> InvoicePage? {
    guard bill.rows.count > 1, !bill.titles.isOfOtherPaper else { return nil }
    let (receipt, rows, head, numbers, amounts) = (bill.page, bill.rows, bill.head, bill.numbers, bill.amounts)
    var candidates: [InvoicePage.Field: [InvoicePage.Candidate]] = [:]
    candidates[.number] = numbers
    (candidates[.date], candidates[.dueDate]) = (bill.dates.issued, bill.dates.due)
    // A credit note can also state the dates of the invoice that it corrects.
    func doubted(_ dates: [InvoicePage.Candidate]) -> [InvoicePage.Candidate] {
      dates.map { date in
        var date = date
        date.strength = min(date.strength, 0.5)
        return date
      }
    }
    let credit = bill.titles.credit
    if credit == .creditNote { candidates[.dueDate] = doubted(bill.dates.due) }
    if credit != nil, Set(bill.dates.issued.filter { $0.strength >= 0.7 }.map(\.value)).count > 1 {
      candidates[.date] = doubted(bill.dates.issued)
    }
    (candidates[.total], candidates[.net], candidates[.tax]) = (amounts.totals, amounts.nets, amounts.taxes)
    // A receipt number counts as an invoice number if the page names a buyer.
    let isAddressed = rows.contains { row in
      row.marks.contains { $0.label == .buyer && $0.similarity > 0.95 && $0.words.lowerBound == 0 && $0.letters > 5 }
    }
    let hasNumber = !head.shortTitles.isEmpty || numbers.contains { $0.strength >= Self.receiptNumber }
    // A title in a column of its own counts if the page also has an invoice's amounts.
    let isTitled = !head.shortTitles.isEmpty && !amounts.totals.isEmpty && !(amounts.nets + amounts.taxes).isEmpty
    // A letter has a reference, too, but no amounts.
    let hasAmounts = !(amounts.totals + amounts.nets + amounts.taxes).isEmpty
    let title =
      head.titleRow != nil
      ? 1
      : max(
        numbers.map(\.strength).filter { hasAmounts || $0 > Self.reference }.max() ?? 0,
        isAddressed && hasNumber && hasAmounts || isTitled || bill.titles.isDueBill ? 0.6 : 0)
    guard title >= 0.5 || candidates.values.contains(where: { $0.contains { $0.strength >= 0.7 } }) else { return nil }
    let merchant = (head.seller ?? bill.merchant?.field)?.value
    candidates[.seller] = bill.parties.sellers.map { seller in
      var seller = seller
      // Names that both readers choose only by their position aren't confirmed.
      seller.agreement = merchant.map { min(OtherReading.agreement(of: seller.value, with: $0), seller.agreement ?? 1) }
      return seller
    }
    candidates[.buyer] = bill.parties.buyers
    for found in TypedData(types: [.vat, .iban], masks: false).find(on: page) {
      // An account that will be debited is the buyer's.
      let isDebited = found.type == .iban && Self.isDebited(found.box, rows)
      let candidate = InvoicePage.Candidate(
        value: found.value, strength: isDebited ? 0.5 * found.confidence : found.confidence, words: found.confidence,
        box: found.box)
      candidates[found.type == .vat ? .vatId : .iban, default: []].append(candidate)
      // The number of a tax registration isn't the invoice's.
      if found.type == .vat { candidates[.number]?.removeAll { Self.isPart($0.value, of: found.value) } }
    }
    return InvoicePage(
      title: title, dayFirst: receipt.dates.order.isDayFirst,
      tellsOrder: receipt.dates.order.evidence >= .dates, isOrderGuessed: receipt.dates.order.evidence == .none,
      currency: receipt.currency, credit: credit,
      rounding: bill.amounts.rounding?.text, candidates: candidates)
  }
}

extension InvoicePageReader {
  // Returns whether a number is a tax number, perhaps without its country.
  private static func isPart(_ number: String, of taxNumber: String) -> Bool {
    let digits = number.filter { $0.isLetter || $0.isNumber }
    return digits.count > 7 && taxNumber.hasSuffix(digits)
  }

  private static let debits = Keyword.list("page.debit")

  private static func isDebited(_ account: Box, _ rows: [InvoiceRow]) -> Bool {
    rows.contains { row in
      row.row.box.y...row.row.box.maxY ~= account.middleY
        && debits.occur(in: row.row.folded, above: 0.93)
    }
  }
}

extension [Word] {
  /// The words of each column, separated by gaps of more than twice the height of the words.
  var columns: [[Word]] { pieces(apart: 2) }

  var box: Box { dropFirst().reduce(first?.box ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.box) } }
  /// The lowest confidence of the words, from 0 to 1, or 0 if there are none.
  var surest: Double { map(\.confidence).min() ?? 0 }
}
