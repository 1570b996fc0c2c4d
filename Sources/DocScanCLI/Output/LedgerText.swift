// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary

/// The text output of `docscan ledger`.
enum LedgerText {
  private static let (widestMerchant, widestSource, mostGaps) = (32, 40, 100)

  static func text(of ledger: Ledger, library: String, isFiltered: Bool) -> String {
    guard !ledger.receipts.isEmpty else {
      return none(in: ledger, library: library, isFiltered: isFiltered) + gaps(of: ledger)
    }
    let hasCategories = ledger.receipts.contains { $0.category != nil }
    var rows = ledger.receipts.map { entry in
      var row = [
        marked(entry.date, "date", entry),
        entry.merchant.map { fitted($0, to: widestMerchant) + (entry.mark("merchant") ?? "") } ?? "–",
      ]
      if hasCategories { row.append(entry.category ?? "–") }
      row.append(marked(entry.money?.text, "total", entry))
      return row + [entry.currency ?? "–", sources(of: entry)]
    }
    rows.insert(["Date", "Merchant"] + (hasCategories ? ["Category"] : []) + ["Total", "", "Scan"], at: 0)
    return table(rows, rightAligned: hasCategories ? 3 : 2) + "\n"
      + summary(of: ledger, library: library, hasCategories: hasCategories)
      + offers(of: ledger, library: library) + gaps(of: ledger)
  }

  static func none(in ledger: Ledger, library: String, isFiltered: Bool) -> String {
    if isFiltered { return "No receipts match these options. Leave out an option to see more.\n" }
    let folder = visibleText(library)
    return ledger.withoutReceipt.isEmpty
      ? "No receipts. The receipt stage finds them: docscan receipts PHOTOS -o \(folder)\n" : "No receipts.\n"
  }

  static func text(of ledger: Ledger, by grouping: LedgerGrouping) -> String {
    let noun = noun(ledger.receipts)
    let rows = ledger.groups(by: grouping).map {
      [shown($0.name, grouping), $0.marked, $0.currency, entries($0.receipts, $0.uncertain, noun)]
    }
    guard !rows.isEmpty else { return "No receipts with a total.\n" + gaps(of: ledger) }
    return table(rows, rightAligned: 1) + gaps(of: ledger)
  }

  /// Returns the possible duplicates, with the commands that decide about them. Empty if there are none.
  static func offers(of ledger: Ledger, library: String) -> String {
    let offers = ledger.receipts.flatMap { entry in
      entry.perhapsSameAs.compactMap { earlier in entry.sources.first.map { (earlier: earlier, later: $0) } }
    }
    guard let first = offers.first else { return "" }
    let lines = offers.prefix(mostGaps).map {
      "  \(visibleText($0.later.text)): perhaps the same receipt as \(visibleText($0.earlier.text))\n"
    }
    let rest = offers.count > mostGaps ? "  and \(offers.count - mostGaps) more; --json lists them all\n" : ""
    func command(_ field: DecidedField) -> String {
      review(library, ["--field", "\(first.later.place):\(field.rawValue)=\(first.earlier.place)"])
    }
    return "Perhaps scanned twice, but counted twice until you decide:\n" + lines.joined() + rest
      + "  If it is the same:  \(command(.sameAs))\n"
      + "  If it is not:       \(command(.differentFrom))\n"
  }

  /// Returns the commands to correct uncertain values: one for the first receipt, and one for the browser.
  private static func corrections(of receipts: [LedgerEntry], library: String) -> [String] {
    guard let entry = receipts.first(where: \.needsLook), let source = entry.sources.first else { return [] }
    let (field, found): (DecidedField, String?) =
      entry.hasUncertainTotal ? (.total, entry.total) : (.date, entry.date)
    // A missing value can't be confirmed, and one that the page contradicts mustn't be. The placeholder isn't a valid value, so it can't be stored by
    // mistake.
    let value = entry.contradictions?.isEmpty ?? true ? found : nil
    let advice =
      found == nil ? "To fill one in:" : value == nil ? "To correct a value:" : "To correct a value (or confirm it):"
    let place = "\(source.place):\(field.rawValue)="
    let blank = field == .total ? "AMOUNT" : "YYYY-MM-DD"
    return [
      "\(counted(receipts.count(where: \.needsLook), noun(receipts))) with an uncertain date or total: ? or ≠",
      "  \(advice)  " + review(library, ["--field", place + (value ?? blank)]),
      "  To correct them in a browser:  " + review(library, ["--serve"]),
    ]
  }

