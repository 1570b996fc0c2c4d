// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanLayout
internal import DocScanWords
package import FoundationEssentials

/// The line items of an invoice, from a table on its pages whose header names a description and an amount.
package struct TableItems {
  /// Columns of earlier cases take precedence.
  private enum Column: String, CaseIterable {
    case description, quantity, unitPrice, amount
  }

  /// The words of headers as search tokens.
  private static let headers = Column.allCases.map { column in
    (column, phrases: WordLists.words("item.\(column.rawValue)").map(SearchTokens.tokens))
  }

  private static let mostHeaders = 3
  /// The confidence of items whose amounts make the invoice's net or total, and of others.
  private static let (checked, unchecked) = (0.95, 0.5)

  private var grids: [TableGrid] = []

  package init() {}

  package mutating func add(_ page: RecognizedPage) {
    for (index, table) in (page.tables ?? []).enumerated() {
      grids.append(TableGrid(table, page: page.page.number, number: index + 1))
    }
  }

  /// Returns the items of the first table whose amounts make one of the sums, or else uncertain ones of the first table with a fitting header.
  package func items(making sums: [Decimal]) -> [Receipt.Item] {
    let all = grids.map(Self.items).filter { !$0.isEmpty }
    for items in all {
      var sum = Decimal.zero
      let sumsSoFar = items.map { item in
        sum += Decimal(string: item.amount) ?? 0
        return sum
      }
      // The rows below the items are sums.
      if let last = sumsSoFar.lastIndex(where: { so in sums.contains { abs($0 - so) < Decimal(string: "0.015") ?? 0 } })
      {
        return items[...last].map { item in
          var item = item
          item.confidence = Self.checked
          return item
        }
      }
    }
    return all.first ?? []
  }

  private static func items(of grid: TableGrid) -> [Receipt.Item] {
    for header in 0..<min(grid.rows, mostHeaders) {
      let columns = columns(of: grid, row: header)
      guard let description = columns[.description], let amount = columns[.amount] else { continue }
      return (header + 1..<max(grid.rows, header + 1)).compactMap { row -> Receipt.Item? in
        guard let name = grid.cell(row: row, column: description), let cell = grid.cell(row: row, column: amount),
          name.text.contains(where: \.isLetter), let value = number(cell)
        else { return nil }
        let unit = columns[.unitPrice].flatMap { grid.cell(row: row, column: $0) }
        let quantity = columns[.quantity].flatMap { grid.cell(row: row, column: $0) }
        return Receipt.Item(
          description: name.text.split(whereSeparator: \.isWhitespace).joined(separator: " "),
          quantity: quantity.flatMap(number), unitPrice: unit.flatMap(number), amount: value, confidence: unchecked,
          box: cell.box)
      }
    }
    return []
  }

  private static func number(_ cell: TableGrid.Cell) -> String? {
    guard let value = cell.value, value.alternative == nil, [.integer, .number, .money].contains(value.kind) else {
      return nil
    }
    return value.value
  }

  /// Returns the columns with a meaning. The last column with a word for amounts has the rows' amounts.
  private static func columns(of grid: TableGrid, row: Int) -> [Column: Int] {
    var found: [Column: Int] = [:]
    for column in 0..<grid.columns {
      guard let cell = grid.cell(row: row, column: column), cell.columnSpan == 1 else { continue }
      let tokens = SearchTokens.tokens(of: cell.text)
      guard let meaning = headers.last(where: { $0.phrases.contains { tokens.contains($0) } })?.0 else { continue }
      if meaning == .amount || found[meaning] == nil { found[meaning] = column }
    }
    return found
  }
}
