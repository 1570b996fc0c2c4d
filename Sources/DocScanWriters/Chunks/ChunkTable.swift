// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials

/// A table as chunks have it: its head, and its rows as lines of Markdown.
struct ChunkTable {
  /// A table of the page JSON, as far as it is needed here.
  private struct Found: Decodable {
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

  /// A table with more of them is not believed.
  private static let mostRows = 4096
  private static let mostColumns = 256

  /// The rows that name the columns, with the rule below them.
  var head: [String]
  var rows: [String]
  var box: Box
  /// The lines of the page that it takes the place of.
  var lines: Set<LineReference>

  /// The tables of a page: those that a stage has found, or else those that stand out by their columns.
  static func all(on page: RecognizedPage) -> [ChunkTable] {
    if let value = page.findings.values["tables"] {
      do {
        let found = try JSONDecoder().decode([Found].self, from: try JSONText.compact(value))
        return found.compactMap { ChunkTable($0, on: page) }
      } catch {
        // What this version does not know is no table; its text is written as it was read.
        return []
      }
    }
    return TableFinder.found(on: page).map { ChunkTable($0, on: page) }
  }

  private init?(_ table: Found, on page: RecognizedPage) {
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
