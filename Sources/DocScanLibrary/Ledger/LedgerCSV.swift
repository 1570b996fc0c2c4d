// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

extension Ledger {
  package var csv: String {
    func text(_ value: @escaping (LedgerEntry) -> String?) -> (LedgerEntry) -> String {
      { value($0).map(Escape.csvText) ?? "" }
    }
    let columns: [(name: String, cell: (LedgerEntry) -> String)] = [
      ("date", text { $0.date }), ("time", text { $0.time }), ("merchant", text { $0.merchant }),
      ("category", text { $0.category }), ("total", { ($0.money?.text).map(Escape.csvNumber) ?? "" }),
      ("currency", text { $0.currency }), ("net", { ($0.money($0.net)?.text).map(Escape.csvNumber) ?? "" }),
      ("tax", { ($0.money($0.tax)?.text).map(Escape.csvNumber) ?? "" }),
      ("payment", text { $0.paidWith }), ("language", text { $0.language }), ("number", text { $0.number }),
      ("items", { "\($0.items.count)" }), ("doubtful", text { $0.doubtful.joined(separator: " ") }),
      ("checks that fail", text { $0.failedChecks.joined(separator: "; ") }),
      ("sources", text { $0.sources.map(\.text).joined(separator: "; ") }),
      ("perhaps the same as", text { $0.perhapsSameAs.map(\.text).joined(separator: "; ") }),
      ("kind", text { $0.kind?.rawValue }), ("due date", text { $0.dueDate }), ("buyer", text { $0.buyer }),
      ("iban", text { $0.ibans?.joined(separator: "; ") }),
    ]
    let lines = receipts.map { entry in columns.map { $0.cell(entry) } }
    return Self.csv([columns.map { Escape.csvText($0.name) }] + lines)
  }

  package func csv(by grouping: LedgerGrouping) -> String {
    let header = [grouping.rawValue, "total", "currency", "receipts", "uncertain"].map(Escape.csvText)
    return Self.csv(
      [header]
        + groups(by: grouping).map {
          [
            Escape.csvText($0.name), Escape.csvNumber($0.total), Escape.csvText($0.currency), "\($0.receipts)",
            "\($0.uncertain)",
          ]
        })
  }

  private static func csv(_ lines: [[String]]) -> String {
    lines.map { $0.joined(separator: ",") + "\r\n" }.joined()
  }
}
