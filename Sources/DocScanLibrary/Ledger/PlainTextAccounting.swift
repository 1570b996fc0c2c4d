// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// A format for receipts in plain-text accounting. Money moves from a payment account to an account for each category. A receipt without a date or
/// total becomes a comment.
package enum PlainTextAccounting: Sendable {
  /// The journal format of hledger, which ledger also reads.
  case hledger
  case beancount

  package func text(of ledger: Ledger) -> String {
    var lines = header(of: ledger)
    for entry in ledger.receipts {
      lines.append("")
      guard let date = entry.date, let money = entry.money else {
        let missing = [entry.date == nil ? "date" : nil, entry.money == nil ? "total" : nil].compactMap(\.self)
        lines.append(
          "; No \(missing.joined(separator: " and no ")) was found: \(Escape.accountingText(title(of: entry))) (\(places(of: entry)))"
        )
        continue
      }
      lines += transaction(entry, date: date, money: money)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func header(of ledger: Ledger) -> [String] {
    let title = "; Receipts, read by docscan."
    guard self == .beancount else { return [title] }
    let dated = ledger.receipts.filter { $0.date != nil && $0.money != nil }
    guard let first = dated.compactMap(\.date).min() else { return [title] }
    let accounts = Set(dated.flatMap { [expense(of: $0), payer(of: $0)] }).sorted()
    return [title, ""] + accounts.map { "\(first) open \($0)" }
  }

  private func transaction(_ entry: LedgerEntry, date: String, money: Money) -> [String] {
    let isCertain = !entry.needsLook && entry.perhapsSameAs.isEmpty
    let amount = self == .hledger ? "\(money.currency) \(money.text)" : "\(money.text) \(money.currency)"
    switch self {
    case .hledger:
      // "!" marks entries to check.
      var lines = [
        "\(date) \(isCertain ? "*" : "!") \(Escape.hledgerDescription(title(of: entry)))",
        "    ; scan: \(places(of: entry))",
      ]
      lines += doubtLines(entry).map { "    ; \($0)" }
      return lines + ["    \(expense(of: entry))    \(amount)", "    \(payer(of: entry))"]
    case .beancount:
      var lines = ["\(date) \(isCertain ? "*" : "!") \"\(Escape.accountingText(title(of: entry)))\""]
      lines.append("  scan: \"\(places(of: entry))\"")
      lines += doubtLines(entry).map { "  ; \($0)" }
      return lines + ["  \(expense(of: entry))  \(amount)", "  \(payer(of: entry))"]
    }
  }

  private func doubtLines(_ entry: LedgerEntry) -> [String] {
    (entry.doubtful.isEmpty ? [] : ["not sure: " + entry.doubtful.joined(separator: ", ")])
      + entry.failedChecks.map { "does not add up: \(Escape.accountingText($0))" }
      + entry.perhapsSameAs.map { "perhaps the same as \(Escape.accountingText($0.text))" }
  }

  private func title(of entry: LedgerEntry) -> String { entry.merchant ?? "a merchant whose name was not found" }

  private func places(of entry: LedgerEntry) -> String {
    Escape.accountingText(entry.sources.map(\.text).joined(separator: "; "))
  }

  private func expense(of entry: LedgerEntry) -> String {
    account(["expenses", entry.category ?? "uncategorized"])
  }

  private func payer(of entry: LedgerEntry) -> String {
    let methods = Set(entry.payments.map(\.method))
    return account(["assets", methods == [.card] ? "bank" : methods == [.cash] ? "cash" : "unknown"])
  }

  /// Returns an account's name. beancount requires a capital letter or a digit first, and no spaces; in hledger, two spaces end a name.
  private func account(_ parts: [String]) -> String {
    parts.map { part in
      let words = Escape.accountWords(part)
      let name = words.isEmpty ? "other" : words.joined(separator: self == .hledger ? " " : "-")
      return self == .hledger ? name : name.prefix(1).uppercased() + name.dropFirst()
    }.joined(separator: ":")
  }
}
