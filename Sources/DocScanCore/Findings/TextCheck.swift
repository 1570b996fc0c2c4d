// SPDX-License-Identifier: GPL-3.0-or-later

/// The result of comparing the text that a PDF page already had with the picture of the page.
package struct TextCheck: Finding {
  /// The kinds of evidence against the text.
  package enum Sign: String, Codable, CaseIterable, Sendable {
    case unmapped
    case encoding
    case language
    case reading
    case place
    case missing
    case doubled
    case spaced
  }

  /// The measurements from which the probability is calculated, from 0 to 1. A measurement is `nil` if it couldn't be made on the page.
  package struct Evidence: Codable, Hashable, Sendable {
    package var unmapped = 0.0
    /// The share of the characters that another encoding would correct.
    package var encoding = 0.0
    package var odd = 0.0
    package var single = 0.0
    package var doubled = 0.0
    package var language: Double?
    package var fit: Double?
    package var words: Double?
    package var betweenWords: Double?
    package var betweenLines: Double?
    package var unread: Double?
    /// The share of the characters that are confirmed by lines read from the picture.
    package var agreement: Double?
    package var readConfidence: Double?

    package init() {}
  }

  package var probability: Double
  package var signs: [Sign]
  package var evidence: Evidence
  package var isReplaced: Bool?

  /// The minimum probability of sound text. Text with a lower probability must be read again.
  package static let leastSound = 0.5

  package init(probability: Double, signs: [Sign], evidence: Evidence) {
    (self.probability, self.signs, self.evidence) = (probability, signs, evidence)
  }

  /// The result for text in which too many characters have no meaning in Unicode.
  package static var unusable: TextCheck {
    var evidence = Evidence()
    evidence.unmapped = 1
    return TextCheck(probability: 0, signs: [.unmapped], evidence: evidence)
  }

  /// Records that pictures on the page show text that the text layer lacks.
  package mutating func missesPictures() {
    probability = min(probability, (1 - (evidence.unread ?? 1)).rounded(toPlaces: 3))
    signs = [.missing] + signs.filter { $0 != .missing }
  }

  package var isSick: Bool { probability < Self.leastSound }

  /// The estimated errors. If the text isn't the text on the page, all of its characters are wrong.
  package var expected: ExpectedErrors {
    ExpectedErrors(
      characterErrorRate: 1 - probability, doubtfulWords: isSick ? 1 : 0, unreadText: evidence.unread ?? 0)
  }

  package static let description = FindingDescription(
    key: "textCheck",
    schema: JSONSchema.object(
      "The check of the PDF page's own text. Absent if the page had no text, or the text was not checked.",
      [
        "probability": JSONSchema.confidence("The probability that the text is the text on the page."),
        "signs": JSONSchema.list(
          of: JSONSchema.oneOf(Sign.allCases.map(\.rawValue)),
          "The signs against the text, the strongest first. unmapped: characters without a meaning in Unicode; encoding: "
            + "the wrong encoding; language: no language; reading: lines read from the picture differ; place: words "
            + "away from the ink; missing: lines without words; doubled: words on top of words; spaced: spaces between letters.",
          atMost: Sign.allCases.count),
        "evidence": JSONSchema.object(
          "The measurements. Those that could not be made are absent.",
          [
            "unmapped": JSONSchema.confidence("Characters without a meaning in Unicode."),
            "encoding": JSONSchema.confidence("Characters in the wrong encoding."),
            "odd": JSONSchema.confidence("Words with signs that words don't have."),
            "single": JSONSchema.confidence("Words of a single letter."),
            "doubled": JSONSchema.confidence("Words on top of other words."),
            "language?": JSONSchema.confidence("Text in the language that its letters show."),
            "fit?": JSONSchema.confidence("How typical the sequences of letters are of that language, from 0 to 1."),
            "words?": JSONSchema.confidence("Words with ink below them."),
            "betweenWords?": JSONSchema.confidence("Gaps between words that have less ink than the words."),
            "betweenLines?": JSONSchema.confidence("Gaps between lines that have less ink than the lines."),
            "unread?": JSONSchema.confidence("Lines in the picture without words."),
            "agreement?": JSONSchema.confidence("Characters that sampled lines of the picture confirm."),
            "readConfidence?": JSONSchema.confidence("The confidence of that reading."),
          ]),
        "isReplaced?": JSONSchema.value("boolean", "true if the text was replaced because of this."),
      ]))
}

extension TextCheck.Sign {
  package var reason: String {
    switch self {
    case .unmapped: "characters have no meaning in Unicode"
    case .encoding: "characters are in the wrong encoding"
    case .language: "the text doesn't look like a known language"
    case .reading: "the picture shows other text"
    case .place: "words aren't at the places of the printed words"
    case .missing: "lines in the picture have no text"
    case .doubled: "words lie on top of each other"
    case .spaced: "letters are separated by spaces"
    }
  }
}

extension RecognizedPage {
  /// The check of the text that the page already had, or `nil` if it was not checked.
  package var textCheck: TextCheck? { findings.get() }
}
