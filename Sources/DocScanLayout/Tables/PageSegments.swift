// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A part of a block's text that is inside one cell of a table, or outside of all tables. Segments are in the order of the page.
package struct PageSegment {
  /// A cell of one of the page's tables.
  package struct Place: Hashable {
    package var table: Int
    package var cell: Int
  }

  /// The block, reduced to the lines of this segment.
  package var block: Block
  /// The cell that contains the segment, or `nil` outside of tables.
  package var place: Place?
  package var lines: [LineReference]
}

/// A table of a page with the lines in its cells.
package struct PageTable {
  package var grid: TableGrid
  /// The lines of each cell, which can be parts of lines of the page. Empty for an empty cell.
  package var lines: [[Line]]
  package var box: Box { grid.parts.first?.box ?? Box(around: []) }
}

/// A block or table of a page, in reading order.
package enum PagePart {
  case block(Block)
  /// A table, at the position of its first word.
  case table(PageTable)
}

extension RecognizedPage {
  package var grids: [TableGrid] {
    (tables ?? []).map { TableGrid($0, page: page.number, title: nil) }
  }

  /// Splits the blocks of the page where cells of these tables begin and end.
  package func segments(_ grids: [TableGrid]) -> [PageSegment] {
    var places: [Int: PageSegment.Place] = [:]
    for (table, grid) in grids.enumerated() {
      for (cell, found) in grid.cells.enumerated() {
        for word in found.words where places[word] == nil { places[word] = PageSegment.Place(table: table, cell: cell) }
      }
    }
    var number = 0
    return blocks.enumerated().flatMap { index, block -> [PageSegment] in
      let first = number
      number += block.lines.reduce(0) { $0 + $1.words.count }
      guard !places.isEmpty, (first..<number).contains(where: { places[$0] != nil }) else {
        let lines = block.lines.indices.map { LineReference(block: index, line: $0) }
        return [PageSegment(block: block, place: nil, lines: lines)]
      }
      return Self.parted(block, index, firstWord: first, places)
    }
  }

  private static func parted(
    _ block: Block, _ index: Int, firstWord: Int, _ places: [Int: PageSegment.Place]
  ) -> [PageSegment] {
    var segments: [PageSegment] = []
    var number = firstWord
    for (lineIndex, line) in block.lines.enumerated() {
      let reference = LineReference(block: index, line: lineIndex)
      let owners = line.words.indices.map { places[number + $0] }
      number += line.words.count
      var start = 0
      // A line without words is kept, so the loop must run once.
      repeat {
        let owner = owners.indices.contains(start) ? owners[start] : nil
        let end = owners[start...].firstIndex { $0 != owner } ?? owners.endIndex
        let piece = start == 0 && end == owners.endIndex ? line : line.piece(start..<end, isFirst: start == 0)
        if let last = segments.indices.last, segments[last].place == owner {
          segments[last].block.lines.append(piece)
          segments[last].lines.append(reference)
        } else {
          var part = block
          part.lines = [piece]
          if owner != nil { part.kind = .text }
          segments.append(PageSegment(block: part, place: owner, lines: [reference]))
        }
        start = end
      } while start < owners.endIndex
    }
    return segments.map { segment in
      var segment = segment
      segment.block.box = segment.block.lines.dropFirst().reduce(segment.block.lines[0].box) { $0.union($1.box) }
      return segment
    }
  }

  /// The blocks and tables of the page, in reading order.
  package var parts: [PagePart] {
    let grids = grids
    var lines = grids.map { Array(repeating: [Line](), count: $0.cells.count) }
    var order: [(block: Block?, table: Int)] = []
    var seen: Set<Int> = []
    for segment in segments(grids) {
      guard let place = segment.place else {
        order.append((segment.block, 0))
        continue
      }
      lines[place.table][place.cell] += segment.block.lines
      if seen.insert(place.table).inserted { order.append((nil, place.table)) }
    }
    // A table without words has no position in the order, so it comes last.
    for table in grids.indices where !seen.contains(table) { order.append((nil, table)) }
    return order.map { entry in
      entry.block.map { .block($0) } ?? .table(PageTable(grid: grids[entry.table], lines: lines[entry.table]))
    }
  }
}

extension Line {
  /// Returns the words in a range as a separate line. `isFirst` is whether the range begins the line.
  fileprivate func piece(_ range: Range<Int>, isFirst: Bool) -> Line {
    var piece = self
    piece.words = Array(words[range])
    piece.text = joinedText(piece.words)
    piece.box = piece.words.dropFirst().reduce(piece.words.first?.box ?? box) { $0.union($1.box) }
    piece.confidence = piece.words.isEmpty ? confidence : meanConfidence(piece.words)
    if !isFirst { piece.startsParagraph = nil }
    // Only a horizontal baseline can be shortened. Others keep describing the whole line.
    if let first = baseline.first, let last = baseline.last, last.x > first.x, turn == 0, !isVertical {
      let slope = (last.y - first.y) / (last.x - first.x)
      piece.baseline = [piece.box.x, piece.box.maxX].map { Point(x: $0, y: first.y + slope * ($0 - first.x)) }
    }
    return piece
  }
}

/// A word with its number on the page and its line.
package struct PlacedWord {
  /// The index among all words of the page in reading order, counting from 0.
  package let number: Int
  package let word: Word
  /// The index of the line among all lines of the page, counting from 0.
  package let line: Int

  /// The position, in pixels of the page.
  package var box: Box { word.box }
  package var text: String { word.text }

  package init(number: Int, word: Word, line: Int) { (self.number, self.word, self.line) = (number, word, line) }
}

extension RecognizedPage {
  /// The words of the page in reading order. Each word is at the index of its number.
  package var placedWords: [PlacedWord] {
    var words: [PlacedWord] = []
    for (line, content) in blocks.flatMap(\.lines).enumerated() {
      for word in content.words { words.append(PlacedWord(number: words.count, word: word, line: line)) }
    }
    return words
  }
}

extension [PlacedWord] {
  /// The words sorted by line from top to bottom, and from left to right within a line. Lines that overlap vertically are merged.
  package var byLine: [PlacedWord] {
    guard let first, contains(where: { $0.line != first.line }) else { return self }
    var bands: [(words: [PlacedWord], top: Double, bottom: Double)] = []
    let lines = Dictionary(grouping: self, by: \.line).values.map { words in
      (words: words, top: words.map(\.box.y).min() ?? 0, bottom: words.map(\.box.maxY).max() ?? 0)
    }
    for line in lines.sorted(by: { ($0.top + $0.bottom, $0.words[0].number) < ($1.top + $1.bottom, $1.words[0].number) }
    ) {
      if let last = bands.last,
        Swift.min(last.bottom, line.bottom) - line.top > 0.5 * Swift.min(last.bottom - last.top, line.bottom - line.top)
      {
        bands[bands.count - 1].words += line.words
      } else {
        bands.append(line)
      }
    }
    return bands.flatMap { $0.words.sorted { ($0.box.x, $0.number) < ($1.box.x, $1.number) } }
  }
}
