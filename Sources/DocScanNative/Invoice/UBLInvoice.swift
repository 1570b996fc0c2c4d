// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Reads OASIS UBL 2.1 invoices and credit notes: XRechnung and Peppol.
enum UBLInvoice {
  static func read(_ root: XMLElement, file: String) -> XMLInvoice {
    var invoice = XMLInvoice(file: file, syntax: .ubl)
    let code = (root["InvoiceTypeCode"] ?? root["CreditNoteTypeCode"])?.line
    if root.name == "CreditNote" || code == "381" { invoice.kind = .creditNote }
    invoice.profile = root["CustomizationID"]?.name()
    invoice[.number] = root["ID"]?.value
    invoice[.date] = root["IssueDate"]?.day
    let means = root.all("PaymentMeans")
    invoice[.dueDate] = (root["DueDate"] ?? means.lazy.compactMap { $0["PaymentDueDate"] }.first)?.day
    invoice[.currency] = root["DocumentCurrencyCode"]?.currencyCode
    (invoice[.seller], invoice[.sellerVatId]) = party(root["AccountingSupplierParty", "Party"])
    (invoice[.buyer], invoice[.buyerVatId]) = party(root["AccountingCustomerParty", "Party"])
    invoice.ibans = means.compactMap { $0["PayeeFinancialAccount", "ID"]?.account }
      .once(atMost: XMLInvoice.mostAccounts)
    invoice.payerIbans = means.compactMap { $0["PaymentMandate", "PayerFinancialAccount", "ID"]?.account }
      .once(atMost: XMLInvoice.mostAccounts)
    // Taxes may be repeated in the tax office's currency.
    let totals = root.all("TaxTotal")
    let own = totals.first {
      $0["TaxAmount"]?.attributes["currencyID"].map { $0 == invoice[.currency] } ?? true
    }
    invoice[.tax] = (own ?? totals.first)?["TaxAmount"]?.amount
    invoice.taxes = (own?.all("TaxSubtotal") ?? []).prefix(XMLInvoice.mostTaxes).compactMap { tax in
      tax["TaxAmount"]?.amount.map {
        XMLInvoice.Tax(
          rate: tax["TaxCategory", "Percent"]?.number, net: tax["TaxableAmount"]?.amount, amount: $0)
      }
    }
    let sums = root["LegalMonetaryTotal"]
    invoice[.net] = sums?["TaxExclusiveAmount"]?.amount
    invoice[.total] = sums?["TaxInclusiveAmount"]?.amount
    invoice[.payable] = sums?["PayableAmount"]?.amount
    let lines = root.children.filter { ["InvoiceLine", "CreditNoteLine"].contains($0.name) }
    invoice.lines = lines.prefix(XMLInvoice.mostLines).map(line)
    return invoice
  }

  private static func party(_ party: XMLElement?) -> (name: String?, vatId: String?) {
    let legal = party?["PartyLegalEntity", "RegistrationName"]?.name()
    let vat = party?.all("PartyTaxScheme").first { $0["TaxScheme", "ID"]?.line?.uppercased() == "VAT" }
    return (
      legal ?? party?["PartyName", "Name"]?.name(), vat?["CompanyID"]?.value?.filter { !$0.isWhitespace }
    )
  }

  private static func line(_ item: XMLElement) -> XMLInvoice.Line {
    var line = XMLInvoice.Line()
    line.number = item["ID"]?.value
    line.description = item["Item", "Name"]?.name()
    let quantity = item["InvoicedQuantity"] ?? item["CreditedQuantity"]
    line.quantity = quantity?.number
    line.unit = quantity?.attributes["unitCode"].flatMap { $0.utf8.count <= 8 ? $0 : nil }
    line.unitPrice = item["Price", "PriceAmount"]?.amount
    line.amount = item["LineExtensionAmount"]?.amount
    line.taxRate = item["Item", "ClassifiedTaxCategory", "Percent"]?.number
    return line
  }
}
