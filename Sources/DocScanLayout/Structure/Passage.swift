// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanWords

/// Consecutive lines of one block that belong to the same kind of element.
struct Passage {
  var places: [LineReference]
  var lines: [Line]
  /// Whether the passage begins only because the previous line ends early.
  var startsSoftly: Bool
  var box: Box
  /// The font size relative to the median of the page.
  var ratio: Double
  var isInTable: Bool
  var item: ListMarks.Item?

  var text: String { Reflow.text(of: lines[...]) }

  /// The height of the tallest line in pixels, regardless of its letters.
  var lineHeight: Double { lines.map(\.box.height).max() ?? 0 }
}

/// Splits a page into passages, in reading order.
struct Passages {
  /// The minimum ratio of font sizes that starts a new passage.
  private static let otherSize = 1.18
  /// The minimum distance between lines that starts a new passage, in addition to the usual distance and as a fraction of the font size.
  private static let wideGap = 0.45
  /// The minimum ratio of stroke weights that starts a new passage.
  private static let otherWeight = 1.22

  private static let fewestLetters = 3

  let page: RecognizedPage
  // The letters that the text after them begins with, as in an index.
  private(set) var lettersOfIndex: Set<Int> = []
  let typeSize: TypeSize
  let reflow: Reflow
  let marks: ListMarks
  let isProse: Bool
  private(set) var all: [Passage] = []
  /// The median distance between lines of a block, in pixels.
  private(set) var usualGap = 0.0

  init(_ page: RecognizedPage, tables: Set<LineReference>) {
    self.page = page
    typeSize = TypeSize(page)
    reflow = Reflow(page)
    marks = ListMarks(page)
    isProse = page.isProse(besides: tables)
    let gaps = page.blocks.flatMap { block in zip(block.lines, block.lines.dropFirst()).map { $1.box.y - $0.box.maxY } }
      .sorted()
    usualGap = gaps.isEmpty ? 0 : gaps[gaps.count / 2]
    for (number, block) in page.blocks.enumerated() { add(block, number, tables) }
    let letters = zip(all.indices, zip(all, all.dropFirst())).filter { _, pair in
      let text = pair.0.text
      return text.count == 1 && text.first?.isUppercase == true && pair.1.text.count > 1
        && pair.1.text.first?.uppercased() == text
        && !pair.0.isInTable
    }
    lettersOfIndex = letters.count >= Self.fewestLetters ? Set(letters.map(\.0)) : []
  }

  private mutating func add(_ block: Block, _ number: Int, _ tables: Set<LineReference>) {
    let rightEdge = reflow.rightEdge(of: block)
    let gaps = zip(block.lines, block.lines.dropFirst()).map { $1.box.y - $0.box.maxY }.sorted()
    // In a block with few lines, the median can be the distance after a heading, so the page's median is used.
    let gap = gaps.count >= 4 ? gaps[gaps.count / 2] : usualGap
    for (index, line) in block.lines.enumerated() {
      let place = LineReference(block: number, line: index)
      let isInTable = tables.contains(place)
      let before = index > 0 ? block.lines[index - 1] : nil
      if let before, let last = all.last, last.isInTable == isInTable,
        isInTable || marks[place] == nil && !begins(line, after: before, gap)
      {
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
        isInTable: isInTable, item: marks[place]))
  }

  /// Returns whether a line starts a new passage, regardless of the length of the previous line.
  private func begins(_ line: Line, after before: Line, _ gap: Double) -> Bool {
    if line.startsParagraph == true { return true }
    if Hyphenation(before.words.last, line.words.first) != nil { return false }
    let (one, other) = (typeSize.ratio(before), typeSize.ratio(line))
    let letters = min(before.text.count, line.text.count)
    if letters > 3, max(one, other) > Self.otherSize * min(one, other) { return true }
    if let weight = line.weight, letters > 3, weight > Self.otherWeight * (before.weight ?? 1) { return true }
    if let weight = before.weight, letters > 3, weight > Self.otherWeight * (line.weight ?? 1) { return true }
    return line.box.y - before.box.maxY - gap > Self.wideGap * typeSize.usual
  }
}

/// The passages around each passage of a page.
struct PassageSurroundings {
  /// The neighbors of one passage.
  struct Neighbors {
    /// The indices of the nearest passages above and below in the same column, or `nil` if there are none.
    var above: Int?
    var below: Int?
    /// The distances to the passages above and below, minus the usual distance, as multiples of the median font size.
    var gapAbove: Double
    var gapBelow: Double
    /// The left and right edges of the surrounding text, in pixels.
    var column: ClosedRange<Double>
  }

  /// The assumed distance if there is no neighbor, which is about as wide as between sections.
  private static let openGap = 1.5
  private static let widestGap = 4.0

  private(set) var neighbors: [Neighbors] = []

  init() {}

