// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWords
internal import Glibc

/// The features of a passage for the logistic model that detects headings.
struct HeadingEvidence {
  private static let mostLines = 4
  private static let mostLetters = 200
  /// Words that are headings by themselves, in lowercase and without a number.
  private static let known = Set(WordLists.words("structure.heading"))
  private static let ends: Set<Character> = [".", ",", ";", "。", "，", "；", "、", "-"]

  /// The constant 1, followed by the features, which are between -0.6 and 2.
  let features: [Double]

  /// Calculates a passage's features, or returns `nil` if it can't be a heading, for example because it is long, vertical, or in a table.
  init?(_ index: Int, _ passages: Passages, _ surroundings: PassageSurroundings) {
    let (passage, around) = (passages.all[index], surroundings.neighbors[index])
    let text = passage.text
    let letters = text.count(where: \.isLetter)
    guard !passage.isInTable, passage.lines.count <= Self.mostLines, text.count <= Self.mostLetters, letters > 1,
      passage.lines.allSatisfy({ $0.turn == 0 && !$0.isVertical })
    else { return nil }
    let isHan = text.unicodeScalars.count(where: isWrittenWithoutSpaces) * 2 > text.count
    let numbering = Numbering(text)
    let width = max(around.column.upperBound - around.column.lowerBound, 1)
    let words = passage.lines.flatMap(\.words)
    let ratio = max(passage.ratio, 0.1)
    let block = passages.page.blocks[passage.places[0].block]
    let confidence = meanConfidence(words)
    let long = isHan ? [] : words.map(\.text).filter { $0.count(where: \.isLetter) > 3 }
    let titled =
      long.isEmpty ? 0 : Double(long.count { $0.first { $0.isLetter }?.isUppercase == true }) / Double(long.count)
    let bare = text.lowercased().trimmingPrefix { $0.isNumber || " .、:".contains($0) }
    let first = text.first { !$0.isWhitespace }
    let last = text.last { !$0.isWhitespace }
    let capitals = text.count(where: \.isUppercase)
    let weight = passage.lines.map { $0.weight ?? 1 }.min() ?? 1
    func flag(_ condition: Bool) -> Double { condition ? 1 : 0 }
    func isDepth(_ range: ClosedRange<Int>) -> Bool {
      if case .decimal(let depth) = numbering { range.contains(depth) } else { false }
    }
    let length: Double = isHan ? Double(text.count) / 2 : Double(words.count)
    let isBold = weight > 1.2
    var all: [Double] = [1, min(max(log(ratio), -0.6), 1), flag(ratio > 1.15), flag(ratio > 1.4)]
    all += [flag(isDepth(1...1)), flag(isDepth(2...5)), flag(numbering == .chapter || numbering == .section)]
    all += [flag(numbering == .han), flag(numbering == .hanInBrackets), flag(numbering == .letter)]
    all += [flag(passage.item != nil)]
    all += [flag(last.map(Self.ends.contains) ?? false)]
    all += [min(max(around.gapAbove, -0.5), 2), min(max(around.gapBelow, -0.5), 2)]
    let free: Double = passage.lines.count == 1 ? min(max(1 - passage.box.width / width, 0), 1) : 0
    all += [free, flag(passage.lines.count > 1)]
    let isCapital = !isHan && letters > 3 && Double(capitals) > 0.8 * Double(letters)
    let continues = first?.isLowercase == true || first.map { ")]}，。,;".contains($0) } == true
    all += [
      flag(isCapital), titled, flag(continues), flag(Self.known.contains(String(bare))), flag(block.kind == .heading),
    ]
    let isBeforeText = around.below.map { passages.all[$0].isRunning(in: passages) } ?? false
    all += [flag(isBeforeText), flag(Self.isUnfinished(around.above, passage, passages)), min(length, 20) / 10]
    all += [min(1 - confidence, 0.5) * 2, min(max(log(weight), -0.2), 0.6) * 2, flag(isBold)]
    all += [Self.alike(index, passages), flag(around.above == nil), 1 - Double(letters) / Double(max(text.count, 1))]
    all += [flag(isHan), flag(block.lines.count == passage.lines.count)]
    let hangs = Self.hangs(index, passages)
    // The text of a manual page is indented below its headings, too, but none of it begins at their edge.
    let isTerm =
      hangs
      && passages.all.contains {
        $0.lines.count > 1 && abs($0.box.x - passage.box.x) < passages.typeSize.usual / 2
      }
    all += [flag(hangs), flag(isTerm), flag(text.hasCodeSigns), flag(ratio < 0.95 && !isBold)]
    features = all
  }

