// SPDX-License-Identifier: GPL-3.0-or-later

extension JSONSchema {
  /// Returns the schema of `pages/0001.json`, see ``RecognizedPage``, including the findings of stages.
  package static func page(_ findings: [FindingDescription]) -> JSONValue {
    return root(
      "page", title: "docscan page (\(RecognizedPage.schema))",
      object(
        "One page: its text with positions and confidences. Stages may add keys of their own.",
        pageKeys.merging(findings.map { ("\($0.key)?", $0.schema) }) { own, _ in own }),
      definitions: [
        "raster": object(
          "The size of an image in pixels, and its pixels per inch.",
          ["width": integer("", from: 1), "height": integer("", from: 1), "dpi": value("number")]),
        "point": list(of: value("number"), "[x, y]", count: 2),
        "box": list(of: value("number"), "[x, y, width, height]", count: 4),
        "matrix": list(of: value("number"), "A homography, row by row.", count: 9),
        "failure": failure,
        "correction": object(
          "",
          [
            "kind": value("string", "The stage."), "confidence": confidence(), "matrix": reference("matrix"),
            "quad?": list(
              of: reference("point"),
              "The corners of the sheet, or of the part that was kept, in source pixels, clockwise from its top-left.",
              count: 4),
            "degrees?": value("number", "The clockwise turn that was applied."),
            "gutter?": list(
              of: reference("point"), "The line between the pages of a spread in source pixels, from its upper end.",
              count: 2),
            "mesh?": object(
              "A curled page made flat: for each node of a grid over the flat page, its place on the page before.",
              [
                "columns": integer("Nodes in a row.", from: 2), "rows": integer("Nodes in a column.", from: 2),
                "width": value("number", "The flat page's width in pixels."),
                "height": value("number", "The flat page's height in pixels."),
                "points": list(of: reference("point"), "Row by row."),
              ]),
            "steps?": list(of: value("string"), "What the clean stage did to the picture that is read."),
            "textOutside?": oneOf(
              TextOutside.allCases.map(\.rawValue),
              "What was done because the correction would have lost text: more was kept, the page stayed as it was, or the "
                + "correction was undone."),
            "given?": value("boolean", "true if the values are from the pipeline file."),
          ]),
        "block": object(
          "",
          [
            "kind": oneOf(BlockKind.allCases.map(\.rawValue)), "box": reference("box"),
            "level?": integer("How deep a heading is, from 1; absent for all else.", from: 1),
            "layoutKind?": oneOf(
              BlockKind.allCases.map(\.rawValue),
              "What the layout analysis took it for; absent unless the structure stage found out more."),
            "lines": list(of: reference("line")),
            "copied?": value(
              "boolean", "Whether it is the page's own text beside what was recognized; absent if it was recognized."),
            "language?": value(
              "string", "The language of the text by Tesseract's name; absent unless the page mixes languages."),
          ]),
        "line": object(
          "",
          [
            "text": value("string"), "confidence": confidence(), "box": reference("box"),
            "baseline": list(of: reference("point"), "From its left end to its right end.", count: 2),
            "words": list(of: reference("word")),
            "startsParagraph?": value("boolean", "Whether a paragraph begins here; absent if that is not known."),
            "weight?": value(
              "number",
              "How heavy its strokes are, compared with most text on the page; absent if about the same."),
          ]),
        "word": object(
          "",
          [
            "text": value("string"), "confidence": confidence("The probability that the word is right, 0 to 1."),
            "box": reference("box"),
            "candidates?": list(
              of: object(
                "", ["text": value("string"), "confidence": confidence()]),
              "What the word might be, the most likely first, which is the word itself; absent without candidates."),
            "edited?": value("boolean", "true if a person confirmed or corrected this text."),
          ]),
      ])
  }

  /// The schema of an ``Edit``.
  static let editSchema = object(
    "What a person decided about the text at a place, or about a field of the page.",
    [
      "id": value("string", "Unique in the document."), "source": value("string", "The name of the page's file."),
      "sourcePage": integer("The number in that file, from 1.", from: 1),
      "sha256": sha256,
      "quad": list(
        of: list(of: value("number"), "[x, y]", count: 2),
        "The corners of the text in source pixels, clockwise from its own top-left; empty for a field without a place.",
        atMost: 4),
      "field?": oneOf(DecidedField.allCases.map(\.rawValue), "The field whose value it is; absent for text."),
      "grid?": object(
        "What it says of a table's grid, whose border is at quad; absent for text and fields.",
        [
          "axis": oneOf(GridEdit.Axis.allCases.map(\.rawValue), "Whether the border parts rows or columns."),
          "isBorder": value("boolean", "false if there is no border: what is on both sides is one row or column."),
        ]),
      "old": value("string", "What was read; empty where nothing was."),
      "new": value("string", "The correct text; empty if there is no text; equal to old if that is right."),
      "by": value("string", "Who decided."), "at": value("string", "When, in ISO 8601."),
      "undone?": value("string", "When it was undone."),
    ])

