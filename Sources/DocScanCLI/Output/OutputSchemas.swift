// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLibrary
internal import DocScanReview
internal import DocScanWatch

/// The schemas of what docscan prints for programs: events of `--progress json`, events of hooks, and the lists of `--json`.
extension JSONSchema {
  private static func text(_ description: String) -> JSONValue { value("string", description) }
  private static func texts(_ description: String) -> JSONValue { list(of: value("string"), description) }
  private static func numbers(_ description: String) -> JSONValue { list(of: integer(""), description) }
  private static let amount = value("string", "A decimal number, such as 1234.50.")
  private static let size = value("object", "The size of the page's image, in pixels.")

  /// An event of `--progress json`: one of the lines, by the key `event`.
  static let progress = root(
    "progress", title: "docscan --progress json",
    ["oneOf": .array(events)])

  private static func event(
    _ name: String, _ description: String, _ members: [String: JSONValue], hasTime: Bool = true
  ) -> JSONValue {
    var members = members
    members["event"] = constant(name)
    if hasTime { members["at"] = value("number", "The seconds since the start.") }
    return object(description, members)
  }

  private static var events: [JSONValue] {
    let (document, page) = (text("The document's name."), integer("The number of the page, from 1.", from: 1))
    let message: JSONValue = ["anyOf": [["type": "string"], ["type": "null"]]]
    let totals = ["complete", "partial", "failed", "unchanged", "ignored", "pages", "failedPages", "blankPages"]
    var end: [String: JSONValue] = [:]
    for total in totals + ["noTextPages", "poorPages"] { end[total] = integer("") }
    end["interrupted"] = value("boolean", "Whether the run was interrupted.")
    end["seconds"] = value("number", "The duration of the run.")
    return [
      event("started", "The run begins.", ["documents": integer(""), "workers": integer("")]),
      event("document-opened", "The pages of a document are read.", ["document": document, "pages": integer("")]),
      event(
        "document-named", "A document got a name by its content.",
        ["document": document, "name": text("The new name.")]),
      event(
        "page-finished", "A page is finished.",
        ["document": document, "page": page, "status": text("The page's status."), "message": message]),
      event(
        "page-retried", "A page failed, and is read once more.",
        ["document": document, "page": page, "message": text("The reason.")]),
      event(
        "document-finished", "A document is finished.",
        [
          "document": document, "source": text("The input."), "status": text("The document's status."),
          "pages": integer(""), "failedPages": numbers("The failed pages."), "blankPages": numbers("The blank pages."),
          "poorPages": numbers("The pages to scan again."), "untrustedPages?": numbers("The pages of grade F."),
          "noTextPages?": numbers("The pages with something on them, but without text."),
          "unnamed?": text("Why the document kept the name of its input."), "message": message,
          "notes": texts("Remarks."), "seconds": value("number", "The duration."),
        ]),
      event(
        "notice", "A message for the user.", ["message": text("The message."), "at?": value("number")], hasTime: false),
      event("finished", "The run ends.", end),
      event(
        "summary", "The last line of a run.",
        [
          "results": text("The folder or file with the results."), "report?": text("The report's file."),
          "review?": value("object", "The pages to review (--review), as in report.json."),
          "failure?": text("Why --fail-grade makes the run fail."), "notice?": text("A message for the user."),
        ], hasTime: false),
      event(
        "error", "The run ended because of an error.",
        ["message": text("The message."), "exitCode": integer("The exit code.")],
        hasTime: false),
    ]
  }

  /// The body of a webhook request.
  static let hook = root(
    "event", title: "docscan event (docscan-event/1)",
    object(
      "An event of a document, as a webhook gets it.",
      [
        "schema": constant("docscan-event/1"), "id": text("A stable ID: the same in each delivery."),
        "event": oneOf(HookSettings.Event.allCases.map(\.rawValue), "The kind of event."),
        "library": text("The output folder."),
        "document": value("object", "The document's JSON, as docscan schema document describes it."),
      ]))

  /// The output of `docscan search --json`.
  static let search = root(
    "search", title: "docscan search --json (\(SearchResult.schema))",
    object(
      "The result of a search.",
      [
        "schema": constant(SearchResult.schema), "pages": integer("The number of matching pages."),
        "areMore": value("boolean", "Whether more pages match than were counted."), "notes": texts("Messages."),
        "hits": list(
          of: object(
            "A matching page.",
            [
              "document": text("The document's name."), "page": integer("The page's number.", from: 1),
              "file": text("The page's JSON, relative to the library."),
              "pdf?": text("The document's PDF, relative to the library."),
              "likelihood": confidence("The probability that the page matches."), "image?": size,
              "snippet": object(
                "The text around the first matches.",
                [
                  "text": value("string"),
                  "marks": list(of: numbers("Start and length, in Unicode code points."), "The matches in the text."),
                ]),
              "matches": list(
                of: object(
                  "",
                  [
                    "text": value("string"), "words": numbers("The indices of the words on the page."),
                    "boxes": list(of: value("array"), "The boxes around the words, one per line."),
                  ]), "All matches on the page."),
            ]), "The pages, the best first."),
      ]))

  private static let sum = object(
    "A sum in one currency.",
    [
      "currency": value("string"), "total": amount, "receipts": integer("The number of receipts."),
      "uncertain": integer("The number of receipts with an uncertain total."),
      "name?": text("The category, month, or merchant."),
    ])

