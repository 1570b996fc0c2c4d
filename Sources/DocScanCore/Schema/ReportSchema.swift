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
