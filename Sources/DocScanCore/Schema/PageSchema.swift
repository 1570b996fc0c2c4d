// SPDX-License-Identifier: GPL-3.0-or-later

extension JSONSchema {
  /// Returns the schema of `pages/0001.json`, see ``RecognizedPage``, including the findings of stages.
  package static func page(_ findings: [FindingDescription]) -> JSONValue {
    return root(
      "page", title: "docscan page (\(RecognizedPage.schema))",
      object(
        "One page: its text with positions and confidences. Stages add their own keys.",
        pageKeys.merging(findings.map { ("\($0.key)?", $0.schema) }) { own, _ in own }),
      definitions: [
        "raster": object(
          "The size of an image in pixels, and its resolution in pixels per inch.",
          ["width": integer("", from: 1), "height": integer("", from: 1), "dpi": value("number")]),
        "point": list(of: value("number"), "[x, y]", count: 2),
        "box": list(of: value("number"), "[x, y, width, height]", count: 4),
        "matrix": list(of: value("number"), "A homography, row by row.", count: 9),
        "failure": failure,
        "correction": object(
          "",
          [
            "kind": value("string", "The name of the stage."), "confidence": confidence(),
            "matrix": reference("matrix"),
            "quad?": list(
              of: reference("point"),
              "The corners of the sheet, or of the part of the page that was kept, in source pixels, clockwise from its "
                + "top left.",
              count: 4),
            "degrees?": value("number", "The clockwise rotation that was applied, in degrees."),
            "gutter?": list(
              of: reference("point"),
              "The line between the pages of a spread, in source pixels, from its upper to its lower end.",
              count: 2),
            "mesh?": object(
              "The mesh that flattened a curved page: for each node of a grid over the flat page, the position on the "
                + "curved page.",
              [
                "columns": integer("The number of nodes per row.", from: 2),
                "rows": integer(
                  "The number of rows of nodes.", from: 2),
                "width": value("number", "The width of the flat page, in pixels."),
                "height": value("number", "The height of the flat page, in pixels."),
                "points": list(of: reference("point"), "The positions of the nodes in pixels, row by row."),
              ]),
            "steps?": list(
              of: value("string"),
              "The operations that the clean stage applied to the picture before recognition."),
            "textOutside?": oneOf(
              TextOutside.allCases.map(\.rawValue),
              "The measure taken to avoid cutting off text. widened: more of the page was kept; dropped: the correction "
                + "wasn't applied; undone: the correction was undone. Absent if no text would have been cut off."),
            "given?": value("boolean", "true if the values come from the pipeline file. Otherwise absent."),
          ]),
        "block": object(
          "",
          [
            "kind": oneOf(BlockKind.allCases.map(\.rawValue)), "box": reference("box"),
            "level?": integer("The level of a heading, counting from 1. Absent for other blocks.", from: 1),
            "layoutKind?": oneOf(
              BlockKind.allCases.map(\.rawValue),
              "The kind that the layout analysis found. Absent unless the structure stage replaced it."),
            "lines": list(of: reference("line")),
            "copied?": value(
              "boolean",
              "true if the text was copied from the PDF's existing text layer. Absent if it was recognized."),
            "language?": value(
              "string", "The Tesseract name of the text's language. Absent unless the page mixes languages."),
          ]),
        "line": object(
          "",
          [
            "text": value("string"), "confidence": confidence(), "box": reference("box"),
            "baseline": list(of: reference("point"), "The baseline from its left end to its right end.", count: 2),
            "words": list(of: reference("word")),
            "startsParagraph?": value("boolean", "Whether a paragraph begins with this line. Absent if unknown."),
            "weight?": value(
              "number",
              "The stroke weight relative to most text on the page. Absent if it is about the same."),
          ]),
        "word": object(
          "",
          [
            "text": value("string"), "confidence": confidence("The probability that the word is correct."),
            "box": reference("box"),
            "candidates?": list(
              of: object(
                "", ["text": value("string"), "confidence": confidence()]),
              "The possible readings, the most likely first, beginning with the word itself. Absent if there are no others."
            ),
            "edited?": value("boolean", "true if a reviewer confirmed or corrected the word. Otherwise absent."),
          ]),
      ])
  }