  private static func review(_ library: String, _ words: [String]) -> String {
    visibleText((["docscan", "review", library] + words).map(Escape.shellWord).joined(separator: " "))
  }

  /// Returns the name of a group, which is a description for receipts without a category, month, or merchant.
  private static func shown(_ name: String, _ grouping: LedgerGrouping) -> String {
    guard name == LedgerGrouping.none else { return name }
    return switch grouping {
    case .category: "no category"
    case .month: "no date"
    case .merchant: "no merchant"
    }
  }

  /// The noun for the entries: "receipt", "invoice", or "credit note", or "document" for different kinds.
  private static func noun(_ entries: [LedgerEntry]) -> String {
    let kinds = Set(entries.map { $0.kind ?? .receipt })
    guard kinds.count == 1, let kind = kinds.first else { return "document" }
    return kind == .creditNote ? "credit note" : kind.rawValue
  }

  private static func entries(_ count: Int, _ uncertain: Int, _ noun: String) -> String {
    counted(count, noun) + (uncertain > 0 ? ", \(uncertain) uncertain" : "")
  }

  /// Returns the pages without a receipt, which aren't part of any total. Empty if there are none.
  static func gaps(of ledger: Ledger) -> String {
    let gaps = ledger.withoutReceipt
    guard !gaps.isEmpty else { return "" }
    let heading = "\(counted(gaps.count, "page")) without a receipt, not counted:\n"
    let rest = gaps.count > mostGaps ? "  and \(gaps.count - mostGaps) more; --json lists them all\n" : ""
    return heading
      + gaps.prefix(mostGaps).map { "  \(visibleText($0.text)): \(reason($0.cause))\n" }.joined() + rest
  }

  private static func reason(_ cause: LedgerGap.Cause) -> String {
    switch cause {
    case .failed: "failed"
    case .noText: "no text was found"
    case .noReceipt: "no receipt was found"
    }
  }

  /// Returns rows as the lines of a table. The column with the index `amount` is aligned on the right.
  private static func table(_ rows: [[String]], rightAligned amount: Int) -> String {
    let widths = rows[0].indices.map { column in rows.map { columns(of: visibleText($0[column])) }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let (text, width) = (visibleText(cell.0), cell.1)
        let gap = String(repeating: " ", count: max(0, width - columns(of: text)))
        return column == amount ? gap + text : text + (column == row.count - 1 ? "" : gap)
      }.joined(separator: "  ") + "\n"
    }.joined()
  }

  private static func marked(_ text: String?, _ field: String, _ entry: LedgerEntry) -> String {
    text.map { $0 + (entry.mark(field) ?? "") } ?? (entry.mark(field) == nil ? "–" : "–?")
  }

  private static func sources(of entry: LedgerEntry) -> String {
    let first = entry.sources.first.map { fittedEnd($0.text, to: widestSource) } ?? ""
    return entry.sources.count > 1 ? "\(first), and \(entry.sources.count - 1) more" : first
  }

  private static func summary(of ledger: Ledger, library: String, hasCategories: Bool) -> String {
    let receipts = ledger.receipts
    let noun = noun(receipts)
    var lines = ledger.sums.map { sum in
      let currency = sum.currency == Money.noCurrency ? "in an unknown currency" : sum.currency
      let doubt =
        sum.uncertain == 0 ? "" : sum.receipts == 1 ? ", uncertain" : ", \(sum.uncertain) of them uncertain"
      return "\(counted(sum.receipts, noun)): \(sum.marked) \(currency)\(doubt)"
    }
    let missing = receipts.count { $0.money == nil }
    if missing > 0 { lines.append("\(counted(missing, noun)) without a total") }
    let again = receipts.reduce(0) { $0 + $1.sources.count - 1 }
    if again > 0 { lines.append("\(counted(again, "more scan")) of the same \(noun)s") }
    lines += corrections(of: receipts, library: library)
    if hasCategories {
      lines += ["", "By category:"]
      lines += table(
        ledger.groups(by: .category).map {
          ["  " + shown($0.name, .category), $0.marked, $0.currency, entries($0.receipts, $0.uncertain, noun)]
        },
        rightAligned: 1
      ).split(separator: "\n").map(String.init)
    } else {
      lines.append(
        "No categories yet: write lines such as \"Groceries: aldi, rewe\" into \(visibleText(library))/\(Ledger.categoryFile)"
      )
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
