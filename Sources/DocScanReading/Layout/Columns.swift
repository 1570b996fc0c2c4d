// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

/// Decides whether the two sides of a gutter are columns, which are read one after the other, or parts of the same rows.
enum Columns {
  // The minimum share of a side's lines that are level with lines on the other side if the sides form rows.
  private static let level = 0.75  // Chosen: 0.6 to 0.9 (read).
  private static let fewestLines = 3  // Chosen: 2 to 4 (read).
  private static let fewestTorn = 6  // Chosen: 4 to 9 (read).
  private static let fewestFollowing = 2

  enum Verdict {
    case columns, rows, unclear
  }

  /// Returns whether the sides of a gutter are read one after the other. Parts near it and between wide gaps are also checked against split rows.
  static func areApart(_ region: Region, at gutter: ClosedRange<Double>) -> Bool {
    let (left, right) = region.parted { $0.box.x < gutter.lowerBound }
    if isIndex(left), isIndex(right) { return true }
    func verdict(_ region: Region) -> Verdict { self.verdict(region, at: gutter) }
    guard verdict(region) == .columns else { return false }
    // The text nearest to the gutter may be cells of rows even if other text is next to them.
    let gutters = region.gutters(least: region.lineHeight)
    let start = gutters.last { $0.upperBound < gutter.lowerBound }?.lowerBound ?? -.infinity
    let end = gutters.first { $0.lowerBound > gutter.upperBound }?.lowerBound ?? .infinity
    let nearest = region.with(region.pieces.filter { $0.box.x > start && $0.box.x <= end })
    let near = nearest.parted { $0.box.x < gutter.lowerBound }.1
    if LineNumbers(near.lines) == nil, verdict(nearest) == .rows { return false }
    let sections = region.sections
    return sections.count == 1 || !sections.contains { verdict($0) == .rows }
  }

  // Returns whether most pieces are entries of an index, which is often in columns. Tables have spaces between names and numbers.
  private static func isIndex(_ region: Region) -> Bool {
    let entries = region.pieces.count { joinedText($0.line.words).isIndexEntry }
    return entries >= fewestTorn && 5 * entries >= 3 * region.pieces.count
  }

  static func verdict(_ region: Region, at gutter: ClosedRange<Double>) -> Verdict {
    let (left, right) = region.parted { $0.box.x < gutter.lowerBound }
    let numbers = [left, right].map { Set($0.pieces.map(\.number)) }
    let fewest = numbers.map(\.count).min() ?? 0
    // Splitting lines that were read across needs more evidence.
    let isTorn = 2 * numbers[0].intersection(numbers[1]).count > fewest
    let verdict = verdict(left.lines, right.lines, lineHeight: region.lineHeight)
    if verdict == .columns, isTorn, fewest < fewestTorn,
      !isAddress(left.lines), !isAddress(right.lines), !areEnumerated(left.lines, right.lines)
    {
      return .unclear
    }
    guard verdict == .unclear else { return verdict }
    // One side may have complete rows, and the other text at other heights.
    let isBeside =
      [left, right].allSatisfy {
        $0.lines.count >= fewestLines && areClose($0.lines, 2 * $0.lineHeight)
      }
      && levelShare(left.lines, right.lines, region.lineHeight) < 0.5
      && [left, right].contains { side in
        side.gutters(least: side.lineHeight).contains {
          let (first, second) = side.parted { [gutter = $0] in $0.box.x < gutter.lowerBound }
          return self.verdict(first.lines, second.lines, lineHeight: side.lineHeight) == .rows
        }
      }
    return isBeside ? .columns : .unclear
  }

  private static func verdict(_ left: [Line], _ right: [Line], lineHeight: Double) -> Verdict {
    guard !left.isEmpty, !right.isEmpty else { return .unclear }
    // A table's first column may be numbers, too.
    if LineNumbers(left) != nil, isText(right) { return .columns }
    let (leftRuns, rightRuns) = (isRunning(left), isRunning(right))
    if leftRuns && rightRuns || areEnumerated(left, right) { return .columns }
    let levels = levelShare(left, right, lineHeight)
    if leftRuns || rightRuns {
      let other = leftRuns ? right : left
      guard other.count >= 2 else { return .unclear }
      if levels < level || isWhole(other) { return .columns }
      // Amounts, or terms explained line by line, form rows with the text.
      return areValues(other) || areTerms(other) ? .rows : .columns
    }
    // The sides may be labels and values, or items and amounts.
    if areValues(right) && !isWhole(right) || areLabels(left) { return .rows }
    guard left.count >= fewestLines, right.count >= fewestLines else { return .unclear }
    // An address next to facts that are complete by themselves.
    if levels < 0.5, isWhole(left) != isWhole(right), areClose(left, 2 * lineHeight),
      areClose(right, 2 * lineHeight)
    {
      return .columns
    }
    guard areClose(left, lineHeight), areClose(right, lineHeight) else { return .unclear }
    if levels < 0.5, isText(left), isText(right) { return .columns }
    return isAddress(left) && isAddress(right) ? .columns : .unclear
  }