  // Whether text is indented directly below the passage, as a definition below its term.
  private static func hangs(_ index: Int, _ passages: Passages) -> Bool {
    guard index + 1 < passages.all.count else { return false }
    let (passage, next, size) = (passages.all[index], passages.all[index + 1], passages.typeSize.usual)
    let gap = next.box.y - passage.box.maxY
    return next.box.x > passage.box.x + 0.8 * size && next.box.x < passage.box.x + 8 * size && gap > -0.3 * size
      && gap < 1.5 * size && !next.isInTable && next.item == nil
  }

  /// Returns whether the passage above, in the same block, seems to continue: its last line is full, and no sentence ends there.
  private static func isUnfinished(_ above: Int?, _ passage: Passage, _ passages: Passages) -> Bool {
    guard let above, let last = passages.all[above].lines.last, let end = last.text.last else { return false }
    guard passages.all[above].places[0].block == passage.places[0].block else { return false }
    return passage.startsSoftly == false && !".!?。！？:：;；”\"".contains(end)
      && last.box.width > 0.9 * passages.all[above].box.width
      && passages.all[above].lines.count > 1
  }

  /// Returns the fraction of the nearest passages, two before and two after, that are single lines with a similar size, weight, and left edge.
  private static func alike(_ index: Int, _ passages: Passages) -> Double {
    let passage = passages.all[index]
    let near = (max(0, index - 2)...min(passages.all.count - 1, index + 2)).filter { $0 != index }
    let same = near.count { other in
      let next = passages.all[other]
      return next.lines.count == 1 && abs(next.ratio / passage.ratio - 1) < 0.12
        && abs(next.box.x - passage.box.x) < 1.5 * passages.typeSize.usual
        && abs((next.lines[0].weight ?? 1) / (passage.lines[0].weight ?? 1) - 1) < 0.15
    }
    return Double(same) / 4
  }
}

extension String {
  fileprivate var hasCodeSigns: Bool {
    first.map { "-−–$>".contains($0) } == true || contains { "{}=<>_\\|;#".contains($0) }
  }
}

extension Passage {
  /// Returns whether the passage is running text: several lines, or a line of at least three quarters of the usual width.
  func isRunning(in passages: Passages) -> Bool {
    lines.count > 1 || box.width > 0.75 * passages.reflow.usualWidth
  }
}

/// Estimates the font size of lines, to compare the lines of a page.
package struct TypeSize {
  /// The median size of the page's lines in pixels, or 0 if there are none.
  package let usual: Double
  /// Whether the boxes have the height of the font, as in copied text. Otherwise, they have the height of the ink.
  private let isFontHeight: Bool

  package init(_ page: RecognizedPage) {
    isFontHeight = page.status == .copied
    usual = page.blocks.flatMap(\.lines).middle { Self.size($0, isFontHeight: page.status == .copied) }
  }

  /// Returns the size of a line relative to the median of the page, or 1 if that is unknown.
  package func ratio(_ line: Line) -> Double {
    usual > 0 ? Self.size(line, isFontHeight: isFontHeight) / usual : 1
  }

  /// Returns the approximate font size in pixels, from the letters, because a line without ascenders or descenders has a lower box.
  package static func size(_ line: Line, isFontHeight: Bool) -> Double {
    let isAcross = line.turn % 180 == 0 && !line.isVertical
    let height = isAcross ? line.box.height : line.box.width
    // Cells of several rows can be copied as one line, so the words are measured.
    guard !isFontHeight else { return line.words.map { isAcross ? $0.box.height : $0.box.width }.max() ?? height }
    var (isTall, isDeep, isLatin) = (false, false, true)
    for character in line.text where !character.isWhitespace {
      if "gjpqyQ,;()[]{}|".contains(character) { isDeep = true }
      if character.isUppercase || character.isNumber || "bdfhklt()[]{}|!?/".contains(character) { isTall = true }
      if let scalar = character.unicodeScalars.first, scalar.value > 0x24F { isLatin = false }
    }
    // Fractions of the font size in common typefaces: x-height 0.5, ascenders 0.22 above it, descenders 0.21 below.
    return height / (isLatin ? 0.5 + (isTall ? 0.22 : 0) + (isDeep ? 0.21 : 0) : 0.93)
  }
}

extension [Line] {
  /// Returns the median of a measure, or 0 if there are no lines. Weighted by letters, so that long paragraphs count more than short headings.
  package func middle(_ measure: (Line) -> Double) -> Double {
    let measured = map { (value: measure($0), letters: $0.text.count) }.sorted { $0.value < $1.value }
    var left = measured.reduce(0) { $0 + $1.letters } / 2
    return measured.first { line in
      left -= line.letters
      return left < 0
    }?.value ?? 0
  }
}
