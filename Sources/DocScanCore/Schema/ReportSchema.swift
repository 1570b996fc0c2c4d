// SPDX-License-Identifier: GPL-3.0-or-later

extension JSONSchema {
  /// The schema of `report.json`: `BatchReport`.
  package static let report = root(
    "report", title: "docscan report (\(BatchReport.schema))",
    object(
      "The last run.",
      [
        "schema": constant(BatchReport.schema),
        "pipeline": value("string", "The pipeline's name."),
        "started": value("string", "When the run began, in UTC.").adding(["format": "date-time"]),
        "seconds": seconds("How long it took."),
        "workers": integer("How many pages were processed at the same time.", from: 1),
        "confinement": object(
          "What confined the processes that read documents.",
          [
            "landlock?": integer(
              "The version of Landlock that restricted their access to files; absent without Landlock.", from: 1),
            "seccomp": value("boolean", "Whether system calls that they do not need were blocked (seccomp)."),
            "missing": list(of: value("string"), "What the kernel did not offer, or refused."),
          ]),
        "interrupted": value("boolean", "Whether it was stopped before its end."),
        "totals": object("Counts over all documents.", totals),
        "documents": list(
          of: object(
            "",
            [
              "name": value("string", "The name in the output folder; empty for an ignored file."),
              "source": value("string", "The input file or folder."),
              "status": oneOf(
                DocumentStatus.allCases.map(\.rawValue),
                "complete; partial: some pages failed; failed; unchanged: a complete result existed already; "
                  + "ignored: no document."),
              "pages": integer("The number of pages that were processed."),
              "failedPages": list(of: integer("", from: 1), "The numbers of the pages that failed."),
              "blankPages": list(of: integer("", from: 1), "The numbers of the pages with nothing on them."),
              "poorPages": list(
                of: integer("", from: 1), "The numbers of the pages that should be photographed or scanned again."),
              "noTextPages?": list(
                of: integer("", from: 1),
                "The numbers of the pages with something on them on which no text was found; absent without any."),
              "untrustedPages?": list(
                of: integer("", from: 1), "The numbers of the pages whose text cannot be trusted: those of grade F."),
              "grades?": map(of: integer(""), "How many pages have each grade, by its letter."),
              "languages?": map(
                of: integer(""),
                "How many pages are in each language, by its BCP 47 tag; absent without the languages stage."),
              "expected?": documentExpectedErrors,
              "reason?": value("string", "Why the document failed, or was left as it is or out."),
              "kept?": value(
                "string", "Why the result of an earlier run was kept: the new one was worse. Absent where it was not."),
              "unnamed?": value(
                "string",
                "Why it kept the name of its input, although output.name says how documents are named; absent where it did not."
              ),
              "notes": list(of: value("string"), "What a person should know about the results, in full sentences."),
              "seconds": seconds("From opening the document to its last write."),
              "workSeconds?": seconds(
                "How long workers had something of it to do; absent where they had nothing to do. Several work at a time."
              ),
            ])),
        "review?": review,
        "translationEnded?": value(
          "string", "Why translations are still to come; the same command makes them. Absent where none is."),
        "unmatchedOverrides": list(
          of: value("string"), "Keys of the pipeline's overrides that match no file of the inputs."),
        "megapixels": value("number", "The sum over all pages as they were loaded."),
        "stageSeconds": map(of: seconds(""), "Seconds spent in each stage, over all workers."),
        "versions": map(of: value("string"), "Program and library versions."),
      ]))

  private static var totals: [String: JSONValue] {
    [
      "complete": integer("Documents with a result for every page."),
      "partial": integer("Documents of which some pages failed."),
      "failed": integer("Documents without a result."),
      "unchanged": integer("Documents that already had a complete result."),
      "kept": integer("Those of them whose earlier result was kept because the new one was worse."),
      "ignored": integer("Files in folders that are not documents."),
      "pages": integer("Pages that were processed."),
      "failedPages": integer("Pages that failed."),
      "blankPages": integer("Pages with nothing on them."),
      "noTextPages": integer("Pages with something on them on which no text was found."),
      "poorPages": integer("Pages that should be photographed or scanned again."),
    ]
  }

  /// A time in seconds, not negative.
  package static func seconds(_ description: String) -> JSONValue {
    value("number", description).adding(["minimum": 0])
  }
}

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
