// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
package import FoundationEssentials

/// Bar charts of the spending per month, merchant, and category, drawn by gnuplot, with a set of charts for each currency. Shades run from dark to
/// light in a fixed order, so that they can be distinguished in gray. The SVG's description contains the numbers for screen readers.
package struct SpendingChart: Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case svg, png
  }

  private static let mostCurrencies = 4
  /// The size of the picture, in pixels.
  private static let (width, height) = (1200, 760)
  private static let monthsShare = 0.54
  /// The shades of the categories, from dark to light. The lightness of neighbors differs by at least 15 of 100.
  private static let shades = ["#12354f", "#2f6f8f", "#5aa89c", "#a9cf8f", "#f0e5a3"]
  private static let (shadeOfNone, shadeOfMerchants) = ("#fafafa", "#8fa3b3")
  private static let mostNumbers = 13

  private let tables: [SpendingTable]
  /// The limitations of the chart, in sentences.
  package let notes: [String]
  /// The note about uncertain totals, which is also in the picture's description, or `nil` if there are none.
  private let leftOut: String?

  /// Throws an error if no receipt has a certain total.
  package init(_ ledger: Ledger) throws(BatchError) {
    let all = ledger.sums.map { SpendingTable(ledger.receipts, currency: $0.currency) }
      .filter { $0.receipts > 0 }
    let uncertain = ledger.receipts.count { $0.money != nil && $0.hasUncertainTotal }
    guard !all.isEmpty else {
      throw .noInput(
        uncertain == 0
          ? "The chart needs a receipt with a total, and none was found."
          : "The chart needs a receipt with a certain total, and none was found. To correct one: docscan review FOLDER --field"
      )
    }
    tables = Array(all.prefix(Self.mostCurrencies))
    var notes: [String] = []
    leftOut = uncertain > 0 ? "The chart leaves out \(counted(uncertain, "receipt")) with an uncertain total." : nil
    if let leftOut { notes.append(leftOut) }
    if all.count > tables.count {
      let left = all.dropFirst(tables.count).map(\.currency).joined(separator: ", ")
      notes.append("The chart has the \(tables.count) currencies with most receipts, and leaves out \(left).")
    }
    let undated = tables.reduce(0) { $0 + $1.undated }
    if undated > 0 { notes.append("\(counted(undated, "receipt")) without a date: not among the months.") }
    for table in tables where table.tooEarly > 0 {
      notes.append(
        "\(counted(table.tooEarly, "receipt")) in \(table.currency) before \(table.months.first ?? "") "
          + "\(table.tooEarly == 1 ? "is" : "are") not among the months; merchants and categories have all of them.")
    }
    self.notes = notes
  }

  package func drawn(as format: Format) throws(BatchError) -> Data {
    let folder = try TemporaryFolder()
    var script = [
      "set encoding utf8", "set datafile separator \"\\t\"", "set datafile commentschars \"\"",
      "set style fill solid 1 border rgb \"#333333\"",
      "set terminal \(terminal(format))", "set output \"chart\"", "set multiplot", "set tics nomirror scale 0.5",
      "set border 3 lc rgb \"#555555\"", "set grid back lc rgb \"#dddddd\" lt 1",
    ]
    for (index, table) in tables.enumerated() { script += try panels(of: table, index, in: folder) }
    script.append("unset multiplot")
    try folder.write("script", script.map { $0 + "\n" }.joined())
    try folder.run(
      ["gnuplot", "-d", "script"],
      missing: "gnuplot, which draws the chart, is not installed. Get it with: sudo apt-get install gnuplot-nox")
    let picture = try folder.read("chart")
    return format == .svg ? described(picture) : picture
  }

  private func terminal(_ format: Format) -> String {
    let size = "size \(Self.width),\(Self.height * tables.count) noenhanced background rgb \"white\""
    return switch format {
    case .svg: "svg dynamic font \"DejaVu Sans,13\" \(size)"
    case .png: "pngcairo font \"DejaVu Sans,10\" \(size)"
    }
  }

  // MARK: The parts of a set

  /// Writes a set's data files, and returns its gnuplot script, which contains no names, because gnuplot runs commands in its script's texts.
  private func panels(of table: SpendingTable, _ index: Int, in folder: borrowing TemporaryFolder) throws(BatchError)
    -> [String]
  {
    let share = 1 / Double(tables.count)
    let bottom = 1 - share * Double(index + 1)
    // Without months, the other panels use their space.
    let monthsShare = table.months.isEmpty ? 0 : Self.monthsShare
    let split = bottom + share * (1 - monthsShare)
    var script: [String] = []
    if !table.months.isEmpty {
      let names = table.categories.map { Self.cell($0.name) }
      var rows = [(["month"] + names + ["top", "sum"]).joined(separator: "\t")]
      for month in table.months {
        let sums = table.categories.map { table.sums[month]?[$0.name] ?? 0 }
        let sum = sums.reduce(0, +)
        let top = sums.filter { $0 > 0 }.reduce(0, +)
        rows.append(
          ([month] + (sums + [top]).map { "\($0)" } + [sum == 0 ? "" : Money(sum, table.currency).text])
            .joined(separator: "\t"))
      }
      try folder.write("months-\(index)", rows.map { $0 + "\n" }.joined())
      script += [
        "set origin 0,\(split)", "set size 1,\(share * monthsShare)",
        "set title \"Spending by month, \(table.currency)\" font \",16\"", "set ylabel \"\(table.currency)\"",
        "set style data histograms", "set style histogram rowstacked", "set boxwidth 0.62 relative",
        table.categories.count > 1 ? "set key outside right top Left reverse samplen 1 width 2" : "unset key",
        "set xtics \(table.months.count > Self.mostNumbers ? "rotate by 45 right" : "norotate center")",
        "set ytics auto",
        "set autoscale x", "set yrange [\(Self.floor(of: rowsMinimum(table))):\(Self.ceiling(of: rowsMaximum(table)))]",
        "set grid noxtics ytics",
      ]
      let columns = 2...(table.categories.count + 1)
      var plots = columns.map { column in
        "\"months-\(index)\" using \(column):xtic(1) title columnheader(\(column)) lc rgb \"\(shade(of: table.categories[column - 2].name, in: table))\""
      }
      if table.months.count <= Self.mostNumbers {
        let top = table.categories.count + 2
        plots.append("\"months-\(index)\" skip 1 using 0:\(top):\(top + 1) with labels offset 0,0.7 notitle")
      }
      script.append("plot " + plots.joined(separator: ", "))
    }
    let hasCategories = table.categories.count > 1
    script += try bars(
      table.merchants, "merchants-\(index)", title: "Merchants, \(table.currency)",
      shade: { _ in Self.shadeOfMerchants },
      in: folder, table,
      place: (0, bottom, hasCategories ? 0.55 : 1, share * (1 - monthsShare)))
    if hasCategories {
      script += try bars(
        table.categories, "categories-\(index)", title: "Categories, \(table.currency)",
        shade: { shade(of: $0, in: table) }, in: folder, table,
        place: (0.55, bottom, 0.45, share * (1 - monthsShare)))
    }
    return script
  }

  private func bars(
    _ entries: [(name: String, sum: Decimal)], _ file: String, title: String, shade: (String) -> String,
    in folder: borrowing TemporaryFolder,
    _ table: SpendingTable, place: (x: Double, y: Double, width: Double, height: Double)
  ) throws(BatchError) -> [String] {
    let lines = entries.map { entry in
      "\(Self.cell(entry.name))\t\(entry.sum)\t\(max(entry.sum, 0))\t\(Money(entry.sum, table.currency).text)\t"
        + "0x\(shade(entry.name).dropFirst())\n"
    }
    try folder.write(file, lines.joined())
    let sums = entries.map { Self.number($0.sum) }
    // Leaves room for the amount after the longest bar.
    let most = max((sums.max() ?? 0) * 1.28, 1e-9)
    return [
      "set origin \(place.x),\(place.y)", "set size \(place.width),\(place.height)", "unset key",
      "set title \"\(title)\" font \",14\"", "unset ylabel", "set xtics norotate center", "unset ytics",
      "set ytics scale 0 nomirror", "set yrange [\(Double(max(entries.count, 3)) - 0.4):-0.6]",
      "set xrange [\(Self.floor(of: sums.min() ?? 0)):\(most)]", "set xtics autofreq",
      "set grid xtics noytics",
      "plot \"\(file)\" using 2:0:(0):2:($0-0.34):($0+0.34):5:ytic(1) with boxxyerror lc rgb variable, "
        + "\"\" using 3:0:4 with labels left offset 0.6,0",
      "unset xrange",
    ]
  }

  /// Returns a category's shade. The largest category is the darkest. With few categories, their shades are far apart.
  private func shade(of category: String, in table: SpendingTable) -> String {
    let named = table.categories.map(\.name).filter { $0 != SpendingTable.uncategorized }
    guard category != SpendingTable.uncategorized else {
      return named.isEmpty ? Self.shadeOfMerchants : Self.shadeOfNone
    }
    let step = max(1, Self.shades.count / max(named.count, 1))
    return Self.shades[min((named.firstIndex(of: category) ?? 0) * step, Self.shades.count - 1)]
  }

  private func rowsMaximum(_ table: SpendingTable) -> Double {
    table.sums.values.map { $0.values.filter { $0 > 0 }.reduce(0, +) }.map(Self.number).max() ?? 0
  }

  private func rowsMinimum(_ table: SpendingTable) -> Double {
    table.sums.values.map { $0.values.filter { $0 < 0 }.reduce(0, +) }.map(Self.number).min() ?? 0
  }

  private static func ceiling(of value: Double) -> Double { max(value * 1.15, 1e-9) }
  private static func floor(of value: Double) -> Double { value < 0 ? value * 1.15 : 0 }
  private static func number(_ value: Decimal) -> Double { Double("\(value)") ?? 0 }

  private static func cell(_ name: String) -> String {
    let clean = Escape.cell(name)
    return clean.count > 24 ? clean.prefix(23) + "…" : clean
  }

  // MARK: For screen readers

  var description: String {
    tables.map { table in
      func list(_ entries: [(name: String, sum: Decimal)]) -> String {
        entries.map { "\($0.name) \(Money($0.sum, table.currency).text)" }.joined(separator: ", ")
      }
      let months = table.months.compactMap { month in table.sums[month].map { (month, $0.values.reduce(0, +)) } }
      return "\(counted(table.receipts, "receipt")) in \(table.currency). By month: \(list(months)). "
        + "By merchant: \(list(table.merchants)). By category: \(list(table.categories))."
    }.joined(separator: " ") + (leftOut.map { " " + $0 } ?? "")
  }

  private func described(_ svg: Data) -> Data {
    let text = String(decoding: svg, as: UTF8.self)
    guard let title = text.firstRange(of: "<title>"), let end = text.firstRange(of: "</desc>"),
      let root = text.firstRange(of: "<svg"), root.upperBound < title.lowerBound
    else { return svg }
    let named =
      text[..<root.upperBound] + " role=\"img\" aria-labelledby=\"chart-title chart-description\""
      + text[root.upperBound..<title.lowerBound]
      + "<title id=\"chart-title\">Spending by month, merchant and category</title>\n<desc id=\"chart-description\">"
      + Escape.xmlText(Escape.line(description)) + text[end.lowerBound...]
    return Data(named.utf8)
  }
}

func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
