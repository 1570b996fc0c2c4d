// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// Orders lines by cutting the page recursively along strips that are empty over its width or height (Nagy and Seth, "Hierarchical representation
/// of optically scanned documents", 1984). Gutters are cut only between columns, after lines that span several. Uncut parts keep their order.
struct RegionOrder {
  private(set) var blocks: [Block] = []

  private static let gutter = 1.0  // Chosen: 0.7 to 1.4 (read).

  private static let mostEdgeStrips = 3  // Chosen: 2 to 5 (read).

  /// The maximum number of pieces to sort. No page of text has more, and sorting them would take too long.
  private static let mostPieces = 3000

  private let read: [Block]
  private let isFromRight: Bool
  private let lines: [Line]
  private let counts: [Int: Int]

  init(_ read: [Block]) {
    self.read = read
    let height = median(read.flatMap(\.lines).map(\.box.height))
    isFromRight = read.words.map(\.text).joined().isRightToLeft
    let pieces = Piece.pieces(of: read, gap: Self.gutter * height)
    lines = read.flatMap(\.lines)
    counts = Dictionary(pieces.map { ($0.number, 1) }, uniquingKeysWith: +)
    guard height > 0, pieces.count <= Self.mostPieces, read.allSatisfy(\.isHorizontal) else {
      blocks = read
      return
    }
    let (header, body, footer) = edges(of: Region(pieces: pieces, lineHeight: height))
    add([header] + ordered(body) + [footer])
  }

  // MARK: Cutting

  private func edges(of page: Region) -> (header: Region, body: Region, footer: Region) {
    var sections = page.sections
    var (header, footer): ([Piece], [Piece]) = ([], [])
    if sections.count > 1, isEdge(sections[0]) { header = sections.removeFirst().pieces }
    if sections.count > 1, let last = sections.last, isEdge(last) {
      footer = last.pieces
      sections.removeLast()
    }
    return (page.with(header), joined(sections[...]), page.with(footer))
  }

  private func isEdge(_ section: Region) -> Bool {
    if section.pieces.count == 1 { return true }
    // Specks, such as parts of a logo, don't form strips.
    let lines = section.with(section.pieces.filter { 2 * $0.box.height >= section.lineHeight })
    return lines.strips.count <= Self.mostEdgeStrips
      && section.pieces.contains { $0.box.height < 1.3 * section.lineHeight }
      && !gutters(of: section).isEmpty && columnGutter(of: section) == nil
      && section.pageNumber == nil
  }

  private func ordered(_ region: Region) -> [Region] {
    guard region.pieces.count > 1 else { return [region] }
    let strips = region.strips
    if let gutter = columnGutter(of: region) {
      if let cut = cut(strips, beside: gutter) {
        return ordered(joined(strips[..<cut])) + ordered(joined(strips[cut...]))
      }
      let (left, right) = region.parted { $0.box.x < gutter.lowerBound }
      if let row = row(of: strips, left, right) {
        return ordered(joined(strips[..<row])) + ordered(joined(strips[row...]))
      }
      return isFromRight ? ordered(right) + ordered(left) : ordered(left) + ordered(right)
    }
    guard strips.count > 1 else { return [region] }
    var parts: [Region] = []
    // Rows that aren't cut stay together in their order.
    var rest: [Region] = []
    var index = 0
    while index < strips.count {
      let mayBegin = strips.mayBegin(at: index, gutter: LineNumbers.gap * Self.gutter)
      if mayBegin, let end = end(ofColumnsFrom: index, in: strips) {
        if !rest.isEmpty { parts.append(joined(rest[...])) }
        rest = []
        parts += ordered(joined(strips[index..<end]))
        index = end
      } else {
        rest.append(strips[index])
        index += 1
      }
    }
    if !rest.isEmpty { parts.append(joined(rest[...])) }
    return parts
  }

  private func joined(_ strips: ArraySlice<Region>) -> Region {
    Region(
      pieces: strips.flatMap(\.pieces).sorted { ($0.number, $0.box.x) < ($1.number, $1.box.x) },
      lineHeight: strips.first?.lineHeight ?? 0)
  }

