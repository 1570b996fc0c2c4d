// SPDX-License-Identifier: GPL-3.0-or-later

/// Typed data in a page's text, such as a telephone number or a date.
public struct Detection: ListedFinding {
  /// The kinds of typed data.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// A website address.
    case url
    /// An email address.
    case email
    /// A telephone number.
    case phone
    /// A date.
    case date
    /// A time of day.
    case time
    /// An amount of money.
    case money
    /// A postal address.
    case address
    /// A flight number.
    case flight
    /// A parcel tracking number.
    case tracking
    /// An international bank account number (ISO 13616).
    case iban
    /// A payment card number.
    case card
    /// An International Standard Book Number.
    case isbn
    /// A value-added tax identification number.
    case vat
  }

  /// The factor for the confidence of an ambiguous value, such as a date whose day and month may be swapped.
  package static let ambiguous = 0.6
  package static let mostOnPage = 4096
  /// The maximum length of a text or value, in bytes of UTF-8.
  package static let longestText = 2048

  /// The kind of data.
  public var type: Kind
  /// The text as it appears on the page.
  public var text: String
  /// The normalized value, such as an E.164 telephone number, an ISO 8601 date, a decimal number, an absolute URL, or digits without spaces.
  public var value: String
  /// The other value of a date or amount with two possible meanings, such as 03/04 or 1.234; otherwise `nil`.
  package var alternative: String?
  /// The ISO 4217 code of an amount of money, or `nil` for other data.
  public var currency: String?
  /// The probability, from 0 to 1, that the page contains this value.
  public var confidence: Double
  /// `true` if misread characters were corrected and a check digit, a numbering plan, or the data's grammar confirms the correction; otherwise `nil`.
  public var corrected: Bool?
  /// The box around the words, in pixels of the corrected page.
  public var box: Box
  /// The indices of the words among all words of the page in reading order, counting from 0.
  public var words: [Int]

  /// The description of the typed data in the page JSON.
  public static let description = FindingDescription(
    key: "detections",
    schema: JSONSchema.list(
      of: JSONSchema.object(
        "",
        [
          "type": JSONSchema.oneOf(Kind.allCases.map(\.rawValue)),
          "text": JSONSchema.text("The text as it appears on the page.", atMost: longestText),
          "value": JSONSchema.text(
            "The normalized value: E.164 for telephone numbers, ISO 8601 for dates and times, a decimal number for "
              + "money, an absolute URL, and other numbers without spaces. Card numbers and IBANs are masked unless the "
              + "stage has \"mask\": false.", atMost: longestText),
          "alternative?": JSONSchema.alternative,
          "currency?": JSONSchema.text("The ISO 4217 code of an amount of money.", atMost: 3),
          "confidence": JSONSchema.confidence("The probability that the page contains this value."),
          "corrected?": JSONSchema.value(
            "boolean",
            "true if misread characters were corrected because a check digit, a numbering plan, or a grammar proves it."
          ),
          "box": JSONSchema.reference("box"),
          "words": JSONSchema.list(
            of: JSONSchema.integer(
              "The index of a word among all words of the page in reading order, counting from 0."),
            atMost: longestText),
        ]),
      "Typed data in the text of the page. Absent without the detect stage.", atMost: mostOnPage))

  package init(
    type: Kind, text: String, value: String, alternative: String? = nil, currency: String? = nil, confidence: Double,
    corrected: Bool? = nil, box: Box, words: [Int]
  ) {
    (self.type, self.text, self.value) = (type, text, value)
    (self.alternative, self.currency) = (alternative, currency)
    (self.confidence, self.corrected, self.box, self.words) = (confidence, corrected, box, words)
  }
}

extension RecognizedPage {
  /// The typed data in the text, or `nil` if the `detect` stage didn't run.
  package var detections: [Detection]? { findings.get() }
}

extension JSONSchema {
  package static let alternative = text(
    "The other value of a date whose day and month can be swapped, or of a number such as 1.234: nothing in the document "
      + "decides which is right. Absent otherwise.", atMost: 64)
}
