// SPDX-License-Identifier: GPL-3.0-or-later
// Support: invoices from pages of text.

import DocScanCore
import DocScanUnderstanding

/// Returns the invoice on these pages, or `nil` if there is none.
func invoice(_ pages: String...) -> Invoice? {
  Invoice(
    pages: zip(1..., pages).compactMap { number, text in
      InvoicePageReader().read(ReceiptText.page(text)).map { (number, $0) }
    })
}