  /// The output of `docscan ledger --json`.
  static let ledger = root(
    "ledger", title: "docscan ledger --json (\(Ledger.schema))",
    object(
      "The receipts and invoices of a library.",
      [
        "schema": constant(Ledger.schema), "sums": list(of: sum, "The sums by currency."),
        "sumsBy": map(of: list(of: sum), "The sums by category, month, and merchant."),
        "withoutReceipt": list(
          of: object(
            "A page that was searched for a receipt without a result.",
            [
              "document": value("string"), "page?": integer("Absent if the whole document failed.", from: 1),
              "file": value("string"), "cause": oneOf(LedgerGap.Cause.allCases.map(\.rawValue)),
            ]), ""),
        "receipts": list(of: entry, "The receipts and invoices, by date."),
      ]))

  private static var entry: JSONValue {
    let source = object(
      "A place where it was scanned.",
      ["document": value("string"), "page": integer("", from: 1), "file": value("string")])
    return object(
      "A receipt or an invoice.",
      [
        "kind?": oneOf(LedgerEntry.Kind.allCases.map(\.rawValue)), "date?": text("YYYY-MM-DD."),
        "time?": value("string"), "dueDate?": text("YYYY-MM-DD."), "merchant?": text("The shop or seller."),
        "buyer?": value("string"), "ibans?": texts("The accounts for the payment."), "number?": value("string"),
        "total?": amount, "net?": amount, "tax?": amount, "currency?": text("The ISO 4217 code."),
        "category?": value("string"), "language?": text("The BCP 47 tag."),
        "items": list(of: value("object"), "The items."), "taxes": list(of: value("object"), "The tax of each rate."),
        "payments": list(of: value("object"), "The payments."), "failedChecks": texts("The checks that fail."),
        "contradictions?": texts("The contradictions between an e-invoice and its page."),
        "doubtful": texts("The fields to check."), "sources": list(of: source, "The places."),
        "perhapsSameAs": list(of: source, "The entries that may be the same receipt."),
        "sameAs?": value("string"), "differentFrom?": texts("The entries that aren't the same receipt."),
        "corrections?": integer("The number of values that reviewers set.", from: 1),
      ])
  }

  /// The output of `docscan review --names --json`.
  static let names = root(
    "names", title: "docscan review --names --json (\(UnnamedDocuments.schema))",
    object(
      "The documents that their content couldn't name.",
      [
        "schema": constant(UnnamedDocuments.schema),
        "areMore": value("boolean", "Whether the library has more than --limit."),
        "documents": list(
          of: object(
            "",
            [
              "document": text("The document's name."), "source": texts("Its input."),
              "reason": text("Why it has no name."), "suggestion?": text("The most likely name."),
            ]), ""),
      ]))

  // The reason that a watcher writes next to a failed original.
  static let reason = root(
    "reason", title: "NAME.reason.json (\(FailureReason.schema))",
    object(
      "The reason for a failed original.",
      [
        "schema": constant(FailureReason.schema), "name": text("The original's name."),
        "source": text("Its path in the inbox."), "failed": text("The time, as ISO 8601 in UTC."),
        "retry?": texts("The arguments of the command that retries it."),
        "documents": list(
          of: object(
            "An incomplete document.",
            [
              "name": value("string"), "status": oneOf(DocumentStatus.allCases.map(\.rawValue)),
              "reason?": value("string"), "pageCount": integer(""), "results?": text("The folder of the results."),
              "areComplete?": value("boolean", "true if the results are those of an earlier run."),
              "pages": list(
                of: object("A failed page.", ["number": integer("", from: 1), "reason": value("string")]), ""),
            ]), ""),
      ]))

  /// The output of `docscan tables --json`.
  static let tables = root(
    "tables", title: "docscan tables --json (docscan-tables/1)",
    object(
      "The tables of documents.",
      [
        "schema": constant("docscan-tables/1"),
        "tables": list(
          of: object(
            "A table of a document.",
            [
              "document": value("string"), "number": integer("Its number in the document.", from: 1),
              "doubtfulCells": integer("The number of cells to check."),
              "table": object(
                "Its cells.",
                [
                  "rows": integer(""), "columns": integer(""), "title?": value("string"),
                  "confidence": confidence("The probability that it is a table."),
                  "pages": list(of: value("object"), "Its places."), "cells": list(of: value("object"), ""),
                ]),
            ]), ""),
      ]))

  /// The output of `docscan review --json`.
  static let review = root(
    "review", title: "docscan review --json (\(ReviewList.schema))",
    object(
      "The words and pages to review.",
      [
        "schema": constant(ReviewList.schema), "words": integer("The number of words in the library."),
        "expectedErrors": value("number", "The expected number of wrong words."),
        "reviewed": integer("The number of decided words."), "pending": integer("The corrections not in files yet."),
        "waiting": integer("The documents that the next run must redo."),
        "items": list(
          of: object(
            "A word.",
            [
              "document": value("string"), "page": integer("", from: 1), "word": integer("The word's index."),
              "text": value("string"), "confidence": confidence("The probability that the text is right."),
              "candidates": texts("Other readings."), "before": value("string"), "after": value("string"),
              "box": value("array"), "image?": size, "alike": integer("The number of words read like this."),
              "isFigure?": value("boolean"), "cell?": value("object"),
            ]), "The words, the most doubtful first."),
        "pages": list(of: value("object"), "Pages to review as a whole."), "invoices": list(of: value("object"), ""),
        "lostEdits": list(of: value("object"), ""), "settings": list(of: value("object"), ""),
        "boundaries": list(of: value("object"), "Boundaries between documents."),
      ]))
}
