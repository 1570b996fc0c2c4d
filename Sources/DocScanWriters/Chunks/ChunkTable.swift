// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import FoundationEssentials

/// A table in a chunk: its head, and its rows as lines of Markdown.
struct ChunkTable {
  /// A table of the page JSON, with the members that chunks need.
  private struct StoredTable: Decodable {
    struct Cell: Decodable {
      var row: Int
      var column: Int
      var isHeader: Bool?
      var text: String
    }

    var box: Box
    var rows: Int
    var columns: Int
    var cells: [Cell]
  }

  private static let mostRows = 4096
  private static let mostColumns = 256

  /// The header rows as lines of Markdown, with the rule below them. Empty if the table has no header.
  var head: [String]
  var rows: [String]
  var box: Box
  var lines: Set<LineReference>

  /// Returns the tables of a page: those found by the tables stage, or else those detected by their columns.
  static func all(on page: RecognizedPage) -> [ChunkTable] {
    if let value = page.findings.values["tables"] {
      do {
        let found = try JSONDecoder().decode([StoredTable].self, from: try JSONText.compact(value))
        return found.compactMap { ChunkTable($0, on: page) }
      } catch {
        // Tables of an unknown format are ignored, so their text is written as lines.
        return []
      }
    }
    return TableFinder.found(on: page).map { ChunkTable($0, on: page) }
  }

  private init?(_ table: StoredTable, on page: RecognizedPage) {
    guard (1...Self.mostRows).contains(table.rows), (1...Self.mostColumns).contains(table.columns) else { return nil }
    var texts = [[String]](repeating: [String](repeating: "", count: table.columns), count: table.rows)
    var heads: Set<Int> = []
    for cell in table.cells where texts.indices.contains(cell.row) && texts[0].indices.contains(cell.column) {
      texts[cell.row][cell.column] = cell.text
      if cell.isHeader == true { heads.insert(cell.row) }
    }
    let count = texts.indices.prefix { heads.contains($0) }.count
    (head, rows) = Self.parted(texts, head: count)
    box = table.box
    lines = []
    for (number, block) in page.blocks.enumerated() {
      for (index, line) in block.lines.enumerated() {
        let (x, y) = (line.box.middleX, line.box.middleY)
        guard box.x <= x, x <= box.maxX, box.y <= y, y <= box.maxY else { continue }
        lines.insert(LineReference(block: number, line: index))
      }
    }
  }

  private init(_ table: TableFinder.Found, on page: RecognizedPage) {
    (head, rows) = Self.parted(table.table.rows, head: 1)
    lines = TableFinder.lines(of: [table])
    let boxes = lines.map { page[$0].box }
    box = boxes.dropFirst().reduce(boxes.first ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
  }

  private static func parted(_ rows: [[String]], head: Int) -> (head: [String], rows: [String]) {
    func line(_ row: [String]) -> String {
      "| \(row.map { MarkdownText.inline($0, inCell: true) }.joined(separator: " | ")) |"
    }
    let names = rows.prefix(head).map(line)
    let rule = names.isEmpty ? [] : ["| \((rows.first ?? []).map { _ in "---" }.joined(separator: " | ")) |"]
    return (names + rule, rows.dropFirst(head).map(line))
  }
}
