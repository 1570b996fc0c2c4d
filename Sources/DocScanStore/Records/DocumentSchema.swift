// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

extension JSONSchema {
  package static let document = root(
    "document", title: "docscan document (docscan-document/1)",
    object(
      "One document: its source, and the results of its pages.",
      [
        "schema": constant("docscan-document/1"),
        "name": value("string", "The name in the output folder."),
        "source": list(of: value("string"), "The names of the input files."),
        "sha256": sha256,
        "pipeline": object(
          "The pipeline that produced the results.",
          [
            "name": value("string"),
            "sha256": value("string", "The SHA-256 of all pipeline settings that affect results."),
            "stages?": components("The stages with all settings, in order."),
            "writers?": components("The writers with all settings."),
          ]),
        "status": oneOf(
          [DocumentStatus.complete, .partial, .failed].map(\.rawValue),
          "The status. partial: some pages failed; failed: there is no result."),
        "pageCount": integer("The number of pages in the input, or in this document if the input was split."),
        "part?": part,
        "parts?": list(
          of: value("string"),
          "For an input that was split, the names of its documents, each of which has its own folder. Such an input "
            + "has no pages itself."
        ),
        "filed?": list(
          of: object(
            "",
            [
              "name": value("string", "The document's name in the output folder."),
              "pages": value("string", "The document's pages in the input, such as 1-3."),
            ]),
          "For an input that was split, its documents that have names of their own. Absent if there are none."),
        "boundaries?": list(
          of: object(
            "",
            [
              "page": integer("The number of the page in the input that may start a document.", from: 1),
              "probability": confidence("The probability that a document starts with the page."),
              "isCut": value("boolean", "Whether the input was split before the page."),
              "by?": value("string", "The reviewer who decided this. Absent if docscan did."),
            ]),
          "Possible boundaries between documents in the input. Absent unless input.split is auto or a reviewer set a "
            + "boundary."),
        "selection": value(
          "string",
          "The selected pages of the input, such as 1-3,7, or all. A part with a name of its own has, for example, 1-3 of all."
        ),
        "pages": list(
          of: object(
            "",
            [
              "number": integer("The page number in the document, counting from 1.", from: 1), "status": pageStatus,
              "file?": value("string", "The path of the page's JSON file, relative to this file."),
              "source": value("string", "The name of the input file."),
              "sourcePage": integer("The page number in the input file, counting from 1.", from: 1),
              "confidence?": confidence("The mean confidence of the words, weighted by their length."),
              "grade?": oneOf(
                PageQuality.Grade.allCases.map(\.rawValue),
                "The quality of the photo or scan. Absent without the quality stage."),
              "language?": value(
                "string", "The BCP 47 tag of the text's language. Absent without the languages stage."),
              "expected?": expectedErrors,
              "pdfDifference?": value(
                "string",
                "The first difference between the PDF's text and the text that was read. Absent if none was found."),
              "noText?": value("boolean", "true if the page isn't blank but has no text. Otherwise absent."),
              "textSigns?": list(
                of: oneOf(TextCheck.Sign.allCases.map(\.rawValue)),
                "The signs against text that the page already had. Absent if the text wasn't checked."),
              "defects?": list(
                of: oneOf(PageQuality.Defect.allCases.map(\.rawValue)),
                "The defects of the picture, the worst first. Absent without the quality stage."),
              "pdf?": object(
                "The page of the PDF that shows this page. Absent if the PDF doesn't contain it.",
                [
                  "page": integer("The page number in the PDF, counting from 1.", from: 1),
                  "content": oneOf(
                    PDFPlace.Content.allCases.map(\.rawValue),
                    "The content. original: the unchanged page of the original; overlay: the page of the original with an "
                      + "invisible text layer; picture: a picture with an invisible text layer; note: a notice that the page failed."
                  ),
                  "size": object(
                    "The size of the displayed page in points (1/72 inch).",
                    ["width": value("number"), "height": value("number")]),
                  "isCleared?": value(
                    "boolean", "true if text that the page had was removed or lost its meaning. Otherwise absent."),
                ]),
              "failure?": reference("failure"),
            ]),
          "The processed pages, in order. A spread that was split results in two pages."),
        "captured?": object(
          "The capture dates of the pages. Absent if unknown.",
          ["first": captureDate("The earliest date"), "last": captureDate("The latest date")]),
        "edits?": object(
          "The decisions of reviewers, from the .edits.json file next to this file. Absent if there are none.",
          [
            "sha256": value("string", "The SHA-256 of the .edits.json file."),
            "applied": integer(
              "The number of decisions that were applied to the results."),
            "unfit": list(of: value("string"), "The identifiers of decisions that no longer match the document."),
            "pages?": list(
              of: value("string"),
              "The identifiers of decisions about whole pages that were applied when the pages were read."),
            "leftOut?": integer("The number of pages that reviewers left out. Absent if there are none."),
          ]),
        "failure?": reference("failure"), "invoice?": invoice, "about?": about,
        "kind?": oneOf(AboutPage.Kind.allCases.map(\.rawValue), "The kind that a reviewer set. Absent otherwise."),
        "tables?": list(
          of: object(
            "",
            [
              "title?": value(
                "string",
                "The title from a caption or heading next to the table. Absent if there is none."),
              "rows": integer("The number of rows on all pages, without repeated headers.", from: 1),
              "columns": integer("The number of columns.", from: 1),
              "confidence": confidence("The probability that this is a table."),
              "parts": list(
                of: object(
                  "",
                  [
                    "page": integer("The page number in the document, counting from 1.", from: 1),
                    "table": integer("The number of the table in the page's JSON file, counting from 1.", from: 1),
                    "box": list(
                      of: value("number"),
                      "The box around the table: [x, y, width, height], in pixels of the page.", count: 4),
                    "row": integer("The index of the part's first row in the whole table, counting from 0."),
                    "rows": integer("The number of rows in the whole table that are on this page."),
                    "repeatedRows": integer(
                      "The number of rows at the top that repeat the header and aren't part of the whole table."),
                  ]), "The part of the table on each page, in order. The cells are in the page's JSON file."),
            ]),
          "The tables, in order. A table that continues over several pages is listed once. Absent if there are none, "
            + "or without the tables stage."
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
            "least?": confidence("The value of output.nameConfidence. Absent if it is the default."),
          ]),
        "quality": object(
          "The quality of the recognition.",
          [
            "meanConfidence?": confidence("The mean confidence of all words, weighted by their length."),
            "words": integer("The number of words."), "expected?": documentExpectedErrors,
          ]),
        "notes": list(of: value("string"), "Remarks about the results, in full sentences."),
        "versions": map(of: value("string"), "The versions of docscan and its libraries."),
        "files?": map(
          of: object("", ["bytes": integer("The size, in bytes."), "sha256": sha256]),
          "The document's other files when docscan wrote them, by their paths in the document's folder."),
      ]),
    definitions: ["failure": failure])

  private static func components(_ description: String) -> JSONValue {
    list(
      of: object("", ["name": value("string"), "settings": .object(["type": .string("object")])]), description)
  }

  private static var part: JSONValue {
    object(
      "The position of this document in its input. Absent if the input wasn't split.",
      [
        "number": integer("The number of this document in the input, counting from 1.", from: 1),
        "count": integer("The number of documents in the input.", from: 1),
        "pages": value("string", "The pages of this document in the input, such as 4-7."),
        "inputPageCount": integer("The number of pages in the input.", from: 1),
        "input?": value(
          "string", "The name of the input. Absent unless the document has a name of its own."),
        "separator?": object(
          "The separator barcode that starts the document. Absent for the first document of the input.",
          [
            "text": value(
              "string",
              "The text of the barcode. Treat it as untrusted input: anyone can print a barcode."),
            "page": integer("The number of the page in the input that shows the barcode.", from: 1),
          ]),
      ])
  }
}
