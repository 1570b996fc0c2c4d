// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import DocScanStore

extension Command {
  static let ledger = Command(
    name: "ledger",
    abstract: "Show the receipts of an output folder: a table, sums, files for accounting, a chart.",
    discussion: """
      The receipts are those that the receipt stage found: docscan receipts PHOTOS -o DIR. Each run of this command \
      picks up changes since the last one. A receipt that was scanned twice is shown once, with both places. \
      Possible duplicates count twice, and are listed below the table with the command that resolves them. A "?" \
      marks a date or total that is uncertain, a "≠" an uncertain total that does not match the other amounts. A sum that has \
      an uncertain total is marked as well; a chart leaves such totals out and says how many.

      Categories are yours: write lines such as "Groceries: aldi, rewe, item:bread" into categories.txt in the output folder. \
      A word is searched for in the merchant's name, after "item:" in the items; with a "*" at its end, it can be the beginning of \
      a longer word. The first line that matches counts.

      Pages without a receipt are listed below the table; with --csv, --ledger and --beancount, on standard error; in JSON, under \
      withoutReceipt. --by adds up categories, months or merchants; JSON has all three under sumsBy.

      Amounts are exact, and those of several currencies are never added up. A chart is drawn by gnuplot, with a set of bars \
      for each currency. Files that docscan did not create are not replaced.
      """,
    arguments: [.library],
    options: [
      CommandOption(
        "month", value: CommandValue("MONTHS"),
        help: "Only receipts of a month, a year or several: 2024-03, 2024, 2024-03..2024-05."),
      CommandOption(
        "kind", value: CommandValue(oneOf: LedgerEntry.Kind.allCases.map(\.rawValue), as: "KIND"),
        help: "Only documents of this kind: invoice, receipt or creditNote."),
      CommandOption("merchant", value: CommandValue("TEXT"), help: "Only merchants whose name has this text."),
      CommandOption("category", value: CommandValue("NAME"), help: "Only this category; none: receipts without one."),
      CommandOption("amount", value: CommandValue("FROM..TO"), help: "Only totals in this range: 10..50, 100.., ..5"),
      CommandOption("language", value: CommandValue("TAG"), help: "Only receipts in this language, such as de or ko."),
      CommandOption("currency", value: CommandValue("CODE"), help: "Only totals in this currency, such as EUR."),
      CommandOption("every-scan", help: "Count repeated scans separately."),
      CommandOption(
        "categories", value: CommandValue("FILE", completion: .paths),
        help: "The rules for categories, instead of categories.txt in the output folder."),
      CommandOption(
        "by", value: CommandValue(oneOf: LedgerGrouping.allCases.map(\.rawValue), as: "WHAT"),
        help: "Print sums by category, month or merchant; with --csv as CSV."),
      CommandOption("csv", help: "Print the receipts as CSV, for spreadsheets."),
      CommandOption(
        "output", short: "o", value: CommandValue("FILE.xlsx", completion: .paths),
        help:
          "Write a spreadsheet: a row for each invoice and receipt, with number, dates, sender, buyer, net, the tax of each "
          + "rate, total and IBAN, and a sheet with the items. A folder is treated as the one with the results."),
      CommandOption("overwrite", help: "Overwrite an existing spreadsheet."),
      CommandOption("json", help: "Print the receipts as JSON, with everything that was read on them."),
      CommandOption("ledger", help: "Print the receipts as a journal for hledger or ledger."),
      CommandOption("beancount", help: "Print the receipts as a file for beancount."),
      CommandOption(
        "chart", value: CommandValue("FILE", completion: .paths),
        help: "Draw the spending by month, merchant and category: FILE.svg, or FILE.png."),
      CommandOption("rebuild", help: "Read all page JSONs again, not only those that changed."),
    ],
    example: Example(
      line: "docscan ledger out --month 2024 --chart 2024.svg",
      explanation: "Shows the receipts of 2024 in the folder out, and draws the spending."),
    perform: { (arguments, console) throws(CommandError) in
      let workbook = arguments.values["output"].flatMap { $0.lowercased().hasSuffix(".xlsx") ? $0 : nil }
      let library =
        try workbook == nil
        ? arguments.library(of: "ledger")
        : CommandArgument.library(in: arguments).first ?? StoredDocument.standardLibrary
      let printed = ["csv", "json", "ledger", "beancount"].filter(arguments.flags.contains)
      guard printed.count < 2 else {
        throw .usage("--\(printed[0]) and --\(printed[1]) cannot be printed at once.", command: "ledger")
      }
      let grouping = arguments.values["by"].flatMap(LedgerGrouping.init)
      if grouping != nil, let other = printed.first, other == "ledger" || other == "beancount" {
        throw .usage("--by is for the table, --csv and --json, not for --\(other).", command: "ledger")
      }
      let filter = try arguments.ledgerFilter()
      if let workbook {
        if let other = printed.first ?? (grouping == nil ? nil : "by") {
          throw .usage("-o and --\(other) cannot be used at once.", command: "ledger")
        }
        try batchResult(NamedFile.check(workbook, inputs: [], overwrite: arguments.flags.contains("overwrite")))
      }
      let isFiltered = ["kind", "month", "merchant", "category", "amount", "language", "currency"]
        .contains { arguments.values[$0] != nil }
      let chart = try arguments.chart()
      let root = try batchResult(Ledger.library(library))
      let rules = try batchResult(Ledger.rules(arguments.values["categories"], in: root))
      let ledger = try batchResult(
        Ledger(
          library: root, rules: rules, filter: filter, everyScan: arguments.flags.contains("every-scan"),
          rebuild: arguments.flags.contains("rebuild")))
      if let workbook {
        var isWhole = true
        try batchResult(
          NamedFile.write(workbook, inputs: [], overwrite: arguments.flags.contains("overwrite")) {
            (file) throws(OutputError) in isWhole = try LedgerWorkbook(ledger).write(to: file)
          })
        console.writeError(
          "\(counted(ledger.receipts.count, "document")) written to \(visibleText(workbook)).\n"
            + (ledger.receipts.isEmpty ? LedgerText.none(in: ledger, library: library, isFiltered: isFiltered) : "")
            + (isWhole ? "" : "The spreadsheet is full, so some rows are missing. --csv has no limit.\n"))
      }
      switch (printed.first, grouping) {
      case (nil, nil) where workbook != nil: break
      case ("csv", nil): try console.writeOutput(ledger.csv)
      case ("csv", let grouping?): try console.writeOutput(ledger.csv(by: grouping))
      case ("json", _): try console.writeJSON(ledger)
      case ("ledger", _): try console.writeOutput(PlainTextAccounting.hledger.text(of: ledger))
      case ("beancount", _): try console.writeOutput(PlainTextAccounting.beancount.text(of: ledger))
      case (_, let grouping?): try console.writeOutput(LedgerText.text(of: ledger, by: grouping))
      case (_, nil): try console.writeOutput(LedgerText.text(of: ledger, library: library, isFiltered: isFiltered))
      }
      // These formats can't list pages without a receipt.
      if let first = printed.first, first != "json" { console.writeError(LedgerText.gaps(of: ledger)) }
      if let chart {
        let drawing = try batchResult(SpendingChart(ledger))
        let file = try batchResult(drawing.drawn(as: chart.format))
        try batchResult(Ledger.write(file, to: chart.file, library: root))
        console.writeError((drawing.notes + ["The chart is \(chart.file)."]).map { visibleText($0) + "\n" }.joined())
      }
      return .success
    })
}