  // Returns whether most of the marks before the lines follow each other, such as (A), (B), and (C). Rows would have them next to each other.
  private static func areEnumerated(_ left: [Line], _ right: [Line]) -> Bool {
    [left, right].allSatisfy { lines in
      let marks = lines.compactMap { $0.words.first?.text.listOrdinal }
      let following = zip(marks, marks.dropFirst()).count { $1 == $0 + 1 }
      return following >= fewestFollowing && 2 * following >= marks.count - 1
    }
  }

  private static func areClose(_ lines: [Line], _ lineHeight: Double) -> Bool {
    // Chosen: 1.2 to 2 (read).
    zip(lines, lines.dropFirst()).allSatisfy { $1.box.y - $0.box.maxY < 1.5 * lineHeight }
  }

  private static func isRunning(_ lines: [Line]) -> Bool {
    guard lines.count >= fewestLines, lines.allSatisfy(\.isHorizontal),
      let box = lines.map(\.box).union
    else {
      return false
    }
    let height = median(lines.map(\.box.height))
    let steps = zip(lines, lines.dropFirst()).map { $1.box.middleY - $0.box.middleY }
    let long = lines.count { line in
      let characters = line.words.flatMap(\.text)
      // Chosen: 0.6, 0.5 to 0.75 (read).
      return line.words.count >= 3 && characters.count >= 18 && line.box.width >= 0.6 * box.width
        && characters.count(where: \.isLetter) * 10 >= characters.count * 7
        && line.gaps(least: 1.5 * height).isEmpty
    }
    // Chosen: 2.2, 1.8 to 2.8 (read).
    return long >= fewestLines && 2 * long >= lines.count && median(steps) < 2.2 * height
  }

  /// Returns the share of the lines, on the side with fewer lines, whose baselines match lines on the other side.
  private static func levelShare(_ left: [Line], _ right: [Line], _ lineHeight: Double) -> Double {
    let (few, many) = left.count < right.count ? (left, right) : (right, left)
    let heights = many.compactMap(\.baseline.first?.y)
    let level = few.count { line in
      guard let height = line.baseline.first?.y else { return false }
      return heights.contains { abs($0 - height) < 0.25 * lineHeight }
    }
    return Double(level) / Double(max(few.count, 1))
  }

  /// Returns whether nearly all lines have a word and a value, or a label with a colon, so that each line is complete by itself.
  private static func isWhole(_ lines: [Line]) -> Bool {
    5
      * lines.count { line in
        let isNamed = line.words.contains { $0.text.count(where: \.isLetter) > 2 }
        return isNamed && line.words.contains { $0.text.isValue }
          || line.words.dropLast().contains { $0.text.hasSuffix(":") }
      } >= 4 * lines.count
  }

  private static func isText(_ lines: [Line]) -> Bool {
    let words = lines.flatMap(\.words)
    let characters = words.flatMap(\.text)
    return words.count > 2 * lines.count
      && characters.count(where: \.isLetter) * 10 >= characters.count * 7
  }

  private static func areTerms(_ lines: [Line]) -> Bool {
    let words = lines.flatMap(\.words)
    let characters = words.flatMap(\.text)
    return words.count <= 2 * lines.count
      || characters.count(where: \.isLetter) * 20 < characters.count * 11
  }

  private static func areValues(_ lines: [Line]) -> Bool {
    5 * lines.count { line in 2 * line.words.count { $0.text.isValue } >= line.words.count } >= 3
      * lines.count
  }

  private static func areLabels(_ lines: [Line]) -> Bool {
    5 * lines.count { $0.words.last?.text.hasSuffix(":") ?? false } >= 3 * lines.count
  }

  /// Returns whether the lines look like an address: few lines, close together, with numbers next to words, but without amounts.
  private static func isAddress(_ lines: [Line]) -> Bool {
    guard lines.count >= fewestLines, lines.count <= 8 else { return false }
    let heights = lines.map(\.box.height)
    let steps = zip(lines, lines.dropFirst()).map { $1.box.middleY - $0.box.middleY }
    let numbered = lines.filter { $0.words.contains { $0.text.contains(where: \.isNumber) } }
    return median(steps) < 1.9 * median(heights) && !numbered.isEmpty
      && numbered.allSatisfy { line in
        line.words.contains { $0.text.count(where: \.isLetter) > 2 }
          && !line.words.contains(where: \.isDecimal)
      }
  }
}

extension Block {
  fileprivate init(_ lines: [Line]) {
    self.init(
      kind: .text, box: lines.map(\.box).union ?? Box(x: 0, y: 0, width: 0, height: 0), lines: lines
    )
  }
}

extension Word {
  /// Whether the word ends with two decimals, as amounts do.
  fileprivate var isDecimal: Bool {
    let end = text.filter { $0.isNumber || ".,".contains($0) }.suffix(3)
    return end.count == 3 && ".,".contains(end[end.startIndex])
      && end.dropFirst().allSatisfy(\.isNumber)
  }
}

extension String {
  /// Whether the text is a number with at most a few letters, such as a currency.
  fileprivate var isValue: Bool { contains(where: \.isNumber) && count(where: \.isLetter) <= 3 }
}
