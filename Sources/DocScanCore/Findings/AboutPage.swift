// SPDX-License-Identifier: GPL-3.0-or-later

/// What one page says of the document that it is in; `About` puts the pages of a document together.
package struct AboutPage: Finding {
  /// What kind of document a page is of.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// Somebody writes to somebody.
    case letter
    /// Something is to be paid.
    case invoice
    /// Something was paid.
    case receipt
    /// What happened on an account.
    case statement
    /// What parties agreed on.
    case contract
    /// Something to fill in.
    case form
    /// None of these.
    case other
  }

  /// The kind of document, and how surely it is that.
  package struct KindField: Codable, Hashable, Sendable {
    /// The kind.
    package var value: Kind
    /// The probability that this is right, 0 to 1.
    package var confidence: Double

    /// A kind of document.
    package init(value: Kind, confidence: Double) {
      (self.value, self.confidence) = (value, min(max(confidence, 0), 1).rounded(toPlaces: 3))
    }
  }

  /// Something that the page says of its document.
  package struct Field: Codable, Hashable, Sendable {
    /// The value: a name, a title, or a day as ISO 8601.
    package var value: String
    /// The probability that this is right, 0 to 1.
    package var confidence: Double
    /// Where it is, in pixels of the corrected page.
    package var box: Box

    /// A field; a long value is cut.
    package init(value: String, confidence: Double, box: Box) {
      self.value = value.prefix(scalars: AboutPage.longestValue)
      (self.confidence, self.box) = (min(max(confidence, 0), 1).rounded(toPlaces: 3), box.rounded)
    }
  }

  /// The kind of the document that the page is in.
  package var kind: KindField
  /// Who sends it; nil where the page does not say, as with all others.
  package var sender: Field?
  /// What it is about: its subject or its heading.
  package var title: Field?
  /// The day that it bears.
  package var date: Field?

  /// Longer names and titles are cut, in characters.
  package static let longestValue = 200

  /// What a page says.
  package init(kind: KindField, sender: Field? = nil, title: Field? = nil, date: Field? = nil) {
    (self.kind, self.sender, self.title, self.date) = (kind, sender, title, date)
  }

  package static let description = FindingDescription(
    key: "about",
    schema: JSONSchema.object(
      "What this page says of the document that it is in: the document's own JSON has it for all pages. Absent without the "
        + "about stage, and on pages without text.",
      [
        "kind": JSONSchema.object(
          "The kind of document.",
          [
            "value": JSONSchema.oneOf(Kind.allCases.map(\.rawValue)),
            "confidence": JSONSchema.confidence("The probability that this is right."),
          ]),
        "sender?": field("Who sends it."), "title?": field("Its subject, or its heading."),
        "date?": field("The day that it bears: YYYY-MM-DD."),
      ]))

  private static func field(_ description: String) -> JSONValue {
    JSONSchema.object(
      description,
      [
        "value": JSONSchema.text("The normalized value.", atMost: 1024),
        "confidence": JSONSchema.confidence("The probability that this is right."),
        "box": JSONSchema.reference("box"),
      ])
  }
}

extension RecognizedPage {
  /// What the page says of its document; nil when the pipeline did not look, and where there is no text.
  package var about: AboutPage? { findings.get() }
}
