// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

/// Puts labels that were read as a column, such as the terms of a glossary or the initials of speakers, before the paragraphs that begin beside them.
struct LabelColumn {
  private(set) var blocks: [Block]

  private static let mostWords = 3
  private static let fewest = 3
  private static let mostLines = 1000
  /// The minimum space between labels and text, in line heights.
  private static let gap = 0.8
  private static let level = 0.6
  /// The maximum share of paragraphs without a label.
  private static let mostAlone = 0.34

  init(_ read: [Block]) {
    blocks = read
    let lines = read.flatMap(\.lines)
    let height = median(lines.map(\.box.height))
    guard height > 0, lines.count <= Self.mostLines, read.allSatisfy(\.isHorizontal),
      !lines.flatMap(\.words).map(\.text).joined().isRightToLeft
    else { return }
    let short = lines.filter { $0.words.count <= Self.mostWords }
    for edge in [\Box.x, \Box.maxX] {
      var column: [Line] = []
      for line in short.sorted(by: { $0.box[keyPath: edge] < $1.box[keyPath: edge] }) {
        if let first = column.first, line.box[keyPath: edge] - first.box[keyPath: edge] > height / 2 {
          place(column, height)
          column = []
        }
        column.append(line)
      }
      place(column, height)
    }
  }

  private mutating func place(_ column: [Line], _ height: Double) {
    guard column.count >= Self.fewest else { return }
    let lines = blocks.flatMap(\.lines)
    let labels = column.filter { label in
      lines.contains {
        $0.box.x > label.box.maxX + Self.gap * height && $0.box.sharedHeight(with: label.box) > Self.level
      }
    }.sorted { $0.box.y < $1.box.y }
    guard labels.count >= Self.fewest, let box = labels.map(\.box).union else { return }
    func isText(_ line: Line) -> Bool { line.box.x > box.maxX + Self.gap * height }
    let texts = blocks.filter { block in
      block.lines.contains { isText($0) && $0.box.y < box.maxY && $0.box.maxY > box.y }
    }
    let text = texts.flatMap { $0.lines.filter(isText) }.sorted { $0.box.y < $1.box.y }
    guard let sections = Self.sections(of: text, beside: labels, height),
      zip(labels, sections.dropFirst()).contains(where: { !lines.areTogether($0, $1.first) })
    else { return }
    let whole = text.map(\.box).reduce(box) { $0.union($1) }
    let rest = blocks.map { block in
      block.with(block.lines.filter { line in !labels.contains(line) && !text.contains(line) })
    }
    guard !rest.contains(where: { $0.lines.contains { $0.box.share(in: whole) > 0 } }) else { return }
    let first = zip(blocks, rest).prefix { $0.lines.count == $1.lines.count }.count
    let kind = texts[0]
    let ordered =
      [kind.with(sections[0])] + zip(labels, sections.dropFirst()).flatMap { [kind.with([$0]), kind.with($1)] }
    let above = rest[first].with(rest[first].lines.filter { $0.box.middleY < box.y })
    let below = rest[first].with(rest[first].lines.filter { $0.box.middleY >= box.y })
    blocks = (rest[..<first] + [above] + ordered + [below] + rest[(first + 1)...]).filter {
      $0.kind == .picture || !$0.lines.isEmpty
    }
  }

  /// Divides the lines of a text before those beside labels. The first section is above all labels. Returns `nil` unless each label is beside the first
  /// line of a paragraph.
  private static func sections(of lines: [Line], beside labels: [Line], _ height: Double) -> [[Line]]? {
    guard let left = lines.map(\.box.x).min(), let right = lines.map(\.box.maxX).max(),
      10 * lines.count(where: { $0.box.x < left + height }) >= 9 * lines.count,
      zip(lines, lines.dropFirst()).allSatisfy({ $1.box.y > $0.box.middleY })
    else { return nil }
    let gaps = zip(lines, lines.dropFirst()).map { $1.box.y - $0.box.maxY }
    let usual = gaps.min() ?? 0
    let starts = lines.indices.filter { index in
      index == 0 || gaps[index - 1] > usual + height / 3
        || Reflow.endsEarly(lines[index - 1], before: lines[index], rightEdge: right)
    }
    let firsts = labels.compactMap { label in starts.first { lines[$0].box.sharedHeight(with: label.box) > level } }
    guard firsts.count == labels.count, zip(firsts, firsts.dropFirst()).allSatisfy(<) else { return nil }
    let alone = starts.count { $0 > firsts[0] && !firsts.contains($0) }
    let ends = firsts.dropFirst() + [lines.count]
    guard Double(alone) <= mostAlone * Double(labels.count), zip(firsts, ends).contains(where: { $1 - $0 > 1 }) else {
      return nil
    }
    return zip([0] + firsts, firsts + [lines.count]).map { Array(lines[$0..<$1]) }
  }
}

extension [Line] {
  /// Whether a line follows another one in this order.
  fileprivate func areTogether(_ line: Line, _ next: Line?) -> Bool {
    firstIndex(of: line).map { $0 + 1 < count && self[$0 + 1] == next } ?? false
  }
}
