// SPDX-License-Identifier: GPL-3.0-or-later
// Support: libraries with receipts.

import DocScanCore
import DocScanFixtures
import DocScanLibrary

/// An output folder with receipts, made without a run.
final class ReceiptLibrary {
  let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.makeFolder(".docscan")
  }

  /// Adds a document with a page for each receipt; `nil` is a page without one.
  func add(
    _ name: String, _ receipts: [Receipt?], text: String = "", stages: [String] = ["receipt"], invoice: JSONValue? = nil
  )
    throws
  {
    let pages = receipts.indices.map { index -> JSONValue in
      [
        "number": .number(Double(index + 1)), "status": "recognized", "file": .string("pages/000\(index + 1).json"),
        "source": .string("\(name).jpg"), "sourcePage": 1,
      ]
    }
    var record: [String: JSONValue] = [
      "schema": "docscan-document/1", "name": .string(name), "source": [.string("\(name).jpg")], "sha256": "00",
      "pipeline": [
        "name": "receipts", "sha256": "00",
        "stages": .array(stages.map { ["name": .string($0), "settings": .object([:])] }),
      ], "status": "complete", "pageCount": .number(Double(pages.count)),
      "selection": "all", "pages": .array(pages), "quality": ["words": 0], "notes": [], "versions": [:],
    ]
    record["invoice"] = invoice
    _ = try folder.makeFolder("\(name)/pages")
    for (index, receipt) in receipts.enumerated() {
      var page = RecognizedPage(
        document: DocumentReference(name: name, sha256: "00", pageCount: pages.count),
        page: PageReference(number: index + 1, source: "\(name).jpg", sourcePage: 1), status: .recognized, text: text,
        languages: ["deu"])
      if let receipt { try page.findings.set(receipt) }
      try folder.write(JSONText.pretty(page), to: "\(name)/pages/000\(index + 1).json")
    }
    try folder.write(JSONText.pretty(record), to: "\(name)/\(name).json")
  }

  func ledger(rules: String = "", filter: LedgerFilter = LedgerFilter(), everyScan: Bool = false) throws -> Ledger {
    try Ledger(
      library: path, rules: CategoryRules(rules, file: "categories.txt"), filter: filter, everyScan: everyScan)
  }
}

extension Receipt {
  /// Returns a receipt with these fields, all read with certainty.
  static func of(
    _ merchant: String?, _ date: String?, _ total: String?, _ currency: String? = "EUR", time: String? = nil,
    number: String? = nil, confidence: Double = 0.95, items: [String] = []
  ) -> Receipt {
    func field(_ value: String?, currency: String? = nil) -> Field? {
      value.map { Field(value: $0, currency: currency, confidence: confidence) }
    }
    return Receipt(
      merchant: field(merchant), date: field(date), time: field(time), total: field(total, currency: currency),
      number: field(number), currency: currency,
      items: items.map {
        Item(description: $0, amount: "1.00", confidence: 0.9, box: Box(x: 0, y: 0, width: 1, height: 1))
      })
  }
}
