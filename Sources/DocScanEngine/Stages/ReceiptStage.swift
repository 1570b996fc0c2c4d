// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanUnderstanding

/// Reads the fields of receipts.
package final class ReceiptStage: TextStage {
  private static let currency = Setting(
    "currency", default: String?.none,
    help: "The ISO 4217 code that amounts are in, such as \"EUR\"; null: the currency on the receipt.")
  private static let dayFirst = PageSettings.dayFirst()

  package static let description = ComponentDescription(
    name: "receipt",
    abstract:
      "Reads receipts: merchant, address, date, items, taxes, total, payment; the text file has them row by row.",
    settings: [currency.erased, dayFirst.erased], order: order, finding: Receipt.description,
    also: [InvoicePage.description])

  private let reader: BillReader

  package init(settings: ResolvedSettings) throws(PipelineError) {
    reader = BillReader(currency: settings[Self.currency], dayFirst: settings[Self.dayFirst])
  }

  package func look(at page: RecognizedPage) throws(PageFailure) -> (any Finding)? { reader.read(page).receipt }

  package func findings(on page: RecognizedPage) throws(PageFailure) -> [any Finding] {
    let (receipt, invoice) = reader.read(page)
    return [receipt, invoice].compactMap { (finding: (any Finding)?) in finding }
  }
}
