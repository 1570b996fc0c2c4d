// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

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
