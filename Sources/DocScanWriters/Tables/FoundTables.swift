// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

extension TableFinder {
  /// Returns the tables of a page: those found by the tables stage or, if it didn't run, those detected from rows of words.
  static func found(on page: RecognizedPage) -> [Found] {
    guard let tables = page.tables else { return TableFinder(page).tables }
    var owners: [Int: Int] = [:]
    for (index, table) in tables.enumerated() {
      for word in table.cells.lazy.flatMap(\.words) where owners[word] == nil { owners[word] = index }
    }
    var lines = Array(repeating: [Place](), count: tables.count)
    var rest: [Place: Line] = [:]
    var number = 0
    for (blockIndex, block) in page.blocks.enumerated() {
      for (lineIndex, line) in block.lines.enumerated() {
        let place = Place(block: blockIndex, line: lineIndex)
        let owned = line.words.indices.map { owners[number + $0] }
        number += line.words.count
        for table in Set(owned.compactMap(\.self)) { lines[table].append(place) }
        let left = zip(line.words, owned).filter { $1 == nil }.map(\.0)
        guard !left.isEmpty, left.count < line.words.count else { continue }
        var shorter = line
        (shorter.words, shorter.text) = (left, joinedText(left))
        shorter.box = left.dropFirst().reduce(left[0].box) { $0.union($1.box) }
        rest[place] = shorter
      }
    }
    return zip(tables, lines).compactMap { table, lines in
      guard let first = lines.first else { return nil }
      let grid = TableGrid(table, page: page.page.number)
      defer { for place in lines { rest[place] = nil } }
      return Found(
        table: MarkdownTable(grid), lines: Set(lines), first: first, grid: grid,
        rest: rest.filter { lines.contains($0.key) })
    }
  }
}

extension MarkdownTable {
  init(_ table: TableGrid) {
    self.init(
      rows: (0..<table.rows).map { table.texts(inRow: $0) }, isRightAligned: (0..<table.columns).map(table.isOfNumbers))
  }
}