  init(_ passages: Passages) {
    let all = passages.all
    let size = max(passages.typeSize.usual, 1)
    for (index, passage) in all.enumerated() {
      var (above, below): (Int?, Int?) = (nil, nil)
      var columns: (distance: Double, range: ClosedRange<Double>)?
      for (other, next) in all.enumerated() where other != index {
        let shared = min(passage.box.maxX, next.box.maxX) - max(passage.box.x, next.box.x)
        guard shared > 0.2 * min(passage.box.width, next.box.width) else { continue }
        if next.box.middleY < passage.box.y, next.box.maxY > above.map({ all[$0].box.maxY }) ?? -.infinity {
          above = other
        }
        if next.box.middleY > passage.box.maxY, next.box.y < below.map({ all[$0].box.y }) ?? .infinity { below = other }
        guard next.lines.count > 1, shared > 0.5 * passage.box.width else { continue }
        let distance = max(next.box.y - passage.box.maxY, passage.box.y - next.box.maxY)
        if distance < columns?.distance ?? .infinity {
          columns = (distance, next.box.x...max(next.box.x, next.box.maxX))
        }
      }
      let block = passages.page.blocks[passage.places[0].block]
      let own = block.box.x...max(passages.reflow.rightEdge(of: block), block.box.x)
      var column = columns?.range ?? own
      column = min(column.lowerBound, passage.box.x)...max(column.upperBound, passage.box.maxX)
      let gap = { (distance: Double?) -> Double in
        distance.map { min(max(($0 - passages.usualGap) / size, -1), Self.widestGap) } ?? Self.openGap
      }
      neighbors.append(
        Neighbors(
          above: above, below: below, gapAbove: gap(above.map { passage.box.y - all[$0].box.maxY }),
          gapBelow: gap(below.map { all[$0].box.y - passage.box.maxY }), column: column))
    }
  }
}

/// Detects lines that continue on the next line, and joins their text.
package struct Reflow {
  private let boxes: [Box]
  /// The median width of the page's lines in pixels, weighted by letters.
  package let usualWidth: Double

  package init(_ page: RecognizedPage) {
    boxes = page.blocks.map(\.box)
    usualWidth = page.blocks.flatMap(\.lines).middle(\.box.width)
  }

  /// Returns the maximum right edge of a block's lines, based on the usual line width and the next column.
  package func rightEdge(of block: Block) -> Double {
    let (right, bottom) = (block.box.maxX, block.box.maxY)
    var reach = block.box.x + usualWidth
    for other in boxes where other.x >= right && other.y < bottom && other.maxY > block.box.y {
      reach = min(reach, other.x)
    }
    return max(right, reach)
  }

  /// Returns whether a line ends early, that is, the first word of the next line would have fit.
  package static func endsEarly(_ line: Line, before next: Line, rightEdge: Double) -> Bool {
    guard let word = next.words.first, line.turn == 0, !line.isVertical, !next.text.isRightToLeft else { return false }
    return rightEdge - line.box.maxX > word.box.width + 1.5 * line.box.height
  }

  /// Returns the text of lines, joined and without hyphenation. The first `dropped` words are left out.
  package static func text(of lines: ArraySlice<Line>, droppingWords dropped: Int = 0) -> String {
    var text = ""
    var broken: Hyphenation?
    for (index, line) in zip(lines.indices, lines) {
      for (wordIndex, word) in line.words.enumerated().dropFirst(index == lines.startIndex ? dropped : 0) {
        if wordIndex == 0, let broken {
          text = text.dropLast(broken.start.count) + broken.word
        } else {
          text += separator(text, word.text) + word.text
        }
      }
      broken = Hyphenation(line.words.last, index + 1 < lines.endIndex ? lines[index + 1].words.first : nil)
      if broken != nil { text.removeLast() }
    }
    return text
  }
}

/// A word that is hyphenated at the end of a line and continues on the next line.
package struct Hyphenation {
  package let start: String
  package let hyphen: String
  package let word: String

  private static let hyphens: Set<Character> = ["-", "\u{AD}", "\u{2010}"]
  /// The words before which a hyphen stands for an omitted part, as in "pre- and postwar" or "Vor- und Nachmittag".
  private static let conjunctions = Set(WordLists.words("structure.conjunction"))

  /// Joins the parts of a hyphenated word. Returns `nil` unless the last word of a line continues in the first word of the next line.
  package init?(_ last: Word?, _ next: Word?) {
    guard let last = last?.text, let next = next?.text, let hyphen = last.last, Self.hyphens.contains(hyphen) else {
      return nil
    }
    let start = last.dropLast()
    guard start.last?.isLetter == true, next.first?.isLetter == true, !Self.conjunctions.contains(next) else {
      return nil
    }
    // A hyphen is part of the word if there is another one ("state-of-the-") or a capital letter follows ("Jean-Paul").
    let isKept = start.contains { Self.hyphens.contains($0) } || next.first?.isUppercase == true
    self.start = String(start)
    self.hyphen = String(hyphen)
    word = start + (isKept ? String(hyphen) : "") + next
  }
}

/// Estimates the number of tokens into which language models split a text, regardless of their vocabulary.
package enum TokenCount {
  /// The average number of letters or digits per token in alphabetic scripts.
  private static let lettersOfToken = 4

  /// Returns one token for every four letters or digits in a row or part thereof, and one for each Han, kana, or Hangul character or other sign.
  package static func of(_ text: String) -> Int {
    var (count, run) = (0, 0)
    for scalar in text.unicodeScalars {
      if scalar.isWrittenDownwards || isWrittenWithoutSpaces(scalar) {
        (count, run) = (count + 1, 0)
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        if run % lettersOfToken == 0 { count += 1 }
        run += 1
      } else {
        run = 0
        if !scalar.properties.isWhitespace { count += 1 }
      }
    }
    return count
  }
}
