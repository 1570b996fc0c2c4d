// SPDX-License-Identifier: GPL-3.0-or-later

/// What one page says of the invoice that it may be part of; `Invoice` puts the pages of a document together.
package struct InvoicePage: Finding {
  /// Something that may be a field of the invoice.
  package struct Candidate: Codable, Hashable, Sendable {
    /// The normalized value: an amount as a decimal with a dot, a day as ISO 8601.
    package var value: String
    /// The day with day and month the other way round; nil where the digits allow one order only.
    package var swapped: String?
    /// How much speaks for it on this page, 0 to 1.
    package var strength: Double
    /// The least confidence of its words.
    package var words: Double
    /// Where it is, in pixels of the corrected page.
    package var box: Box

    /// A candidate with what speaks for it.
    package init(value: String, swapped: String? = nil, strength: Double, words: Double, box: Box) {
      (self.value, self.swapped, self.box) = (value, swapped, box.rounded)
      (self.strength, self.words) = (min(max(strength, 0), 1).rounded(toPlaces: 3), words.rounded(toPlaces: 3))
    }
  }

  /// The fields of an invoice.
  package enum Field: String, Codable, CaseIterable, Sendable {
    /// Its number, its day and the day until which it is to be paid.
    case number, date, dueDate
    /// What is to be paid, the same without taxes, and the taxes.
    case total, net, tax
    /// Who sends it, and who gets it.
    case seller, buyer
    /// VAT numbers and bank accounts on it.
    case vatId, iban
  }

  /// How surely the page names itself an invoice, 0 to 1.
  package var title: Double
  /// Whether 03/04 was read as the third of April.
  package var dayFirst: Bool
  /// Whether the page's own dates tell that, one of them having a number above 12.
  package var tellsOrder: Bool
  /// The ISO 4217 code; nil where nothing tells.
  package var currency: String?
  /// What the page has for each field, the strongest first.
  package var candidates: [String: [Candidate]]

  /// Weaker ones of a field are left out.
  package static let mostCandidates = 5

  /// What a page says; candidates are sorted and the weaker ones are left out.
  package init(title: Double, dayFirst: Bool, tellsOrder: Bool, currency: String?, candidates: [Field: [Candidate]]) {
    (self.title, self.currency) = (min(max(title, 0), 1).rounded(toPlaces: 3), currency)
    (self.dayFirst, self.tellsOrder) = (dayFirst, tellsOrder)
    self.candidates = candidates.reduce(into: [:]) { all, entry in
      var seen: Set<String> = []
      let sorted = entry.value.enumerated().sorted {
        ($0.element.strength, $1.offset) > ($1.element.strength, $0.offset)
      }
      let kept = sorted.map(\.element).filter { seen.insert($0.value).inserted }.prefix(Self.mostCandidates)
      if !kept.isEmpty { all[entry.key.rawValue] = Array(kept) }
    }
  }

  /// The candidates for a field, the strongest first.
  package subscript(field: Field) -> [Candidate] { candidates[field.rawValue] ?? [] }

  package static let description = FindingDescription(
    key: "invoicePage",
    schema: JSONSchema.object(
      "What this page says of the invoice that it may be part of: the document's own JSON has the invoice. Absent without "
        + "the receipt stage, and where the page says nothing of the kind.",
      [
        "title": JSONSchema.confidence("How surely the page names itself an invoice."),
        "dayFirst": JSONSchema.value("boolean", "Whether 03/04 was read as the third of April."),
        "tellsOrder": JSONSchema.value("boolean", "Whether the page's own dates tell that: one has a number above 12."),
        "currency?": JSONSchema.text("The ISO 4217 code.", atMost: 16),
        "candidates": JSONSchema.object(
          "What may be a field of the invoice, the strongest first.",
          Dictionary(uniqueKeysWithValues: Field.allCases.map { ($0.rawValue + "?", list) })),
      ]))

  private static let list = JSONSchema.list(
    of: JSONSchema.object(
      "",
      [
        "value": JSONSchema.text(
          "The normalized value: a decimal with a dot for an amount, YYYY-MM-DD for a day.", atMost: 1024),
        "swapped?": JSONSchema.text(
          "The day with day and month the other way round, if both are possible.", atMost: 32),
        "strength": JSONSchema.confidence("How much on this page supports it."),
        "words": JSONSchema.confidence("The lowest confidence of its words."), "box": JSONSchema.reference("box"),
      ]), atMost: mostCandidates)
}
