// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// A bullet that is drawn, misread, or unread, so that the text of its line doesn't show it.
package struct ListBullet: ListedFinding {
  package static let mostOnPage = 1024

  package var box: Box

  package static let description = FindingDescription(
    key: "bullets",
    schema: JSONSchema.list(
      of: JSONSchema.object("", ["box": JSONSchema.reference("box")]),
      "Bullets of lists that the text doesn't contain. Absent without the structure stage.", atMost: mostOnPage))

  // Returns the bullets among the marks on a page, and its blocks with the columns of a list apart. At least two bullets must have the same size and
  // distance from their text.
  package static func found(among marks: [Box], beside page: RecognizedPage) -> (bullets: [ListBullet], blocks: [Block])
  {
    let all = ListMarks.candidates(marks, page)
    let alike = all.filter { one in
      all.count { other in
        let most = tolerance * one.size
        return abs(one.mark.x - other.mark.x) < most && abs(one.gap - other.gap) < most
          && abs(one.mark.width - other.mark.width) < most && abs(one.mark.height - other.mark.height) < most
      } > 1
    }
    let inner = Dictionary(grouping: alike.filter { $0.start > 0 }, by: \.place.block)
    let blocks = page.blocks.enumerated().flatMap { index, block in
      (inner[index] ?? []).map(\.mark.x).min().map(block.parted) ?? [block]
    }
    return (alike.prefix(mostOnPage).map { ListBullet(box: $0.mark.rounded) }, blocks)
  }

  private static let tolerance = 0.2
}

// The marks of list items on a page, from the text and the bullets beside it.
package struct ListMarks {
  package struct Item {
    package var mark: ListMark
    // The number of words that belong to the mark.
    package var words: Int
    var left: Double
  }

  struct Candidate {
    var place: LineReference
    // The index of the first word after a wide space, or 0.
    var start: Int
    var mark: Box
    // The number of words at the start of the line that are the misread mark.
    var words: Int
    var gap: Double
    // The font size of the line.
    var size: Double
  }

  // Fractions of the font size: the sizes of marks, their middle above the baseline, and the space before the text and after other text.
  private static let (sizes, middles, gaps) = (0.06...0.6, 0.1...0.62, 0.12...3.0)
  private static let (leastGapOfWord, free) = (0.3, 1.0)
  // Higher marks may be letters that weren't read.
  private static let (longestMisread, highestRead) = (2, 0.42)

  private let page: RecognizedPage
  private var drawn: [LineReference: Candidate] = [:]

  package init(_ page: RecognizedPage) {
    self.page = page
    guard let bullets: [ListBullet] = page.findings.get() else { return }
    for found in Self.candidates(bullets.map(\.box), page) where found.start == 0 { drawn[found.place] = found }
  }

  package subscript(place: LineReference) -> Item? {
    let line = page[place]
    if let mark = ListMark(line) { return Item(mark: mark, words: 1, left: line.box.x) }
    return drawn[place].map { Item(mark: .bullet, words: $0.words, left: $0.mark.x) }
  }

  static func candidates(_ marks: [Box], _ page: RecognizedPage) -> [Candidate] {
    let isCopied = page.status == .copied
    let words = page.blocks.flatMap(\.lines).filter { $0.turn == 0 && !$0.isVertical }.flatMap(\.words)
    let sorted = marks.sorted { ($0.middleY, $0.x) < ($1.middleY, $1.x) }
    var found: [Candidate] = []
    for (number, block) in page.blocks.enumerated() {
      for (index, line) in block.lines.enumerated() where line.turn == 0 && !line.isVertical {
        guard let base = line.baseline.first?.y else { continue }
        let size = TypeSize.size(line, isFontHeight: isCopied)
        let top = sorted.partitioningIndex { $0.middleY >= base - middles.upperBound * size }
        let beside = sorted[top...].prefix { $0.middleY <= base - middles.lowerBound * size }.filter {
          sizes.contains($0.width / size) && sizes.contains($0.height / size)
            && (isCopied || $0.height < highestRead * size)
        }
        let starts = line.words.indices.filter {
          $0 == 0 || line.words[$0].box.x - line.words[$0 - 1].box.maxX > free * size
        }
        for (start, mark) in starts.flatMap({ start in beside.map { (start, $0) } }) {
          let first = line.words[start]
          let isMisread =
            !isCopied && start + 1 < line.words.count && first.text.count <= longestMisread
            && abs(first.box.middleX - mark.middleX) < leastGapOfWord * size
          let gap = ((isMisread ? line.words[start + 1] : first).box.x - mark.maxX) / size
          guard gaps.contains(gap), !isMisread || gap > leastGapOfWord else { continue }
          let isFree = !words.contains {
            $0.box.maxX > mark.x - free * size && $0.box.x < mark.maxX && $0.box.y < mark.maxY && $0.box.maxY > mark.y
              && !(isMisread && $0 == first)
          }
          guard isFree else { continue }
          found.append(
            Candidate(
              place: LineReference(block: number, line: index), start: start, mark: mark, words: isMisread ? 1 : 0,
              gap: gap * size, size: size))
        }
      }
    }
    return found
  }
}

extension Block {
  // Returns the parts of the block to the left and right of a position, at which the lines of another column of a list begin.
  fileprivate func parted(at x: Double) -> [Block] {
    guard lines.allSatisfy({ $0.words.allSatisfy { $0.box.x >= x || $0.box.maxX <= x } }) else { return [self] }
    let (left, right) = (
      lines.compactMap { $0.part { $0.middleX < x } }, lines.compactMap { $0.part { $0.middleX >= x } }
    )
    let bottom = right.map(\.box.maxY).max() ?? 0
    let parts = [left.filter { $0.box.middleY < bottom }, right, left.filter { $0.box.middleY >= bottom }]
    return parts.filter { !$0.isEmpty }.map { lines in
      Block(kind: .text, box: lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }, lines: lines)
    }
  }
}

extension Line {
  fileprivate func part(of isIn: (Box) -> Bool) -> Line? {
    let own = words.filter { isIn($0.box) }
    guard own.count < words.count, let first = own.first else { return own.isEmpty ? nil : self }
    var line = self
    (line.words, line.box) = (own, own.dropFirst().reduce(first.box) { $0.union($1.box) })
    (line.text, line.confidence) = (joinedText(own), meanConfidence(own))
    return line
  }
}
