// SPDX-License-Identifier: GPL-3.0-or-later

extension XMLInvoice {
  /// What the e-invoice said that an invoice is of; nil for one that was read on pages.
  package init?(_ invoice: Invoice) {
    guard let format = invoice.format else { return nil }
    self.init(file: format.file, syntax: format.syntax)
    (profile, kind) = (format.profile, format.kind)
    let fields: [(Field, Invoice.Field?)] = [
      (.number, invoice.number), (.date, invoice.date), (.dueDate, invoice.dueDate), (.total, invoice.total),
      (.net, invoice.net), (.tax, invoice.tax), (.payable, invoice.payable), (.seller, invoice.seller),
      (.buyer, invoice.buyer), (.iban, invoice.ibans.first), (.sellerVatId, invoice.sellerVatId),
      (.buyerVatId, invoice.buyerVatId),
    ]
    for (field, value) in fields { self[field] = value?.value }
    self[.currency] = invoice.currency
    ibans = invoice.ibans.map(\.value)
    payerIbans = invoice.payerIbans ?? []
    (taxes, lines) = (invoice.taxes ?? [], invoice.lines ?? [])
  }
}

extension Invoice {
  /// What an e-invoice says, with the places on its pages that show the same.
  package init(_ xml: XMLInvoice, pages: [Int], compared: CompareInvoiceRequest.Reply?) {
    self.init(currency: xml[.currency], pages: pages)
    (source, format) = (.xml, Format(file: xml.file, syntax: xml.syntax, profile: xml.profile, kind: xml.kind))
    func field(_ name: XMLInvoice.Field, isAmount: Bool = false) -> Field? {
      xml[name].map { value in
        let place = compared?.places[name.rawValue]
        return Field(
          value: value, currency: isAmount ? xml[.currency] : nil, confidence: 1, page: place?.page, box: place?.box)
      }
    }
    (number, date, dueDate) = (field(.number), field(.date), field(.dueDate))
    (total, net) = (field(.total, isAmount: true), field(.net, isAmount: true))
    (tax, payable) = (field(.tax, isAmount: true), field(.payable, isAmount: true))
    (seller, buyer) = (field(.seller), field(.buyer))
    (sellerVatId, buyerVatId) = (field(.sellerVatId), field(.buyerVatId))
    vatIds = [sellerVatId, buyerVatId].compactMap(\.self)
    payerIbans = xml.payerIbans.isEmpty ? nil : xml.payerIbans
    ibans = xml.ibans.map { account in
      let place = account == xml[.iban] ? compared?.places[XMLInvoice.Field.iban.rawValue] : nil
      return Field(value: account, confidence: 1, page: place?.page, box: place?.box)
    }
    (taxes, lines) = (xml.taxes, xml.lines)
    // The sentences are made anew: what a worker says of them does not count.
    differences = compared?.differences.map {
      InvoiceDifference(
        $0.field, against: $0.against, xml: $0.xml, other: $0.other, page: $0.page, box: $0.box, file: $0.file)
    }
  }
}