  private static var pagePlace: JSONValue {
    object(
      "",
      [
        "source": value("string", "The name of the page's file."),
        "sourcePage": integer("The number in that file, from 1.", from: 1),
      ])
  }

  /// The schema of `<name>.edits.json`, see ``EditList``.
  package static let edits = root(
    "edits", title: "docscan edits (\(EditList.schema))",
    object(
      "What people decided about the text of a document.",
      [
        "schema": constant(EditList.schema),
        "edits": list(of: editSchema, "In the order in which they were made."),
        "pages?": list(
          of: object(
            "",
            [
              "id": value("string"), "source": value("string", "The name of the page's file."),
              "sourcePage": integer("The number in that file, from 1.", from: 1), "sha256": sha256,
              "kind": .object([
                "type": .string("object"),
                "description": .string(
                  "{\"turn\": {\"degrees\": 90}}, clockwise, or {\"corners\": {\"points\": [[x, y], …]}}: the sheet's corners in "
                    + "source pixels."),
              ]),
              "by": value("string", "Who decided."), "at": value("string", "When, in ISO 8601."),
              "undone?": value("string", "When it was undone."),
            ]), "Corrections of whole pages; absent if there are none."),
        "orders?": list(
          of: object(
            "",
            [
              "id": value("string"), "sha256": sha256,
              "pages": list(of: pagePlace, "The pages, in order; pages that it does not name come last."),
              "leftOut": list(of: pagePlace, "Pages that are not wanted."),
              "by": value("string", "Who decided."), "at": value("string", "When, in ISO 8601."),
              "undone?": value("string", "When it was undone."),
            ]), "Orders of the pages, of which the last that was not undone applies; absent if there is none."),
        "settings?": list(
          of: object(
            "",
            [
              "id": value("string"),
              "changes": list(
                of: object(
                  "",
                  [
                    "key": value("string", "Such as stages.recognize.languages."),
                    "value": value("string", "The value, as --set takes it."),
                    "replacesOnly?": value("boolean", "Whether it only replaces a value that the pipeline names."),
                  ]), "The settings, in the order in which they were given."),
              "by": value("string", "Who decided."), "at": value("string", "When, in ISO 8601."),
              "undone?": value("string", "When it was undone."),
            ]),
          "Settings that were chosen for this document; of each key, the last one applies. Absent if there are none."),
        "boundaries?": list(
          of: object(
            "",
            [
              "id": value("string"), "sha256": sha256,
              "page": integer("The page that the decision is about, as the input counts them.", from: 2),
              "isCut": value("boolean", "Whether a document begins there; if not, it belongs to the page before it."),
              "by": value("string", "Who decided."), "at": value("string", "When, in ISO 8601."),
              "undone?": value("string", "When it was undone."),
            ]),
          "Where documents begin in a pile of pages; of each page, the last decision applies. Absent if there is none."),
      ]))

