// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Reads UN/CEFACT invoices: CII D16B of Factur-X, ZUGFeRD 2 and XRechnung, and ZUGFeRD 1 documents.
enum CIIInvoice {
  /// The codes of credit notes in UNTDID 1001.
  private static let creditNotes: Set<String> = ["381", "396", "532", "261", "262", "296", "308", "420", "458"]

  static func read(_ root: XMLElement, file: String) -> XMLInvoice {
    let isFirst = root.name == "CrossIndustryDocument"
    var invoice = XMLInvoice(file: file, syntax: isFirst ? .zugferd1 : .cii)
    let context = root["ExchangedDocumentContext"] ?? root["SpecifiedExchangedDocumentContext"]
    invoice.profile = context?["GuidelineSpecifiedDocumentContextParameter", "ID"]?.name()
    let head = root["ExchangedDocument"] ?? root["HeaderExchangedDocument"]
    invoice[.number] = head?["ID"]?.value
    invoice[.date] = head?["IssueDateTime"].flatMap(day)
    if let code = head?["TypeCode"]?.line, creditNotes.contains(code) { invoice.kind = .creditNote }
    guard let deal = root["SupplyChainTradeTransaction"] ?? root["SpecifiedSupplyChainTradeTransaction"] else {
      return invoice
    }
    let agreement = deal["ApplicableHeaderTradeAgreement"] ?? deal["ApplicableSupplyChainTradeAgreement"]
    (invoice[.seller], invoice[.sellerVatId]) = party(agreement?["SellerTradeParty"])
    (invoice[.buyer], invoice[.buyerVatId]) = party(agreement?["BuyerTradeParty"])
    if let settlement = deal["ApplicableHeaderTradeSettlement"] ?? deal["ApplicableSupplyChainTradeSettlement"] {
      settle(settlement, into: &invoice)
    }
    invoice.lines = deal.all("IncludedSupplyChainTradeLineItem").prefix(XMLInvoice.mostLines).map(line)
    return invoice
  }

  private static func day(_ element: XMLElement) -> String? {
    (element["DateTimeString"] ?? element["DateString"] ?? element["DateTime"] ?? element).day
  }

  private static func party(_ element: XMLElement?) -> (name: String?, vatId: String?) {
    let registrations = element?.all("SpecifiedTaxRegistration").compactMap { $0["ID"] } ?? []
    let vat = registrations.first { ["VA", "VAT"].contains($0.attributes["schemeID"] ?? "") }
    return (element?["Name"]?.name(), vat?.value?.filter { !$0.isWhitespace })
  }

  private static func settle(_ settlement: XMLElement, into invoice: inout XMLInvoice) {
    invoice[.currency] = settlement["InvoiceCurrencyCode"]?.currencyCode
    let means = settlement.all("SpecifiedTradeSettlementPaymentMeans")
    invoice.ibans = means.compactMap { $0["PayeePartyCreditorFinancialAccount", "IBANID"]?.account }
      .once(atMost: XMLInvoice.mostAccounts)
    invoice.payerIbans = means.compactMap { $0["PayerPartyDebtorFinancialAccount", "IBANID"]?.account }
      .once(atMost: XMLInvoice.mostAccounts)
    invoice.taxes = settlement.all("ApplicableTradeTax").prefix(XMLInvoice.mostTaxes).compactMap { tax in
      let rate = tax["RateApplicablePercent"] ?? tax["ApplicablePercent"]
      return tax["CalculatedAmount"]?.amount.map {
        XMLInvoice.Tax(rate: rate?.number, net: tax["BasisAmount"]?.amount, amount: $0)
      }
    }
    let terms = settlement.all("SpecifiedTradePaymentTerms")
    invoice[.dueDate] = terms.lazy.compactMap { $0["DueDateDateTime"].flatMap(day) }.first
    guard
      let sums = settlement["SpecifiedTradeSettlementHeaderMonetarySummation"]
        ?? settlement["SpecifiedTradeSettlementMonetarySummation"]
    else { return }
    invoice[.net] = sums["TaxBasisTotalAmount"]?.amount
    // Taxes may be repeated in the tax office's currency.
    let taxes = sums.all("TaxTotalAmount")
    let own = taxes.first { $0.attributes["currencyID"].map { $0 == invoice[.currency] } ?? true }
    invoice[.tax] = (own ?? taxes.first)?.amount
    invoice[.total] = sums["GrandTotalAmount"]?.amount
    invoice[.payable] = sums["DuePayableAmount"]?.amount
  }

  private static func line(_ item: XMLElement) -> XMLInvoice.Line {
    var line = XMLInvoice.Line()
    line.number = item["AssociatedDocumentLineDocument", "LineID"]?.value
    line.description = item["SpecifiedTradeProduct", "Name"]?.name()
    let agreement = item["SpecifiedLineTradeAgreement"] ?? item["SpecifiedSupplyChainTradeAgreement"]
    line.unitPrice = agreement?["NetPriceProductTradePrice", "ChargeAmount"]?.amount
    let delivery = item["SpecifiedLineTradeDelivery"] ?? item["SpecifiedSupplyChainTradeDelivery"]
    line.quantity = delivery?["BilledQuantity"]?.number
    line.unit = delivery?["BilledQuantity"]?.attributes["unitCode"].flatMap { $0.utf8.count <= 8 ? $0 : nil }
    let settlement = item["SpecifiedLineTradeSettlement"] ?? item["SpecifiedSupplyChainTradeSettlement"]
    let tax = settlement?["ApplicableTradeTax"]
    line.taxRate = (tax?["RateApplicablePercent"] ?? tax?["ApplicablePercent"])?.number
    let sums =
      settlement?["SpecifiedTradeSettlementLineMonetarySummation"]
      ?? settlement?["SpecifiedTradeSettlementMonetarySummation"]
    line.amount = sums?["LineTotalAmount"]?.amount
    return line
  }
}
