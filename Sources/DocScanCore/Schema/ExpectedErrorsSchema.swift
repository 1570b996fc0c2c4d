// SPDX-License-Identifier: GPL-3.0-or-later

extension JSONSchema {
  /// How wrong the text of a page is likely to be: `ExpectedErrors`.
  static var expectedErrors: JSONValue {
    object(
      "How wrong the text is likely to be; absent if nothing was recognized.",
      [
        "characterErrorRate": confidence("Wrong, missing and added characters as a fraction of the true ones."),
        "grade": expectedGrade,
        "doubtfulWords": confidence("The fraction of words that are more likely wrong than right."),
        "unreadText": confidence("The fraction of text lines in the picture on which no word was read."),
      ])
  }

  /// How wrong the text of a document is likely to be: `DocumentExpectedErrors`.
  static var documentExpectedErrors: JSONValue {
    object(
      "How wrong the text of the recognized pages is likely to be; absent if nothing was recognized.",
      [
        "characterErrorRate": confidence("The mean over the pages, weighted by their characters."),
        "grade": expectedGrade,
        "worstPage": integer("The number of the page with the highest error rate.", from: 1),
        "worstCharacterErrorRate": confidence("The error rate of that page."),
      ])
  }

  /// The pages that a person should look at first: `Review`.
  static var review: JSONValue {
    object(
      "The pages that a person should look at first; absent without --review.",
      [
        "requested": value("string", "How many were asked for, such as 2% or 20."),
        "pageCount": integer("The number of pages of which these are the worst."),
        "pages": list(
          of: object(
            "",
            [
              "document": value("string", "The name in the output folder."),
              "page?": integer("The number in the document; absent where the document failed as a whole.", from: 1),
              "status": pageStatus, "characterErrorRate?": confidence("The expected error rate; absent if it failed."),
              "grade?": expectedGrade,
              "reasons": list(of: value("string"), "Why it is listed, in words, the most important first."),
            ]),
          "What failed first, then by falling error rate."),
      ])
  }

  private static var expectedGrade: JSONValue {
    let limits = ExpectedErrors.Grade.allCases.map { "\($0.rawValue): up to \(JSONValue.number($0.limit).shortText)" }
    return oneOf(ExpectedErrors.Grade.allCases.map(\.rawValue), "By the error rate. \(limits.joined(separator: "; ")).")
  }
}