  package static let editSchema = object(
    "A reviewer's decision about text, a field of the page, or a border of a table.",
    [
      "id": value("string", "The identifier, which is unique in the document."),
      "source": value("string", "The name of the page's file."),
      "sourcePage": integer("The page number in the file, counting from 1.", from: 1),
      "sha256": sha256,
      "quad": list(
        of: list(of: value("number"), "[x, y]", count: 2),
        "The corners of the text in source pixels, clockwise from its own top left. Empty for a field without a "
          + "position.",
        atMost: 4),
      "field?": oneOf(DecidedField.allCases.map(\.rawValue), "The field that was set. Absent for text."),
      "grid?": object(
        "The decision about a border of a table, which is at quad. Absent for text and fields.",
        [
          "axis": oneOf(GridEdit.Axis.allCases.map(\.rawValue), "Whether the border separates rows or columns."),
          "isBorder": value(
            "boolean",
            "Whether the table has a border here. If false, the rows or columns on both sides are merged."),
        ]),
      "old": value("string", "The text before the edit. Empty if there was none."),
      "new": value("string", "The correct text. Empty to remove the text, or equal to old to confirm it."),
      "by": value("string", "The author."), "at": value("string", "The date of the decision, in ISO 8601."),
      "undone?": value(
        "string",
        "The date on which the decision was undone, in ISO 8601. Absent if it is in effect."),
    ])

  /// The keys of every page, regardless of the stages.
  private static var pageKeys: [String: JSONValue] {
    [
      "schema": constant(RecognizedPage.schema),
      "document": object(
        "The document that contains the page.",
        [
          "name": value("string", "The name in the output folder."), "sha256": sha256,
          "pageCount": integer("The number of pages in the input, or in this document if the input was split."),
        ]),
      "page": object(
        "The origin of the page.",
        [
          "number": integer("The page number in the document, counting from 1.", from: 1),
          "source": value("string", "The name of the file."),
          "sourcePage": integer("The page number in the file, counting from 1.", from: 1),
        ]),
      "status": pageStatus,
      "source": nullable(reference("raster")), "image": nullable(reference("raster")),
      "capture?": capture,
      "corrections": list(
        of: reference("correction"),
        "The result of each correction. An identity matrix means that nothing was corrected."),
      "sourceToImage": reference("matrix"),
      "coordinates": object(
        "The unit of boxes and points: pixels of image.",
        ["unit": constant("pixel"), "origin": constant("top-left")]),
      "text": value(
        "string",
        "The text of the page. Lines end with a line feed, and an empty line separates blocks."),
      "confidence": nullable(confidence("The mean confidence of the words, weighted by their length.")),
      "expected?": expectedErrors,
      "languages": list(of: value("string"), "The Tesseract names of the languages that the page was read in."),
      "languageConfidence?": confidence(
        "The probability that languages is correct, or 0 if there was too little text. Absent if the pipeline file "
          + "names the languages."),
      "blocks": list(of: reference("block")),
      "edits?": object(
        "The decisions of reviewers that were applied to the text. Absent if there are none.",
        [
          "entries": list(
            of: object(
              "",
              [
                "edit": editSchema, "block": integer("The index of the block on the page."),
                "line": integer("The index of the line in its block."),
                "before": reference("line"),
                "removesLine?": value("boolean", "true if the edit removed all words of the line. Otherwise absent."),
                "addsLine?": value(
                  "boolean",
                  "true if a reviewer added the line, which wasn't recognized. Otherwise absent."),
              ]), "The edits of the text, in order of application."),
          "fields?": list(
            of: editSchema,
            "The decisions about fields of the page and borders of its tables, in order. Absent if there are none."),
          "expectedBefore?": expectedErrors,
        ]),
      "dropped?": list(
        of: object(
          "",
          [
            "text": value("string"), "confidence": confidence(), "box": reference("box"),
            "reason": oneOf(
              DroppedText.Reason.allCases.map(\.rawValue),
              "The source of the noise: a part of a picture; a line, border, or row of dashes; a dot or stain; or marks "
                + "without readable text."),
          ]),
        "Noise that was recognized as text and removed. Absent if there is none."),
      "failure": nullable(reference("failure")),
    ]
  }

