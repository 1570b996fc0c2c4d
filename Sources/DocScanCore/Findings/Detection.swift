// SPDX-License-Identifier: GPL-3.0-or-later

/// A piece of typed data in a page's text, such as a telephone number or a date.
public struct Detection: ListedFinding {
  /// What kind of data it is.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// An address of a website.
    case url
    /// An address for mail.
    case email
    /// A telephone number.
    case phone
    /// A day.
    case date
    /// A time of day.
    case time
    /// An amount of money.
    case money
    /// A postal address.
    case address
    /// The number of a flight.
    case flight
    /// The number of a parcel.
    case tracking
    /// An international bank account number (ISO 13616).
    case iban
    /// The number of a payment card.
    case card
    /// The number of a book.
    case isbn
    /// A number for value added tax.
    case vat
  }

  /// A page with more is not believed.
  package static let mostOnPage = 4096
  /// In bytes of UTF-8.
  package static let longestText = 2048

  /// What kind of data it is.
  public var type: Kind
  /// The text on the page, as it was read.
  public var text: String
  /// The normalized data: E.164, ISO 8601, a decimal with a dot, an absolute URL, digits without spaces.
  public var value: String
  /// The ISO 4217 code of an amount of money; nil for all else.
  public var currency: String?
  /// The probability that the page says this, 0 to 1.
  public var confidence: Double
  /// Whether characters were misread and corrected, because a check digit, a numbering plan or a grammar proves it; nil if not.
  public var corrected: Bool?
  /// Around its words.
  public var box: Box
  /// The numbers of its words among all words of the page in reading order, from 0.
  public var words: [Int]

  public static let description = FindingDescription(
    key: "detections",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "type": JSONSchema.oneOf(Kind.allCases.map(\.rawValue)),
          "text": JSONSchema.text("The text on the page, as it was read.", atMost: longestText),
          "value": JSONSchema.text(
            "The normalized value: E.164 for telephone numbers, ISO 8601 for dates and times, a decimal with a dot for money, "
              + "an absolute URL; other numbers without spaces. Card numbers and IBANs are masked unless the stage has "
              + "\"mask\": false.", atMost: longestText),
          "currency?": JSONSchema.text("The ISO 4217 code of an amount of money.", atMost: 3),
          "confidence": JSONSchema.confidence("The probability that the page says this."),
          "corrected?": JSONSchema.value(
            "boolean",
            "true if characters were misread and corrected, because a check digit, a numbering plan or a grammar proves it."
          ),
          "box": JSONSchema.reference("box"),
          "words": JSONSchema.list(
            of: JSONSchema.integer("A word's number among all words of the page in reading order, from 0."),
            atMost: longestText),
        ]),
      "Typed data in the text of the page; absent without the detect stage.", atMost: mostOnPage))

  /// A piece of data, with its place in pixels of the corrected page.
  package init(
    type: Kind, text: String, value: String, currency: String? = nil, confidence: Double, corrected: Bool? = nil,
    box: Box, words: [Int]
  ) {
    (self.type, self.text, self.value, self.currency) = (type, text, value, currency)
    (self.confidence, self.corrected, self.box, self.words) = (confidence, corrected, box, words)
  }
}

extension RecognizedPage {
  /// The typed data in the text; nil when the pipeline did not look.
  package var detections: [Detection]? { findings.get() }
}
