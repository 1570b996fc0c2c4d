// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanTypedData

/// Normalizes the values in a table's columns: numbers, amounts of money, percentages, dates. A column has a kind if most of its cells do.
/// A cell that doesn't fit gets a suggestion if misread digits or a lost decimal mark explain it. The text of cells never changes.
struct ColumnValues {
  private let context: DetectionContext
  /// The decimal mark of the table, or `nil` if its numbers don't show one or disagree.
  private var decimalMark: Unicode.Scalar?

  private static let leastShare = 0.6
  private static let fewestValues = 2

  private static let nothing: Set<String> = ["", "-", "–", "—", "..", "...", "…", ".", ":", "n/a", "N/A", "n.a.", "NA"]

  init(_ context: DetectionContext) { self.context = context }

  mutating func added(to table: Table) -> Table {
    var table = table
    decimalMark = table.cells.filter { !$0.isHeader }.compactMap { Amount($0.text, context)?.digits }.decimalMark
    for column in 0..<table.columns {
      let cells = table.cells.indices.filter { index in
        let cell = table.cells[index]
        return cell.column == column && cell.columnSpan == 1 && !cell.isHeader && !Self.nothing.contains(cell.text)
      }
      let texts = cells.map { table.cells[$0].text }
      guard let (kind, values) = values(of: texts) else { continue }
      for (index, value) in zip(cells, values) {
        table.cells[index].value = value
        if value == nil, kind != .date { table.cells[index].suggestion = repaired(table.cells[index].text) }
      }
      if kind != .date { suggestDecimals(values, for: cells, in: &table) }
    }
    table.checks = ColumnSums(table).checks
    return table
  }

  // The least share of a column's numbers that have the same count of decimals, and the least count of numbers.
  private static let (leastAlike, fewestAlike) = (0.75, 5)
  // The confidence with which a number is read if its decimal mark was lost. A PDF's own text has a higher one.
  private static let mostDoubtful = 0.95

  // Suggests a decimal mark for doubtful numbers that are larger than all with the column's usual count of decimals: 2.8 for 28.
  private func suggestDecimals(_ values: [Table.Value?], for cells: [Int], in table: inout Table) {
    let decimals = values.map { $0.map { $0.value.split(separator: ".").dropFirst().first?.count ?? 0 } }
    let counts = Dictionary(decimals.compactMap { $0.map { ($0, 1) } }, uniquingKeysWith: +)
    let all = counts.values.reduce(0, +)
    guard all >= Self.fewestAlike, let (usual, count) = counts.max(by: { $0.value < $1.value }), usual > 0,
      Double(count) >= Self.leastAlike * Double(all),
      let most = zip(values, decimals).compactMap({ $1 == usual ? $0.flatMap { Double($0.value) } : nil }).max()
    else { return }
    for (index, value) in zip(cells, values) {
      let (text, confidence) = (table.cells[index].text, table.cells[index].confidence)
      guard confidence < Self.mostDoubtful, text.count > usual, text.allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = value.flatMap({ Double($0.value) }), number > most
      else { continue }
      table.cells[index].suggestion = "\(text.dropLast(usual))\(Character(decimalMark ?? "."))\(text.suffix(usual))"
    }
  }

  private func values(of texts: [String]) -> (kind: Table.ValueKind, values: [Table.Value?])? {
    guard texts.count >= Self.fewestValues else { return nil }
    let least = max(Double(Self.fewestValues), Self.leastShare * Double(texts.count))
    func isEnough(_ values: [Table.Value?]) -> Bool { Double(values.count { $0 != nil }) >= least }
    let dates = found(DateDetector.self, in: texts).map {
      $0.map { Table.Value(kind: .date, value: $0.value, alternative: $0.alternative) }
    }
    if isEnough(dates) { return (.date, dates) }
    let amounts = texts.map { Amount($0, context) }
    for kind in [Table.ValueKind.money, .percent, .number] {
      let values = values(of: amounts, kind)
      guard isEnough(values) else { continue }
      let isWhole = kind == .number && values.allSatisfy { $0.map { $0.kind == .integer } ?? true }
      return (isWhole ? .integer : kind, values)
    }
    return nil
  }

  /// Returns the value of each amount, or `nil` for other kinds. Bare numbers in a column of money are amounts, too.
  private func values(of amounts: [Amount?], _ kind: Table.ValueKind) -> [Table.Value?] {
    let known = amounts.compactMap(\.self)
    // Columns can have different marks, such as volumes in thousands next to prices with cents.
    let mark = known.map(\.digits).decimalMark ?? decimalMark
    let currencies = Set(known.compactMap(\.currency))
    guard kind != .money || !currencies.isEmpty, kind != .percent || known.contains(where: \.isPercent) else {
      return amounts.map { _ in nil }
    }
    return amounts.map { amount in
      guard let amount,
        let (value, alternative) = amount.reading(
          known: mark, usual: context.decimalMark, creditIsNegative: known.creditIsNegative)
      else { return nil }
      switch kind {
      case .money:
        guard !amount.isPercent else { return nil }
        let currency = amount.hasCurrency || currencies.count > 1 ? amount.currency : currencies.first
        return Table.Value(kind: .money, value: value, alternative: alternative, currency: currency)
      case .percent:
        return amount.hasCurrency ? nil : Table.Value(kind: .percent, value: value, alternative: alternative)
      case .number, .integer, .date:
        guard !amount.hasCurrency, !amount.isPercent else { return nil }
        return Table.Value(
          kind: value.contains(".") || alternative != nil ? .number : .integer, value: value, alternative: alternative)
      }
    }
  }

  /// Returns the number in which a few digits were misread as letters, or `nil` if the text isn't such a number.
  private func repaired(_ text: String) -> String? {
    let letters = text.unicodeScalars.count { $0.properties.isAlphabetic || $0 == "|" || $0 == "!" }
    let digits = text.unicodeScalars.count { $0.isDigit }
    guard letters > 0, letters <= digits else { return nil }
    var repaired = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      repaired.append(scalar.isDigit || scalar == "$" ? scalar : Misreading.digit(for: scalar) ?? scalar)
    }
    let candidate = String(repaired)
    return candidate != text && Amount(candidate, context) != nil ? candidate : nil
  }

  /// Returns the match that fills each cell, or `nil`. The column is searched as one text, so that its dates share the order of day and month.
  private func found(_ detector: any Detector.Type, in texts: [String]) -> [Detected?] {
    let text = SearchText(texts.joined(separator: "\n"))
    var context = context
    context.order = context.order.inColumn(text)
    var starts: [Int: Int] = [:]
    var start = 0
    for (index, cell) in texts.enumerated() {
      starts[start] = index
      start += cell.unicodeScalars.count + 1
    }
    var found = [Detected?](repeating: nil, count: texts.count)
    for hit in detector.find(in: text, context) {
      guard let index = starts[hit.range.lowerBound], hit.range.count == texts[index].unicodeScalars.count else {
        continue
      }
      found[index] = hit
    }
    return found
  }
}