  private static var capture: JSONValue {
    object(
      "The capture metadata of the photo. Absent if the file has none.",
      [
        "date?": captureDate("The capture date"),
        "make?": value("string", "The manufacturer of the camera or scanner."),
        "model?": value("string", "The model of the camera or scanner."),
        "gps?": object(
          "The capture position. Absent unless the pipeline has \"pages\": {\"gps\": true}.",
          [
            "latitude": value("number", "The latitude, in degrees north."),
            "longitude": value(
              "number",
              "The longitude, in degrees east."),
          ]),
      ])
  }

  package static func captureDate(_ meaning: String) -> JSONValue {
    value(
      "string",
      "\(meaning) in ISO 8601 form, such as 2019-01-09T12:30:05+01:00. The time zone is omitted if unknown.")
  }

  package static var pageStatus: JSONValue {
    oneOf(
      PageStatus.allCases.map(\.rawValue),
      "The status. recognized: the text was recognized; copied: the page already had text; blank: the page is "
        + "empty; corrected: the pipeline has no recognize stage; failed: the page could not be processed.")
  }

  package static var failure: JSONValue {
    object(
      "The reason for the failure.",
      [
        "kind": oneOf(PageFailure.resultKinds.map(\.rawValue)),
        "stage": value("string", "The part that failed: a stage, load, or picture."),
        "message": value("string", "An explanation of what happened and what to do."),
        "signal?": value("string", "The name of the signal that ended the worker, such as SIGSEGV."),
      ])
  }

  package static var sha256: JSONValue { value("string", "The SHA-256 of the input's bytes, in hexadecimal digits.") }
}

extension JSONSchema {
  /// The schema of a line of `<name>.jsonl`, see ``PageLine``.
  package static let line = root(
    "line", title: "docscan line (\(PageLine.schema))",
    object(
      "The summary of one page. Every line has all keys.",
      [
        "schema": constant(PageLine.schema), "document": value("string", "The name in the output folder."),
        "sha256": sha256, "page": integer("The page number in the document, counting from 1.", from: 1),
        "pageCount": integer("The number of pages in the input, or in this document if the input was split."),
        "source": value("string", "The name of the file."),
        "sourcePage": integer("The page number in the file, counting from 1.", from: 1), "status": pageStatus,
        "text": value(
          "string",
          "The text of the page. Lines end with a line feed, and an empty line separates blocks."),
        "words": integer("The number of words."), "characters": integer("The number of characters in the words."),
        "confidence": nullable(confidence("The mean confidence of the words, weighted by their length.")),
        "languages": list(of: value("string"), "The BCP 47 tags of the languages that the page was read in."),
        "grade": nullable(
          oneOf(
            PageQuality.Grade.allCases.map(\.rawValue),
            "The quality of the photo or scan, or null without the quality stage.")),
        "width": nullable(integer("The width of the corrected page in pixels.", from: 1)),
        "height": nullable(integer("The height of the corrected page in pixels.", from: 1)),
        "dpi": nullable(value("number", "The resolution of the corrected page, in pixels per inch.")),
        "failure": nullable(
          value(
            "string",
            "The reason why the page failed and what to do, or null if it didn't fail.")),
      ]))
}
