// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanUnderstanding

/// The words, rules, and running text of a page, from which tables are found.
struct TableEvidence {
  let words: [PlacedWord]
  /// The median word height, in pixels.
  let height: Double
  /// The page size in pixels, or `nil` if unknown.
  let size: (width: Double, height: Double)?
  let across: [AxisRule]
  let down: [AxisRule]
  let prose: Set<Int>
  // The words that contain dots between a name and its number.
  let leaders: [Box]
  // The stroke weights of the lines, in the order of their numbers.
  let weights: [Double]

  /// Characters that vertical rules are misread as.
  private static let bars: Set<Character> = ["|", "¦", "[", "]"]

  init(_ page: RecognizedPage) {
    var (words, leaders): ([PlacedWord], [Box]) = ([], [])
    var (number, line) = (0, 0)
    var blocks: [[Int]] = []
    weights = page.blocks.flatMap(\.lines).map { $0.weight ?? 1 }
    for block in page.blocks {
      var lines: [Int] = []
      for read in block.lines {
        let isLevel = read.turn == 0 && !read.isVertical
        var end: Double?
        for var word in read.words {
          let isNear = end.map { word.box.x - $0 < Self.nearLeader * read.box.height } ?? false
          let whole = word.box
          let isLeader = word.removeLeader(isNear: isNear)
          if isLeader { leaders.append(whole) }
          end = whole.maxX
          if isLevel, !word.text.isEmpty, !word.text.allSatisfy(Self.bars.contains), word.box.width > 0,
            word.box.height > 0
          {
            words.append(PlacedWord(number: number, word: word, line: line))
          }
          number += 1
        }
        lines.append(line)
        line += 1
      }
      blocks.append(lines)
    }
    let heights = words.filter { $0.text.contains { $0.isLetter || $0.isNumber } }.map(\.box.height)
    let height = median(heights) ?? 0
    (self.words, self.height, self.leaders) = (words, height, leaders)
    size = page.image.map { (Double($0.width), Double($0.height)) }
    let rules = AxisRules(page.rules ?? [], words: words.map(\.box), height: height)
    (across, down) = (rules.borders(beside: words.map(\.box), height: height), rules.down)
    prose = Self.prose(blocks, Dictionary(grouping: words, by: \.line), height)
  }

  /// Whether the text is as narrow as on a paper roll, on which receipts are printed.
  var isSlip: Bool {
    guard let content = words.map(\.box).union,
      let letter = median(words.map { $0.box.width / Double(max(1, $0.width)) })
    else { return false }
    return content.width < Self.widestSlip * letter
  }

  /// The maximum width of a roll, in letters. Rolls have up to 48 per line, and spaces between words are wider.
  private static let widestSlip = 62.0

  private static let nearLeader = 3.0
  private static let fewestEntries = 4

  // Returns whether the rows are those of a table of contents: names with dots to the numbers of pages, which ascend.
  func isContents(_ grid: CellLayout) -> Bool {
    let last = grid.cells.filter { $0.columns.upperBound == grid.columnCount - 1 }
    let pages = last.compactMap { Int($0.text) }
    let led = last.count { cell in
      leaders.contains { leader in
        abs(leader.maxY - cell.content.maxY) < height / 2
          && !grid.cells.contains {
            $0.rows == cell.rows && $0.content.x >= leader.maxX && $0.content.maxX < cell.content.x
          }
      }
    }
    return pages.count >= Self.fewestEntries && 2 * led >= pages.count
      && zip(pages, pages.dropFirst()).allSatisfy { $0 <= $1 }
  }

  // MARK: Running text

  private static let fewestWords = 5
  private static let mostLastWords = 12

  private static func prose(_ blocks: [[Int]], _ words: [Int: [PlacedWord]], _ height: Double) -> Set<Int> {
    var prose: Set<Int> = []
    for block in blocks {
      let lines = block.compactMap { line in
        words[line].map { (number: line, words: $0.sorted { $0.box.x < $1.box.x }) }
      }
      guard let box = lines.flatMap({ $0.words.map(\.box) }).union, box.width > 14 * height else { continue }
      let left = median(lines.map { $0.words[0].box.x }) ?? box.x
      let isFull = lines.map { line -> Bool in
        guard line.words.count >= fewestWords, let own = line.words.map(\.box).union else { return false }
        let letters = line.words.count { $0.text.count(where: \.isLetter) >= 2 }
        return own.width >= 0.7 * box.width && own.x - left <= 1.5 * height && widestGap(line.words) <= 1.6 * height
          && Double(letters) >= 0.55 * Double(line.words.count)
      }
      guard isFull.count(where: { $0 }) >= 2 else { continue }
      for (index, line) in lines.enumerated() {
        let isAfterFull = index > 0 && isFull[index - 1]
        if isFull[index] {
          if isAfterFull || (index + 1 < lines.count && isFull[index + 1]) { prose.insert(line.number) }
        } else if isAfterFull, line.words.count <= mostLastWords, line.words[0].box.x - box.x < 2 * height,
          widestGap(line.words) < 1.6 * height
        {
          prose.insert(line.number)
        }
      }
    }
    return prose
  }

  private static func widestGap(_ words: [PlacedWord]) -> Double {
    zip(words, words.dropFirst()).map { $1.box.x - $0.box.maxX }.max() ?? 0
  }
}

extension Word {
  private static let fewestDots = 4
  // The width of a dot, relative to the mean of letters.
  private static let dotWidth = 0.55

  // Removes dots that lead from a name to its number. A few dots alone in a cell mean that the value is missing.
  fileprivate mutating func removeLeader(isNear: Bool) -> Bool {
    let kept = text.reversed().drop { ".…·".contains($0) }.count
    let dots = text.count - kept
    guard dots >= Self.fewestDots || kept == 0 && dots > 0 && isNear || text.dropFirst(kept).contains("…") && dots > 1
    else { return false }
    text = String(text.prefix(kept))
    box.width *= Double(kept) / (Double(kept) + Self.dotWidth * Double(dots))
    return true
  }
}

extension PlacedWord {
  /// The number of letters, in which characters of scripts without spaces count as two, because they are twice as wide.
  fileprivate var width: Int { text.count + text.unicodeScalars.count { isWrittenWithoutSpaces($0) || isHangul($0) } }
}

func median(_ numbers: [Double]) -> Double? {
  let sorted = numbers.sorted()
  return sorted.isEmpty ? nil : sorted[sorted.count / 2]
}

extension [Box] {
  var union: Box? { dropFirst().reduce(first) { $0?.union($1) } }
}
