// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore

/// The facts by which users recognize a document, found by the stages `about` and `receipt`. A fact is `nil` if it's unknown.
package struct DocumentFacts: Hashable, Sendable {
  /// A date as YYYY-MM-DD. It isn't ambiguous, and as certain as in the ledger.
  package var date: String?
  /// The sender, seller, or merchant.
  package var sender: String?
  package var kind: String?
  /// The total as a decimal number, and its currency.
  package var total: String?
  package var currency: String?

  // As in the ledger, a credit note is a kind of its own.
  package static let kinds = AboutPage.Kind.allCases.map(\.rawValue) + [creditNote]
  private static let creditNote = LedgerEntry.Kind.creditNote.rawValue

  /// Takes the facts of a record. `receipt` is the receipt on the document's first page, or `nil` if there is none.
  package init(_ record: DocumentRecord, receipt: Receipt?) {
    let (about, invoice) = (record.about, record.invoice)
    let page = receipt
    let receipt = invoice == nil ? receipt : nil
    let own = invoice?.pages.first == record.pages.first?.number ? page : nil
    let other = invoice.map { $0.kind(besides: own) ?? .invoice } ?? (receipt?.total == nil ? nil : .receipt)
    let isCredit = invoice.map { ($0.format?.kind).map { $0 == .creditNote } ?? ($0.credit == .creditNote) } ?? false
    kind = record.kind?.rawValue ?? (isCredit ? Self.creditNote : (about?.kind.value ?? other)?.rawValue)
    func value(_ found: (String, String?, Double)?, _ least: Double) -> String? {
      found.flatMap { $0.1 == nil && $0.2 >= least ? $0.0 : nil }
    }
    // As in the ledger, the receipt on the page of an invoice may have the more certain values.
    let isOnPage = (invoice?.pages.count ?? 1) == 1
    let day = isOnPage ? page?.date : nil
    let isOfBoth =
      day.map { [nil, $0.value].contains(invoice?.date?.value) && $0.value != invoice?.dueDate?.value } ?? false
    let days = [
      invoice?.date.map { ($0.value, $0.alternative, $0.confidence) },
      isOfBoth ? day.map { ($0.value, $0.alternative, $0.confidence) } : nil,
      about?.date.map { ($0.value, $0.alternative, $0.confidence) },
    ]
    date = days.lazy.compactMap { value($0, LedgerEntry.sure) }.first.map { String($0.prefix(10)) }
    let senders = [
      invoice?.seller.map { ($0.value, $0.alternative, $0.confidence) },
      receipt?.merchant.map { ($0.value, $0.alternative, $0.confidence) },
      about?.sender.map { ($0.value, $0.alternative, $0.confidence) },
    ]
    sender = senders.lazy.compactMap { value($0, LedgerEntry.sureMerchant) }.first
    let onPage = page?.total.flatMap { isOnPage && [nil, $0.value].contains(invoice?.total?.value) ? $0 : nil }
    let amounts = [
      invoice?.total.map { ($0.value, $0.currency ?? invoice?.currency, $0.confidence) },
      onPage.map { ($0.value, $0.currency ?? page?.currency ?? invoice?.currency, $0.confidence) },
    ].compactMap(\.self)
    let amount = amounts.max { $0.2 < $1.2 }
    // A total isn't known if the XML and the page of an e-invoice state it differently, or if other amounts contradict it.
    let isContradicted = invoice?.openDifferences.isEmpty == false
    let failsSums =
      invoice.map { NetAndTax($0).contradictsTotal } == true || isOnPage && page?.checks.contains { !$0.holds } == true
    let least = failsSums ? LedgerEntry.sureAgainstSums : LedgerEntry.sure
    if let (total, currency, confidence) = amount, confidence >= least, !isContradicted {
      (self.total, self.currency) = (total, currency)
    }
  }

  /// Takes the facts of a published document, from its record if that is sufficient, otherwise also from its first page.
  package init(_ document: StoredDocument) {
    let record = document.record
    let isSure =
      record.invoice.map { invoice in
        invoice.pages.count > 1
          || [invoice.total, invoice.date].allSatisfy { $0?.confidence ?? 0 >= LedgerEntry.sure }
      } ?? false
    let page = isSure && record.about != nil ? nil : record.pages.first
    self.init(record, receipt: page.flatMap { document.page($0, mentioning: Receipt.description.key)?.receipt })
  }
}
