// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

// Reads a page both as a receipt and as a page of an invoice.
package struct BillReader: Sendable {
  private let receipts: ReceiptReader
  private let invoices: InvoicePageReader

  package init(currency: String?, dayFirst: Bool?) {
    receipts = ReceiptReader(currency: currency, dayFirst: dayFirst)
    invoices = InvoicePageReader(currency: currency, dayFirst: dayFirst)
  }

  package func read(_ page: RecognizedPage) -> (receipt: Receipt?, invoice: InvoicePage?) {
    let bill = BillPage(page, currency: receipts.currency, dayFirst: receipts.dayFirst)
    return (receipts.read(bill), invoices.read(page, bill))
  }
}

/// A page with what the readers of receipts, invoices, and kinds of documents find on it, each read at most once.
final class BillPage {
  let page: ReceiptPage
  private(set) lazy var rows = page.rows.map(InvoiceRow.init)
  private(set) lazy var head = InvoiceHead(page: page)
  private(set) lazy var titles = PaperTitles(page: page, head: head)
  private(set) lazy var numbers = InvoiceNumbers(page: page, rows: rows, head: head).candidates
  private(set) lazy var dates = InvoiceDates(page: page, rows: rows, titleRow: head.titleRow)
  private(set) lazy var amounts = InvoiceAmounts(page: page, rows: rows)
  private(set) lazy var parties = InvoiceParties(
    page: page, rows: rows, head: head, merchant: page.isPaidAtOnce ? merchant : nil)
  private(set) lazy var merchant = MerchantReader(page: page).read()

  init(_ page: ReceiptPage) { self.page = page }

  convenience init(_ page: RecognizedPage, currency: String?, dayFirst: Bool?) {
    self.init(ReceiptPage(page, currency: currency, dayFirst: dayFirst))
  }
}
