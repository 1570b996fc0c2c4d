// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout

/// Finds the sender of a letter, statement, or form. The sender follows a label such as "From", or is found in the same way as an invoice's seller.
struct SenderReader {
  let bill: BillPage
  /// Whether the page is a letter, form, or another kind that has a sender. On pages of books, the top row is a title, a heading, or a part of a
  /// sentence.
  let isOfKnownKind: Bool
  private var page: ReceiptPage { bill.page }

  /// The accuracy of each way to find a sender, measured by `Tests/Tools/measure/naming.py`.
  private enum Chance {
    static let labelled = 0.95
    static let party = 0.97
    static let partyOfUnknownKind = 0.7
    static let name = 0.6
  }

  private static let phones = Keyword.list("receipt.phone")

  // "From: Name   Telephone" is a row of labels, and the name of an authority is near that of its department.
  private static func isName(_ text: String) -> Bool {
    guard !text.contains("www."), !text.contains("@") else { return false }
    return InvoiceParties.isLegal(text)
      || !AboutWords.isDepartment(text) && !TitleReader.endsAsTitle(FoldedText(text))
        && !phones.occur(in: FoldedText(text), above: 0.93)
  }

  func read() -> AboutPage.Field? { labelled() ?? party() ?? (isOfKnownKind ? name() : nil) }

  private func labelled() -> AboutPage.Field? {
    for (index, row) in page.rows.enumerated() where page.position(index) < 0.5 {
      let words = row.row.words
      guard let first = words.first, words.count > 1, first.text.hasSuffix(":") || words[1].text == ":" else {
        continue
      }
      let label = FoldedText(first.text)
      guard AboutWords.senders.equal(label, above: 0.9)
      else { continue }
      let rest = Array(words.dropFirst(words[1].text == ":" ? 2 : 1).prefix(8))
      let name = MerchantReader.cleaned(joinedText(rest))
      guard name.letterCount > 1, Self.isName(name) else { continue }
      return AboutPage.Field(value: name, confidence: Chance.labelled * meanConfidence(rest), box: rest.box)
    }
    return nil
  }

  // Returns the name that would be the seller's if the page were an invoice, or `nil` if there is none: the line above the addressee, a name with a
  // legal form, or a name that matches a domain on the page.
  private func party() -> AboutPage.Field? {
    let sorted = bill.parties.sellers.filter { Self.isName($0.value) }.enumerated().sorted {
      ($0.element.strength, $1.offset) > ($1.element.strength, $0.offset)
    }
    guard let best = sorted.first?.element else { return nil }
    let other = sorted.dropFirst().first { $0.element.value != best.value }?.element.strength ?? 0
    let margin = min(max(best.strength - other, 0), 1)
    // The more the best name stands out from the others, the surer it is.
    let share = min(0.45 + 0.6 * best.strength + 0.6 * margin, 1)
    guard isOfKnownKind || best.value.first?.isLowercase != true else { return nil }
    let chance = isOfKnownKind || InvoiceParties.isLegal(best.value) ? Chance.party : Chance.partyOfUnknownKind
    return AboutPage.Field(value: best.value, confidence: chance * share * best.words, box: best.box)
  }

  // Returns the name at the top of the page, found like a shop's, or `nil`. Also works for languages in which the legal form comes first.
  private func name() -> AboutPage.Field? {
    guard let found = bill.merchant, let box = found.field.box else { return nil }
    // A document's own title and whole sentences aren't names.
    let text = FoldedText(found.field.value)
    let isTitle = AboutWords.titles.contains { titles in
      titles.words.contains { $0.count * 2 > text.count && $0.occurs(in: text, above: 0.93) }
    }
    guard !isTitle, Self.isName(found.field.value), !found.field.value.hasSuffix("."),
      found.field.value.split(separator: " ").count <= 8
    else {
      return nil
    }
    let evidence = found.field.evidence
    let chance = Chance.name + (evidence.place > 0 || evidence.confirmed > 0 ? 0.3 * evidence.keyword : 0)
    return AboutPage.Field(value: found.field.value, confidence: chance * evidence.words, box: box)
  }
}
