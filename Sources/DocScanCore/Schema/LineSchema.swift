// SPDX-License-Identifier: GPL-3.0-or-later

extension JSONSchema {
  /// The schema of one line of `<name>.jsonl`: `PageLine`.
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
