// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

extension JSONSchema {
  private static var pagePlace: JSONValue {
    object(
      "",
      [
        "source": value("string", "The name of the page's file."),
        "sourcePage": integer("The page number in the file, counting from 1.", from: 1),
      ])
  }

  /// The schema of `<name>.edits.json`, see ``EditList``.
  package static let edits = root(
    "edits", title: "docscan edits (\(EditList.schema))",
    object(
      "The decisions of reviewers about a document.",
      [
        "schema": constant(EditList.schema),
        "edits": list(of: editSchema, "The decisions about text, fields, and tables, in chronological order."),
        "pages?": list(
          of: object(
            "",
            [
              "id": value("string"), "source": value("string", "The name of the page's file."),
              "sourcePage": integer("The page number in the file, counting from 1.", from: 1), "sha256": sha256,
              "kind": .object([
                "type": .string("object"),
                "description": .string(
                  "{\"turn\": {\"degrees\": 90}} for a clockwise rotation, or {\"corners\": {\"points\": [[x, y], …]}} for the "
                    + "corners of the sheet in source pixels."),
              ]),
              "by": value("string", "The author."), "at": value("string", "The date of the decision, in ISO 8601."),
              "undone?": value(
                "string",
                "The date on which the decision was undone, in ISO 8601. Absent if it is in effect."),
            ]), "The decisions about whole pages. Absent if there are none."),
        "orders?": list(
          of: object(
            "",
            [
              "id": value("string"), "sha256": sha256,
              "pages": list(of: pagePlace, "The pages in order. Pages that aren't listed come last."),
              "leftOut": list(of: pagePlace, "The pages to leave out."),
              "by": value("string", "The author."), "at": value("string", "The date of the decision, in ISO 8601."),
              "undone?": value(
                "string",
                "The date on which the decision was undone, in ISO 8601. Absent if it is in effect."),
            ]), "The page orders. The last one that wasn't undone applies. Absent if there are none."),
        "settings?": list(
          of: object(
            "",
            [
              "id": value("string"),
              "changes": list(
                of: object(
                  "",
                  [
                    "key": value("string", "The path of the setting, such as stages.recognize.languages."),
                    "value": value("string", "The value in the form of --set."),
                    "replacesOnly?": value(
                      "boolean",
                      "Whether the change only applies if the pipeline contains the setting."),
                  ]), "The changed settings, in order."),
              "by": value("string", "The author."), "at": value("string", "The date of the decision, in ISO 8601."),
              "undone?": value(
                "string",
                "The date on which the decision was undone, in ISO 8601. Absent if it is in effect."),
            ]),
          "The settings for this document. For each key, the last one applies. Absent if there are none."),
        "boundaries?": list(
          of: object(
            "",
            [
              "id": value("string"), "sha256": sha256,
              "page": integer("The number of the page in the input.", from: 2),
              "isCut": value(
                "boolean",
                "Whether a document begins with the page. If false, the page belongs to the same document as the previous "
                  + "page."),
              "by": value("string", "The author."), "at": value("string", "The date of the decision, in ISO 8601."),
              "undone?": value(
                "string",
                "The date on which the decision was undone, in ISO 8601. Absent if it is in effect."),
            ]),
          "The decisions about boundaries between documents. For each page, the last one applies. Absent if there are "
            + "none."),
      ]))
}
