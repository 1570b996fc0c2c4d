// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanTypedData

/// What the cells of a table's columns hold: numbers, amounts of money, percentages, days.
///
/// A column has a kind when most of its cells say so. Then each of its cells has a normalized value; a cell that does not fit gets
/// a suggestion where misread digits are the reason. Cells are never changed.
struct ColumnValues {
  private let context: DetectionContext
  /// The mark before decimals; nil if no number of the table tells.
  private var decimalMark: Character?

  /// So many of a column's cells say what it holds.
  private static let leastShare = 0.6
  private static let fewestValues = 2

  init(_ context: DetectionContext) { self.context = context }

  /// The table with the values of its cells and the sums of its columns.
  mutating func added(to table: Table) -> Table {
    var table = table
    decimalMark = TableNumber.decimalMark(of: table.cells.filter { !$0.isHeader }.map(\.text))
    for column in 0..<table.columns {
      let cells = table.cells.indices.filter { index in
        let cell = table.cells[index]
        return cell.column == column && cell.columnSpan == 1 && !cell.isHeader && !TableNumber.isNothing(cell.text)
      }
      guard let kind = kind(of: cells.map { table.cells[$0].text }) else { continue }
      let values = values(of: cells.map { table.cells[$0].text }, kind)
      for (index, value) in zip(cells, values) {
        table.cells[index].value = value
        if value == nil, kind != .date {
          table.cells[index].suggestion = TableNumber.repaired(table.cells[index].text, decimalMark)
        }
      }
    }
    table.checks = ColumnSums(table).checks
    return table
  }

  /// What most of a column's cells hold; nil if they hold text.
  private func kind(of texts: [String]) -> Table.ValueKind? {
    guard texts.count >= Self.fewestValues else { return nil }
    let least = max(Double(Self.fewestValues), Self.leastShare * Double(texts.count))
    func holds(_ kind: Table.ValueKind) -> Bool {
      Double(values(of: texts, kind).count { $0 != nil }) >= least
    }
    if holds(.date) { return .date }
    if holds(.money) { return .money }
    if holds(.percent) { return .percent }
    guard holds(.number) else { return nil }
    return values(of: texts, .number).compactMap(\.self).allSatisfy { $0.kind == .integer } ? .integer : .number
  }

  /// The value of each text, nil if it is none of this kind. Numbers among amounts of money are amounts, too.
  private func values(of texts: [String], _ kind: Table.ValueKind) -> [Table.Value?] {
    switch kind {
    case .date:
      return found(DateDetector.self, in: texts).map {
        $0.map { Table.Value(kind: .date, value: $0.value, alternative: $0.alternative) }
      }
    case .money:
      let money = found(MoneyDetector.self, in: texts)
      let currencies = Set(money.compactMap { $0?.currency })
      guard let currency = currencies.first else { return texts.map { _ in nil } }
      return zip(texts, money).map { text, money in
        guard let number = TableNumber(text, decimalMark) else { return nil }
        let own = money?.currency ?? (currencies.count == 1 ? currency : nil)
        return Table.Value(kind: .money, value: number.value, currency: own)
      }
    case .percent:
      guard texts.contains(where: { $0.contains("%") }) else { return texts.map { _ in nil } }
      return texts.map { text in TableNumber(text, decimalMark).map { Table.Value(kind: .percent, value: $0.value) } }
    case .number, .integer:
      return texts.map { text in
        guard let number = TableNumber(text, decimalMark), !number.hasSign else { return nil }
        return Table.Value(kind: number.value.contains(".") ? .number : .integer, value: number.value)
      }
    }
  }

  /// What a detector finds that is all of a cell. The cells of a column are read together: days and months have one order.
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