  /// The keys of every page, regardless of the stages.
  private static var pageKeys: [String: JSONValue] {
    [
      "schema": constant(RecognizedPage.schema),
      "document": object(
        "The document it belongs to.",
        [
          "name": value("string", "The name in the output folder."), "sha256": sha256,
          "pageCount": integer("The number of pages in the input, or in this part of a divided one."),
        ]),
      "page": object(
        "Where the page came from.",
        [
          "number": integer("The number in the document, from 1.", from: 1),
          "source": value("string", "The file's name."),
          "sourcePage": integer("The number in that file, from 1.", from: 1),
        ]),
      "status": pageStatus,
      "source": nullable(reference("raster")), "image": nullable(reference("raster")),
      "capture?": capture,
      "corrections": list(
        of: reference("correction"),
        "What each correction found; an identity matrix means that there was nothing to do."),
      "sourceToImage": reference("matrix"),
      "coordinates": object(
        "The unit of boxes and points: pixels of image.",
        ["unit": constant("pixel"), "origin": constant("top-left")]),
      "text": value("string", "Lines end with a line feed; an empty line separates blocks."),
      "confidence": nullable(confidence("The mean over the words, weighted by their length.")),
      "expected?": expectedErrors,
      "languages": list(of: value("string"), "The languages the page was read in, by Tesseract's names."),
      "languageConfidence?": confidence(
        "How certain it is that these are the page's languages; 0 if there was too little text; absent if "
          + "the pipeline file names them."),
      "blocks": list(of: reference("block")),
      "edits?": object(
        "What people decided about the text, which is in it; absent if nobody did.",
        [
          "entries": list(
            of: object(
              "",
              [
                "edit": editSchema, "block": integer("The index of the line's block."),
                "line": integer("The line's index in its block."),
                "before": reference("line"),
                "removesLine?": value("boolean", "true if no word is left of the line."),
                "addsLine?": value("boolean", "true if the line was not read, and a person added it."),
              ]), "Those about text, in the order in which they were applied."),
          "fields?": list(
            of: editSchema,
            "Decisions about fields of the page and borders of its tables, in order; absent if there are none."),
          "expectedBefore?": expectedErrors,
        ]),
      "dropped?": list(
        of: object(
          "",
          [
            "text": value("string"), "confidence": confidence(), "box": reference("box"),
            "reason": oneOf(
              DroppedText.Reason.allCases.map(\.rawValue),
              "What was taken for a word: a part of a picture; a line, border or row of dashes; a dot; or something that nobody "
                + "can read."),
          ]),
        "What was read but is not text; absent if there is none."),
      "failure": nullable(reference("failure")),
    ]
  }

  /// The schema of the capture metadata.
  private static var capture: JSONValue {
    object(
      "What the file says of how the picture was taken; absent where it says nothing.",
      [
        "date?": captureDate("When it was taken"),
        "make?": value("string", "Who made the camera or scanner."),
        "model?": value("string", "The camera or scanner."),
        "gps?": object(
          "Where it was taken; absent unless the pipeline has \"pages\": {\"gps\": true}.",
          ["latitude": value("number", "Degrees north."), "longitude": value("number", "Degrees east.")]),
      ])
  }

  /// Returns the schema of a capture date.
  package static func captureDate(_ meaning: String) -> JSONValue {
    value("string", "\(meaning): ISO 8601, such as 2019-01-09T12:30:05+01:00, without a zone where none is known.")
  }

  /// The schema of a page's status.
  package static var pageStatus: JSONValue {
    oneOf(
      PageStatus.allCases.map(\.rawValue),
      "recognized; copied: it already had text; blank; corrected: the pipeline has no recognize stage; failed.")
  }

  /// The schema of a failure.
  package static var failure: JSONValue {
    object(
      "Why it failed.",
      [
        "kind": oneOf(PageFailure.resultKinds.map(\.rawValue)),
        "stage": value("string", "The stage in which it failed, load or picture."),
        "message": value("string", "What happened, and what to do about it."),
        "signal?": value("string", "The signal that ended the worker, such as SIGSEGV."),
      ])
  }

  /// The schema of the input's digest.
  package static var sha256: JSONValue { value("string", "SHA-256 of the input's bytes, in hexadecimal digits.") }
}

extension JSONSchema {
  /// The schema of a line of `<name>.jsonl`, see ``PageLine``.
  package static let line = root(
    "line", title: "docscan line (\(PageLine.schema))",
    object(
      "One page in short; every key is on every line.",
      [
        "schema": constant(PageLine.schema), "document": value("string", "The name in the output folder."),
        "sha256": sha256, "page": integer("The number in the document, from 1.", from: 1),
        "pageCount": integer("The number of pages in the input, or in this part of a divided one."),
        "source": value("string", "The file's name."),
        "sourcePage": integer("The number in that file, from 1.", from: 1), "status": pageStatus,
        "text": value("string", "Lines end with a line feed; an empty line separates blocks."),
        "words": integer("The number of words."), "characters": integer("The number of characters in the words."),
        "confidence": nullable(confidence("The mean over the words, weighted by their length.")),
        "languages": list(of: value("string"), "The languages the page was read in, as BCP 47 tags."),
        "grade": nullable(
          oneOf(
            PageQuality.Grade.allCases.map(\.rawValue),
            "How well it was photographed or scanned; null without the quality stage.")),
        "width": nullable(integer("The width of the corrected page in pixels.", from: 1)),
        "height": nullable(integer("The height of the corrected page in pixels.", from: 1)),
        "dpi": nullable(value("number", "Pixels per inch of the corrected page.")),
        "failure": nullable(value("string", "Why the page failed, and what to do about it.")),
      ]))
}
