// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanTypedData

/// Reads a page's kind, sender, title, and date. Runs the receipt and invoice readers itself if no earlier stage has run them.
package struct AboutReader: Sendable {
  private let dayFirst: Bool?

  package init(dayFirst: Bool? = nil) { self.dayFirst = dayFirst }

  package func read(_ page: RecognizedPage) -> AboutPage? {
    guard !page.words.isEmpty else { return nil }
    let bill = BillPage(page, currency: nil, dayFirst: dayFirst)
    let (rows, kinds) = (bill.page, kinds(of: page, bill))
    let (kind, receipt, invoice) = (kinds.read(), kinds.receipt, kinds.invoice)
    let sender = sender(bill, kind.value, receipt, invoice)
    let date = date(of: page, rows, kind, receipt, invoice)
    let title = TitleReader(
      page: page, rows: rows.rows, height: rows.height, position: rows.position, sender: sender,
      date: date?.box
    ).read()
    var about = AboutPage(kind: kind, sender: sender, title: title, date: date)
    let order = rows.dates.order
    if order.evidence >= .dates { about.tellsOrder = true }
    if about.tellsOrder == true || about.date?.alternative != nil { about.dayFirst = order.isDayFirst }
    return about
  }

  /// Returns the kind of a page, with the features for its probability, for fitting.
  package func evidence(on page: RecognizedPage) -> (kind: AboutPage.Kind, features: [Double]) {
    kinds(of: page, BillPage(page, currency: nil, dayFirst: dayFirst)).evidence()
  }

  private func kinds(of page: RecognizedPage, _ bill: BillPage) -> KindReader {
    let known: InvoicePage? = page.findings.get()
    let form: [FormField]? = page.findings.get()
    let found = known ?? InvoicePageReader(dayFirst: dayFirst).read(page, bill)
    return KindReader(
      page: bill.page, receipt: page.receipt ?? ReceiptReader().read(bill), invoicePage: found,
      invoice: found.flatMap { Invoice(pages: [(1, $0)]) }, formFields: form?.count ?? 0)
  }

  private func sender(
    _ bill: BillPage, _ kind: AboutPage.Kind, _ receipt: Receipt?, _ invoice: Invoice?
  ) -> AboutPage.Field? {
    if kind == .receipt, let merchant = receipt?.merchant, let box = merchant.box {
      return AboutPage.Field(value: merchant.value, confidence: merchant.confidence, box: box)
    }
    if kind == .invoice, let seller = invoice?.seller, let box = seller.box {
      return AboutPage.Field(value: seller.value, confidence: seller.confidence, box: box)
    }
    return SenderReader(bill: bill, isOfKnownKind: kind != .other).read()
  }

  private func date(
    of page: RecognizedPage, _ rows: ReceiptPage, _ kind: AboutPage.KindField, _ receipt: Receipt?, _ invoice: Invoice?
  ) -> AboutPage.Field? {
    func own() -> AboutPage.Field? {
      DayReader(
        page: page, dayFirst: dayFirst, rows: rows.rows, position: rows.position, dated: rows.dated, kind: kind.value
      ).read()
    }
    if kind.value == .receipt, let day = receipt?.date, let box = day.box {
      // The date of a receipt may be another one if the page is none.
      let other = kind.confidence < Self.sure ? own().flatMap { $0.value == day.value ? nil : $0 } : nil
      let isDoubtful = other.map { $0.confidence >= Self.sure } ?? false
      return AboutPage.Field(
        value: day.value, alternative: day.alternative,
        confidence: day.confidence * (isDoubtful ? kind.confidence : 1), box: box)
    }
    if kind.value == .invoice, let day = invoice?.date, let box = day.box {
      return AboutPage.Field(
        value: day.value, alternative: day.alternative, confidence: day.confidence, box: box)
    }
    return own()
  }

  private static let sure = 0.85
}
