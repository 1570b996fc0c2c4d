// SPDX-License-Identifier: GPL-3.0-or-later

/// What is known of a document for its name: each field with how surely it is right.
package struct NameValues: Hashable, Sendable {
  /// A field of the name.
  package struct Value: Hashable, Sendable {
    /// What is written.
    package var text: String
    /// The probability that it is right, 0 to 1.
    package var confidence: Double

    /// A value.
    package init(_ text: String, confidence: Double) { (self.text, self.confidence) = (text, confidence) }
  }

  /// The fields that were found.
  package var fields: [NameTemplate.Field: Value] = [:]
  /// Why there is no field of receipts, as the end of a sentence; nil where that is not so.
  package var obstacle: String?

  /// The receipts of a document.
  package struct Receipts: Hashable, Sendable {
    /// How many there are.
    package var count: Int
    /// The first one.
    package var first: Receipt?

    /// Receipts, of which only the first one is known.
    package init(count: Int, first: Receipt?) { (self.count, self.first) = (count, first) }
  }

  /// Nothing but the input's name, and the folder that it was in.
  package init(input: String) {
    fields[.input] = Value(fileName(input), confidence: 1)
    fields[.folder] = Value(foldersAbove(input).last ?? "", confidence: 1)
  }

  /// Takes what was found over the pages of a document.
  ///
  /// An invoice and a receipt may both be read on a page: where they say the same, each proves the other.
  package mutating func take(about: About?, invoice: Invoice?, receipts: Receipts) {
    fields[.kind] = about.map { Value($0.kind.value.rawValue, confidence: $0.kind.confidence) }
    fields[.title] = about?.title.map { Value($0.value, confidence: $0.confidence) }
    fields[.sender] = about?.sender.map { Value($0.value, confidence: $0.confidence) }
    fields[.date] = about?.date.map { Value($0.value, confidence: $0.confidence) }
    let isInvoice = invoice.map { $0.source != nil || about?.kind.value != .receipt } ?? false
    if isInvoice, let invoice {
      take(
        merchant: invoice.seller.map(Value.init), date: invoice.date.map(Value.init),
        total: invoice.total.map(Value.init), number: invoice.number.map(Value.init))
      fields[.currency] = (invoice.total?.currency ?? invoice.currency).map { Value($0, confidence: 0.95) }
    } else if receipts.count == 1, let receipt = receipts.first {
      take(
        merchant: receipt.merchant.map(Value.init), date: receipt.date.map(Value.init),
        total: receipt.total.map(Value.init), number: receipt.number.map(Value.init))
      fields[.currency] = (receipt.total?.currency ?? receipt.currency).map { Value($0, confidence: 0.95) }
    } else if receipts.count > 1 {
      obstacle = "it has \(receipts.count) receipts"
    }
  }

  private mutating func take(merchant: Value?, date: Value?, total: Value?, number: Value?) {
    fields[.merchant] = merchant
    if let date { fields[.date] = date }
    (fields[.total], fields[.number]) = (total, number)
  }
}

extension NameValues.Value {
  fileprivate init(_ field: Invoice.Field) { self.init(field.value, confidence: field.confidence) }
  fileprivate init(_ field: Receipt.Field) { self.init(field.value, confidence: field.confidence) }
}
