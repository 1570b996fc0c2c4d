// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanKeywords

/// The subject of a label on an invoice.
enum InvoiceLabel: String, CaseIterable, Sendable {
  case number, weakNumber, receiptNumber, otherNumber
  case invoiceDate, date, dueDate, otherDate
  case payable, total, inclusive, net, exclusive, plus, tax, carried, reduction, paid
  case seller, buyer, delivery, account, notName

  static let parties: Set<InvoiceLabel> = [.seller, .buyer, .delivery, .account]
}

enum InvoiceWords {
  static let table: [(label: InvoiceLabel, words: [Keyword])] = InvoiceLabel.allCases.map {
    ($0, Keyword.list("invoice.\($0.rawValue)"))
  }
}