  private func columnGutter(of region: Region) -> ClosedRange<Double>? {
    let gutters = region.gutters(least: LineNumbers.gap * Self.gutter * region.lineHeight).filter {
      gutter in
      let isWide = gutter.upperBound - gutter.lowerBound >= Self.gutter * region.lineHeight
      guard isWide || LineNumbers(region.parted { $0.box.x < gutter.lowerBound }.0.lines) != nil
      else { return false }
      return Columns.areApart(region, at: gutter)
    }
    let box = region.box
    func rank(_ gutter: ClosedRange<Double>) -> (Int, Double) {
      let share = min(gutter.lowerBound - box.x, box.maxX - gutter.upperBound) / max(box.width, 1)
      return (share > 0.12 ? 1 : 0, gutter.upperBound - gutter.lowerBound)  // Chosen: 0.12, 0.06 to 0.2 (read).
    }
    return gutters.max { rank($0) < rank($1) }
  }

  /// Returns the index after the columns that begin at `start`, or `nil`. Columns end at a line across their gutter or above a wide empty strip.
  private func end(ofColumnsFrom start: Int, in strips: [Region]) -> Int? {
    strips.ends(from: start, gutter: LineNumbers.gap * Self.gutter).first {
      end in
      guard !(start == 0 && end == strips.count) else { return false }
      let run = joined(strips[start..<end])
      guard let gutter = columnGutter(of: run) else { return false }
      return end == strips.count
        || strips[end].box.y - run.box.maxY > Region.widestGap * run.lineHeight
        || !gutters(of: joined(strips[start...end])).contains { $0.overlaps(gutter) }
    }
  }

  private func gutters(of region: Region) -> [ClosedRange<Double>] {
    region.gutters(least: Self.gutter * region.lineHeight)
  }

  private func cut(_ strips: [Region], beside gutter: ClosedRange<Double>) -> Int? {
    let lineHeight = strips.first?.lineHeight ?? 0
    for index in strips.indices.dropFirst().dropLast() where strips[index].pieces.count == 1 {
      // A heading that spans other gutters.
      let piece = strips[index].pieces[0]
      // Chosen: 0.8, 0.5 to 1.2 (read).
      guard piece.box.y - strips[index - 1].box.maxY > 0.8 * lineHeight else { continue }
      let below = joined(strips[(index + 1)...].prefix(4))
      let crossed = gutters(of: below).contains {
        piece.box.x < $0.lowerBound && piece.box.maxX > $0.upperBound
      }
      if crossed { return index }
    }
    return nil
  }

  /// Returns the index of the strip that begins a second row of pages, or `nil`. Line numbers restart there, or page numbers continue.
  private func row(of strips: [Region], _ left: Region, _ right: Region) -> Int? {
    let gaps = strips.indices.dropFirst().map {
      (index: $0, width: strips[$0].box.y - strips[$0 - 1].box.maxY)
    }
    if let start = LineNumbers(left.lines)?.starts.first {
      return gaps.filter {
        strips[$0.index].box.maxY > start.lowerBound
          && strips[$0.index - 1].box.y < start.upperBound
      }
      .max { $0.width < $1.width }?.index
    }
    let sides = [left.box, right.box]
    return gaps.sorted { $0.width > $1.width }.first { gap in
      let pages = [joined(strips[..<gap.index]), joined(strips[gap.index...])].flatMap { row in
        sides.map { side in
          row.with(row.pieces.filter { side.x <= $0.box.x && $0.box.maxX <= side.maxX }).pageNumber
        }
      }
      guard
        case (let first?, let second?, let third?, let fourth?) = (
          pages[0], pages[1], pages[2], pages[3]
        )
      else {
        return false
      }
      return first + 1 == second && second < third && third + 1 == fourth
    }?.index
  }

  // MARK: Blocks

  private mutating func add(_ parts: [Region]) {
    var last: Piece?
    for part in parts {
      var isFirst = true
      for line in part.pieces.grouped() {
        let block = line[0].block
        let isWhole = counts[line[0].number] == line.count
        let text =
          isWhole
          ? lines[line[0].number]
          : line.dropFirst().reduce(into: line[0].line) { $0.append($1.line) }
        // A part may continue the last block of the part before.
        let continues =
          last.map { $0.block == block && (!isFirst || $0.number + 1 == line[0].number) } ?? false
        if !blocks.isEmpty, continues {
          blocks[blocks.count - 1].lines.append(text)
        } else {
          blocks.append(read[block].with([text]))
        }
        (last, isFirst) = (line.last, false)
      }
    }
    blocks = blocks.map { $0.with($0.lines) }
  }
}

extension [Piece] {
  fileprivate func grouped() -> [[Piece]] {
    reduce(into: []) { groups, piece in
      if groups.last?.last?.number == piece.number {
        groups[groups.count - 1].append(piece)
      } else {
        groups.append([piece])
      }
    }
  }
}
