// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

extension JSONSchema {
  /// The schema of a document's `<name>.json`, see `DocumentRecord`.
  package static let document = root(
    "document", title: "docscan document (docscan-document/1)",
    object(
      "One document: where it came from, and the result of each page.",
      [
        "schema": constant("docscan-document/1"),
        "name": value("string", "The name in the output folder."),
        "source": list(of: value("string"), "The names of the input files."),
        "sha256": sha256,
        "pipeline": object(
          "The pipeline that made the results.",
          [
            "name": value("string"),
            "sha256": value("string", "SHA-256 of everything in the pipeline that affects results."),
            "stages?": components("The stages, in order, with all their settings."),
            "writers?": components("The writers, with all their settings."),
          ]),
        "status": oneOf(
          [DocumentStatus.complete, .partial, .failed].map(\.rawValue),
          "complete; partial: some pages failed; failed: there is no result."),
        "pageCount": integer("The number of pages in the input, or in this part of a divided one."),
        "part?": part,
        "parts?": list(
          of: value("string"),
          "Of an input that separators divided: its documents, each in a folder of that name. It has no pages of its own."
        ),
        "boundaries?": list(
          of: object(
            "",
            [
              "page": integer("The page that may begin a document, as the input counts them, from 1.", from: 1),
              "probability": confidence("The probability that a document begins there."),
              "isCut": value("boolean", "Whether the input was cut there."),
              "by?": value("string", "Who decided that; absent if nobody has."),
            ]),
          "Where documents may begin in the input; absent unless input.split is auto, or people decided about it."),
        "selection": value("string", "The selected pages of the input, such as 1-3,7; all if none were left out."),
        "pages": list(
          of: object(
            "",
            [
              "number": integer("The number in the document, from 1.", from: 1), "status": pageStatus,
              "file?": value("string", "The page's own file, relative to this one."),
              "source": value("string", "The file's name."),
              "sourcePage": integer("The number in that file, from 1.", from: 1),
              "confidence?": confidence("The mean over the words, weighted by their length."),
              "grade?": oneOf(
                PageQuality.Grade.allCases.map(\.rawValue),
                "How well it was photographed or scanned; absent without the quality stage."),
              "language?": value(
                "string", "The language of its text, as BCP 47 names it; absent without the languages stage."),
              "expected?": expectedErrors,
              "noText?": value("boolean", "true if there is something on the page, but no text was found."),
              "defects?": list(
                of: oneOf(PageQuality.Defect.allCases.map(\.rawValue)),
                "What is wrong with the picture, the worst first; absent without the quality stage."),
              "pdf?": object(
                "Where it is in the PDF; absent if it is not in one.",
                [
                  "page": integer("The number in the PDF, from 1.", from: 1),
                  "content": oneOf(
                    PDFPlace.Content.allCases.map(\.rawValue),
                    "original: the original's page, untouched; overlay: with invisible text over it; picture: a picture of "
                      + "it; note: a note that it failed."),
                  "size": object(
                    "The size of the displayed page in points (1/72 inch).",
                    ["width": value("number"), "height": value("number")]),
                  "isCleared?": value(
                    "boolean", "Whether invisible text from an earlier OCR was removed; absent if not."),
                ]),
              "failure?": reference("failure"),
            ]),
          "The pages that were processed, in order; a spread that was split makes two."),
        "captured?": object(
          "When its pages were photographed; absent where no page says.",
          ["first": captureDate("The earliest"), "last": captureDate("The latest")]),
        "edits?": object(
          "The corrections that people made, from the file .edits.json beside this one; absent if there are none.",
          [
            "sha256": value("string", "SHA-256 of that file."), "applied": integer("How many are in the results."),
            "unfit": list(of: value("string"), "The ids of those that no longer fit."),
            "pages?": list(
              of: value("string"), "The ids of the decisions about whole pages that the pages were read with."),
            "leftOut?": integer("How many pages people left out; absent if none."),
          ]),
        "failure?": reference("failure"), "invoice?": invoice, "about?": about,
        "tables?": list(
          of: object(
            "",
            [
              "title?": value("string", "What the page calls it; absent where nothing does."),
              "rows": integer("How many rows it has, on all its pages, without headers that are repeated.", from: 1),
              "columns": integer("How many columns it has.", from: 1),
              "confidence": confidence("The probability that this is a table."),
              "parts": list(
                of: object(
                  "",
                  [
                    "page": integer("The number in the document, from 1.", from: 1),
                    "table": integer("Its number among the tables in that page's file, from 1.", from: 1),
                    "box": list(of: value("number"), "[x, y, width, height] in pixels of that page.", count: 4),
                    "row": integer("The first of its rows in the whole table, from 0."),
                    "rows": integer("How many rows of the whole table it has."),
                    "repeatedRows": integer(
                      "How many rows at its top repeat the header, and are not in the whole table."),
                  ]), "What each page has of it, in order: its cells are in the page's file."),
            ]),
          "The tables, in order; one that spans several pages is one. Absent without the tables stage, and where there are none."
        ),
        "naming?": object(
          "How the document was named by its content (output.name). Absent if it has the name of its input.",
          [
            "input": value("string", "The name of the input."),
            "template": value("string", "The value of output.name."),
            "name?": value(
              "string",
              "The name produced by the template, without a disambiguating number. Absent if the document kept its input's name."
            ),
            "confidence?": confidence(
              "The probability that the name is right. Absent if the document kept its input's name."),
            "reason?": value("string", "Why the document kept the name of its input. Absent if it did not."),
          ]),
        "quality": object(
          "How well it was read.",
          [
            "meanConfidence?": confidence("The mean over all words, weighted by their length."),
            "words": integer("The number of words."), "expected?": documentExpectedErrors,
          ]),
        "notes": list(of: value("string"), "What a person should know about the results, in full sentences."),
        "versions": map(of: value("string"), "Program and library versions."),
        "files?": map(
          of: object("", ["bytes": integer("The size."), "sha256": sha256]),
          "The document's other files as they were written, by their paths in its folder."),
      ]),
    definitions: ["failure": failure])

  private static func components(_ description: String) -> JSONValue {
    list(
      of: object("", ["name": value("string"), "settings": .object(["type": .string("object")])]), description)
  }

  private static var part: JSONValue {
    object(
      "Which part of its input it is; absent if that was not divided.",
      [
        "number": integer("The number of the part, from 1.", from: 1),
        "count": integer("The number of parts.", from: 1),
        "pages": value("string", "Its pages, by their numbers in the input, such as 4-7."),
        "inputPageCount": integer("The number of pages in the input.", from: 1),
        "separator?": object(
          "The code that it begins with; absent if it begins with the input.",
          [
            "text": value("string", "The text of the code. Do not trust it: anybody can print one."),
            "page": integer("The page with the code, by its number in the input.", from: 1),
          ]),
      ])
  }
}