extension ParsedArguments {
  fileprivate func ledgerFilter() throws(CommandError) -> LedgerFilter {
    var filter = LedgerFilter()
    (filter.merchant, filter.category) = (values["merchant"], values["category"])
    filter.kind = values["kind"].flatMap(LedgerEntry.Kind.init)
    (filter.language, filter.currency) = (values["language"], values["currency"])
    if let text = values["month"] {
      guard let months = LedgerFilter.months(text) else {
        throw .usage(
          "--month: expected 2024-03, 2024 or 2024-03..2024-05, found \"\(visibleText(text))\".",
          command: "ledger")
      }
      filter.months = months
    }
    if let text = values["amount"] {
      guard let (least, most) = LedgerFilter.amounts(text) else {
        throw .usage("--amount: expected 10..50, 100.. or ..5, found \"\(visibleText(text))\".", command: "ledger")
      }
      (filter.least, filter.most) = (least, most)
    }
    return filter
  }

  fileprivate func chart() throws(CommandError) -> (file: String, format: SpendingChart.Format)? {
    guard let file = values["chart"] else { return nil }
    let ending = file.split(separator: "/").last.flatMap { $0.split(separator: ".").dropFirst().last }
    guard let format = ending.flatMap({ SpendingChart.Format(rawValue: $0.lowercased()) }) else {
      throw .usage(
        "--chart: expected a file name that ends with .svg or .png, found \"\(visibleText(file))\".",
        command: "ledger")
    }
    return (file, format)
  }
}
