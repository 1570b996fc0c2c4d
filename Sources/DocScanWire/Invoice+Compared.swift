// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

extension Invoice {
  package init(_ xml: XMLInvoice, pages: [Int], compared: CompareInvoiceRequest.Reply?, printed: Invoice? = nil) {
    self.init(currency: xml[.currency], pages: pages)
    (source, format) = (.xml, Format(xml))
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
    // The lowest profiles of e-invoices have no account. Only the XML's own has the confidence 1.
    if ibans.isEmpty, payerIbans == nil, let printed {
      ibans = printed.ibans.map {
        Field(value: $0.value, confidence: min($0.confidence, 0.99), page: $0.page, box: $0.box)
      }
    }
    (taxes, lines) = (xml.taxes, xml.lines)
    // A worker's text is untrusted, so the sentences are generated again.
    differences = compared?.differences.map {
      InvoiceDifference(
        $0.field, against: $0.against, xml: $0.xml, other: $0.other, page: $0.page, box: $0.box, file: $0.file)
    }
  }
}
