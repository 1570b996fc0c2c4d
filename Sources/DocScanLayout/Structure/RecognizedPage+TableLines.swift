// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension RecognizedPage {
  // The lines of tables that a stage or the layout analysis found. If the stage ran, other lines can be in a block of the kind table, too.
  var linesInTables: Set<LineReference> {
    let tables: [JSONValue]? = if case .array(let tables)? = findings.values["tables"] { tables } else { nil }
    let boxes = (tables ?? []).compactMap(Box.init(ofTable:))
    let all = blocks.flatMap(\.lines)
    var lines: Set<LineReference> = []
    for (number, block) in blocks.enumerated() {
      let isTable = (block.layoutKind ?? block.kind) == .table
      let areInColumns = block.lines.map { isTable && tables != nil && $0.isInColumns(among: all) }
      for (index, line) in block.lines.enumerated() {
        let (x, y) = (line.box.middleX, line.box.middleY)
        let isInside = boxes.contains { $0.x <= x && x <= $0.maxX && $0.y <= y && y <= $0.maxY }
        // A single cell can be between rows with several cells.
        let isBetween = areInColumns[..<index].last == true && areInColumns[(index + 1)...].first == true
        let isPart = isTable && (tables == nil || areInColumns[index] || isBetween)
        if isInside || isPart { lines.insert(LineReference(block: number, line: index)) }
      }
    }
    return lines
  }
}

extension Line {
  // The minimum gap between columns, in line heights.
  private static let gap = 1.5

  // Returns whether a line has a wide gap, or another line beside it.
  fileprivate func isInColumns(among lines: [Line]) -> Bool {
    let boxes = words.map(\.box).sorted { $0.x < $1.x }
    return zip(boxes, boxes.dropFirst()).contains { $1.x - $0.maxX > Self.gap * box.height }
      || lines.contains { other in
        (other.box.maxX < box.x || other.box.x > box.maxX)
          && min(other.box.maxY, box.maxY) - max(other.box.y, box.y) > 0.5 * min(other.box.height, box.height)
      }
  }
}

extension Box {
  // Decodes the box of a table in the page JSON, or returns `nil` if the value is invalid.
  fileprivate init?(ofTable table: JSONValue) {
    guard case .object(let members) = table, case .array(let values)? = members["box"] else { return nil }
    let numbers = values.compactMap { value -> Double? in if case .number(let number) = value { number } else { nil } }
    guard numbers.count == 4 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
