// SPDX-License-Identifier: GPL-3.0-or-later

/// Lines of one block among which nothing new begins: what gets one kind.
struct Passage {
  var places: [LineReference]
  var lines: [Line]
  /// Whether it begins for no other reason than that the line before ends early.
  var startsSoftly: Bool
  var box: Box
  /// The size of its type in sizes of the page's usual one.
  var ratio: Double
  /// Whether it is a part of a table.
  var isInTable: Bool

  /// Its lines as one.
  var text: String { Reflow.text(of: lines[...]) }

  /// The size of its type in pixels, whatever letters it has.
  var lineHeight: Double { lines.map(\.box.height).max() ?? 0 }
}

/// Parts a page into passages, in reading order.
struct Passages {
  /// Type so much larger or smaller than that of the line before is something else.
  private static let otherSize = 1.18
  /// The distance of two lines, beyond the usual one and in sizes of the type, that parts them.
  private static let wideGap = 0.45
  /// The same for strokes that are so much bolder.
  private static let otherWeight = 1.22

  let page: RecognizedPage
  let typeSize: TypeSize
  let reflow: Reflow
  private(set) var all: [Passage] = []
  /// From one line to the next in a block, beyond the size of the type, as it mostly is.
  private(set) var usualGap = 0.0

  init(_ page: RecognizedPage, tables: Set<LineReference>) {
    self.page = page
    typeSize = TypeSize(page)
    reflow = Reflow(page)
    let gaps = page.blocks.flatMap { block in zip(block.lines, block.lines.dropFirst()).map { $1.box.y - $0.box.maxY } }
      .sorted()
    usualGap = gaps.isEmpty ? 0 : gaps[gaps.count / 2]
    for (number, block) in page.blocks.enumerated() { add(block, number, tables) }
  }

  private mutating func add(_ block: Block, _ number: Int, _ tables: Set<LineReference>) {
    let rightEdge = reflow.rightEdge(of: block)
    let gaps = zip(block.lines, block.lines.dropFirst()).map { $1.box.y - $0.box.maxY }.sorted()
    // In a block of few lines, one gap may be that of a heading.
    let gap = gaps.count >= 4 ? gaps[gaps.count / 2] : usualGap
    for (index, line) in block.lines.enumerated() {
      let place = LineReference(block: number, line: index)
      let isInTable = tables.contains(place)
      let before = index > 0 ? block.lines[index - 1] : nil
      if let before, let last = all.last, last.isInTable == isInTable, isInTable || !begins(line, after: before, gap) {
        let isEnd =
          !isInTable && Hyphenation(before.words.last, line.words.first) == nil
          && Reflow.endsEarly(before, before: line, rightEdge: rightEdge)
        if !isEnd {
          all[all.count - 1].places.append(place)
          all[all.count - 1].lines.append(line)
          all[all.count - 1].box = last.box.union(line.box)
          all[all.count - 1].ratio = min(last.ratio, typeSize.ratio(line))
          continue
        }
        append(line, place, startsSoftly: true, isInTable)
      } else {
        append(line, place, startsSoftly: false, isInTable)
      }
    }
  }

  private mutating func append(_ line: Line, _ place: LineReference, startsSoftly: Bool, _ isInTable: Bool) {
    all.append(
      Passage(
        places: [place], lines: [line], startsSoftly: startsSoftly, box: line.box, ratio: typeSize.ratio(line),
        isInTable: isInTable))
  }

  /// Whether something new begins with a line, whatever the end of the line before says.
  private func begins(_ line: Line, after before: Line, _ gap: Double) -> Bool {
    if line.startsParagraph == true || ListMark(line) != nil { return true }
    if Hyphenation(before.words.last, line.words.first) != nil { return false }
    let (one, other) = (typeSize.ratio(before), typeSize.ratio(line))
    let letters = min(before.text.count, line.text.count)
    if letters > 3, max(one, other) > Self.otherSize * min(one, other) { return true }
    if let weight = line.weight, letters > 3, weight > Self.otherWeight * (before.weight ?? 1) { return true }
    if let weight = before.weight, letters > 3, weight > Self.otherWeight * (line.weight ?? 1) { return true }
    return line.box.y - before.box.maxY - gap > Self.wideGap * typeSize.usual
  }
}
