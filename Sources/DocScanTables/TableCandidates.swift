// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLayout
internal import DocScanUnderstanding

struct TableCandidate {
  /// The evidence by which a candidate was found.
  enum Kind: String {
    /// Horizontal rules that cross vertical rules.
    case grid
    /// Horizontal rules that begin and end at the same places.
    case rules
    /// Text lines whose parts are aligned in columns.
    case aligned
  }

  var box: Box
  let kind: Kind
  var isWholePicture = false
}

struct TableCandidates {
  private let evidence: TableEvidence
  let lines: [TableLine]
  private let height: Double

  init(_ evidence: TableEvidence) {
    self.evidence = evidence
    height = evidence.height
    lines = TableLine.lines(evidence.words, down: evidence.down, height: evidence.height).map { line in
      var line = line
      for index in line.segments.indices {
        let words = line.segments[index].words
        line.segments[index].isProse = 2 * words.count { evidence.prose.contains($0.line) } > words.count
      }
      return line
    }
  }

  var all: [TableCandidate] {
    let aligned = aligned
    let ruled = withLabels(joined(ruled), aligned)
    let larger = ruled.flatMap { drawn in
      aligned.compactMap { other -> TableCandidate? in
        let box = drawn.box.union(other.box)
        let (one, both) = (drawn.box, other.box)
        let shared = min(one.maxX, both.maxX) - max(one.x, both.x)
        guard min(one.maxY, both.maxY) > max(one.y, both.y), shared > 0.8 * box.width,
          box.height > one.height + height,
          ruled.allSatisfy({ $0.box == one || !$0.box.overlaps(box) })
        else { return nil }
        return TableCandidate(box: box, kind: drawn.kind)
      }
    }
    return ruled + aligned + larger + (picture(ruled).map { [$0] } ?? [])
  }

  /// Returns a candidate that covers the whole page if the page is a picture of one table and nothing else. Returns `nil` for other pages.
  private func picture(_ ruled: [TableCandidate]) -> TableCandidate? {
    guard let size = evidence.size, let content = evidence.words.map(\.box).union, lines.count > 1 else { return nil }
    let (long, short) = (max(size.width, size.height), min(size.width, size.height))
    // Paper sizes of ISO 216 and of the United States. Landscape pages are rare, and pictures of a table with the same shape are as common.
    let isSheet =
      short >= (size.height > size.width ? 600 : 800)
      && [1.414, 1.294, 1.647].contains { abs(long / max(1, short) - $0) < 0.04 }
    let margin = 0.2 * long
    let isFilled = content.x < margin && content.y < margin && size.width - content.maxX < margin
    guard !isSheet, isFilled, areOfOneTable, lines.allSatisfy({ !$0.segments.contains(where: \.isProse) })
    else { return nil }
    let box = ruled.reduce(content) { $0.union($1.box) }
    return TableCandidate(box: box, kind: ruled.contains { $0.kind == .grid } ? .grid : .rules, isWholePicture: true)
  }

  /// Whether at least half of the lines have columns, or the other lines fit into those columns, as the lines of a cell do.
  private var areOfOneTable: Bool {
    let tabular = lines.filter(\.isTabular)
    if 2 * tabular.count >= lines.count { return true }
    guard tabular.count >= Self.fewestOfPicture else { return false }
    let gutters = Gutters(tabular, height: height, tolerance: 0.15).inner
    let within = lines.count { line in
      line.segments.allSatisfy { segment in
        gutters.allSatisfy { segment.box.maxX < $0.upperBound || segment.box.x > $0.lowerBound }
      }
    }
    return !gutters.isEmpty && Double(within) >= 0.8 * Double(lines.count)
  }

  private static let fewestOfPicture = 4

  /// Joins candidates that are parts of one table with gaps in its rules: close together vertically, and one within the width of the other.
  private func joined(_ candidates: [TableCandidate]) -> [TableCandidate] {
    var joined: [TableCandidate] = []
    for candidate in candidates {
      var whole = candidate
      while let index = joined.firstIndex(where: { areParts($0.box, whole.box) }) {
        let other = joined.remove(at: index)
        whole = TableCandidate(box: whole.box.union(other.box), kind: other.kind == .grid ? .grid : whole.kind)
      }
      joined.append(whole)
    }
    return joined.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
  }

  private static let (fewestLabels, mostlyLabeled) = (3, 0.8)

  /// Extends candidates over the names of their rows. Sums often have rules above their numbers only.
  private func withLabels(_ ruled: [TableCandidate], _ aligned: [TableCandidate]) -> [TableCandidate] {
    ruled.map { drawn in
      guard drawn.kind == .rules else { return drawn }
      let box = drawn.box
      let wider = aligned.first { other in
        other.box.x < box.x - 2 * height && other.box.maxX < box.maxX + 2 * height
          && other.box.y < box.y + 2 * height && other.box.maxY > box.maxY - 2 * height
          && !ruled.contains { $0.box != box && $0.box.overlaps(other.box) }
      }
      guard let wider else { return drawn }
      let own = lines.filter { line in
        line.middle > box.y && line.middle < box.maxY && line.segments.contains { $0.box.maxX > box.x }
      }
      let labels = own.compactMap { line in line.segments.last { $0.box.maxX < box.x && !$0.isProse }?.box.maxX }
      // The lines of a column of text end together. Names of rows differ in length.
      let longest = labels.max() ?? 0
      guard labels.count >= Self.fewestLabels, Double(labels.count) >= Self.mostlyLabeled * Double(own.count),
        2 * labels.count(where: { $0 > longest - height }) <= labels.count
      else { return drawn }
      return TableCandidate(box: box.union(wider.box), kind: .rules)
    }
  }

  private func areParts(_ one: Box, _ other: Box) -> Bool {
    let (top, bottom) = (min(one.maxY, other.maxY), max(one.y, other.y))
    let (outer, inner) = one.width >= other.width ? (one, other) : (other, one)
    guard inner.x > outer.x - height, inner.maxX < outer.maxX + height else { return false }
    // A rectangle around another is a frame.
    guard bottom - top > -2 * height else { return false }
    if bottom - top < height { return true }
    // Only lines with columns, at normal distances, between two parts.
    let between = lines.filter {
      $0.middle > top && $0.middle < bottom && $0.right > outer.x && $0.left < outer.maxX
    }
    return !between.isEmpty && between.allSatisfy(\.isSurelyTabular)
      && bottom - top < (1 + Double(between.count)) * Self.widestGaps.usual * height
  }

  // MARK: By rules

  /// The maximum distance at which rules meet, in line heights.
  private static let tolerance = 0.6

  private var ruled: [TableCandidate] {
    let (across, down) = (evidence.across, evidence.down)
    guard !across.isEmpty else { return [] }
    var sets = UnionFind(count: across.count + down.count)
    for (index, rule) in across.enumerated() {
      for (other, crossing) in down.enumerated() where meet(rule, crossing) { sets.join(index, across.count + other) }
      if let next = next(after: index) { sets.join(index, next) }
    }
    var groups: [Int: (across: [AxisRule], down: [AxisRule])] = [:]
    for (index, rule) in across.enumerated() { groups[sets.root(of: index), default: ([], [])].across.append(rule) }
    for (index, rule) in down.enumerated() {
      groups[sets.root(of: across.count + index), default: ([], [])].down.append(rule)
    }
    return groups.values.compactMap { group in
      let (across, down) = group
      guard !across.isEmpty, across.count + down.count > 1 else { return nil }
      let xs = across.flatMap { [$0.start, $0.end] } + down.map(\.position)
      let ys = across.map(\.position) + down.flatMap { [$0.start, $0.end] }
      let corners = zip([xs.min() ?? 0, xs.max() ?? 0], [ys.min() ?? 0, ys.max() ?? 0])
      let box = Box(around: corners.map { Point(x: $0, y: $1) })
      guard box.width >= 5 * height, box.height >= 1.5 * height else { return nil }
      return TableCandidate(box: box, kind: down.isEmpty || across.count < 2 ? .rules : .grid)
    }.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
  }

  private func meet(_ across: AxisRule, _ down: AxisRule) -> Bool {
    let tolerance = Self.tolerance * height
    return across.start - tolerance <= down.position && down.position <= across.end + tolerance
      && down.start - tolerance <= across.position && across.position <= down.end + tolerance
  }

  private func next(after index: Int) -> Int? {
    let rules = evidence.across
    let rule = rules[index]
    for other in rules.indices where other > index {
      let below = rules[other]
      guard below.position - rule.position >= 0.5 * height else { continue }
      // A longer rule is the border of another part of the table, or of another table.
      if below.start < rule.start + height, below.end > rule.end - height, below.length > rule.length + 2 * height {
        return nil
      }
      guard abs(rule.start - below.start) < 1.5 * height, abs(rule.end - below.end) < 1.5 * height,
        min(rule.length, below.length) > 4 * height
      else { continue }
      return areOfOneTable(rule, below) ? other : nil
    }
    return nil
  }

  private func areOfOneTable(_ rule: AxisRule, _ below: AxisRule) -> Bool {
    let between = lines.filter { line in
      line.middle > rule.position && line.middle < below.position && line.right > rule.start && line.left < rule.end
    }
    guard !between.isEmpty else { return false }
    let parts = between.map { line in line.segments.filter { $0.box.maxX > rule.start && $0.box.x < rule.end } }
    let isFull = Double(parts.count { $0.count >= 2 }) >= 0.34 * Double(parts.count)
    let isNarrow =
      between.count <= 2 && !parts.joined().contains(where: \.isProse)
      && below.position - rule.position < (1.4 * Double(between.count) + 1.2) * height
    guard isFull || isNarrow else { return false }
    // Sides that are drawn above and below but not in between belong to two tables.
    let tolerance = Self.tolerance * height
    let near = evidence.down.filter {
      $0.position >= rule.start - tolerance && $0.position <= rule.end + tolerance && $0.length > height
    }
    let depth = below.position - rule.position
    let isOpen = !near.contains { $0.covered(rule.position, below.position) > 0.8 * depth }
    let isDrawnAbove = near.contains {
      $0.start < rule.position - height / 2 && $0.end > rule.position - tolerance
    }
    let isDrawnBelow = near.contains {
      $0.end > below.position + height / 2 && $0.start < below.position + tolerance
    }
    let hasColumns = parts.contains { $0.count >= 2 }
    return !isOpen || !(isDrawnAbove && isDrawnBelow || (isDrawnAbove || isDrawnBelow) && !hasColumns)
  }

  /// Returns the candidate with adjacent lines above and below that fit its columns, such as shaded column headers and sums.
  func extended(_ candidate: TableCandidate) -> TableCandidate {
    var candidate = candidate
    for _ in 0..<2 { candidate.box = box(of: candidate, with: nearest(to: candidate, isAbove: true)) }
    candidate.box = box(of: candidate, with: nearest(to: candidate, isAbove: false))
    return candidate
  }

  /// The maximum distance of column headers from the rows, as a multiple of the distance between rows.
  private static let usualReach = 1.1

  private func nearest(to candidate: TableCandidate, isAbove: Bool) -> TableLine? {
    let box = candidate.box
    let own = lines.filter { $0.middle > box.y && $0.middle < box.maxY && $0.right > box.x && $0.left < box.maxX }
    let usual = median(zip(own, own.dropFirst()).map { $1.top - $0.bottom }) ?? 0
    let reach = max(0.9 * height, Self.usualReach * usual)
    let near = lines.filter { line in
      let gap = isAbove ? box.y - line.bottom : line.top - box.maxY
      return gap >= -0.3 * height && gap < reach && line.right > box.x && line.left < box.maxX
    }
    // Below, only lines that end with a number continue the table. Others may be notes.
    return isAbove
      ? near.max { $0.bottom < $1.bottom } : near.min { $0.top < $1.top }.flatMap { $0.endsWithNumber ? $0 : nil }
  }

  private func box(of candidate: TableCandidate, with line: TableLine?) -> Box {
    let box = candidate.box
    guard let line else { return box }
    let parts = line.segments.filter { $0.box.middleX > box.x - height && $0.box.middleX < box.maxX + height }
    guard parts.count >= 2, !parts.contains(where: \.isProse),
      parts.allSatisfy({ $0.box.x >= box.x - height && $0.box.maxX <= box.maxX + height }),
      let grid = TableLayout(candidate, evidence)
    else { return box }
    let columns = parts.map { part in grid.boundaries.count { $0.position < part.box.middleX } }
    let crosses = parts.contains { part in
      grid.boundaries.contains { part.box.x < $0.position - height / 2 && part.box.maxX > $0.position + height / 2 }
    }
    guard Set(columns).count == columns.count, !crosses else { return box }
    let (top, bottom) = (min(box.y, line.top - 0.2 * height), max(box.maxY, line.bottom + 0.2 * height))
    return Box(x: box.x, y: top, width: box.width, height: bottom - top)
  }

  // MARK: By lines

  /// The maximum gap between lines of one table, in line heights: in general, and if both lines clearly have columns.
  private static let widestGaps = (usual: 2.6, sure: 5.0)
  /// The maximum gap between lines that clearly have columns, as a multiple of the widest earlier gap.
  private static let widerGap = 1.5
  // The minimum space above and below a line between two tables, in usual spaces and in line heights.
  fileprivate static let apart = (usual: 1.6, heights: 0.8)
  private static let mostBetween = 2
  private static let fewestLetters = 24

  private var aligned: [TableCandidate] {
    var candidates: [TableCandidate] = []
    var start = 0
    while start < lines.count {
      let end = endOfLastRow(from: start, end(ofLinesFrom: start))
      let run = lines[start..<end]
      if run.count(where: \.isTabular) >= 2,
        let box = run.flatMap({ $0.segments.filter { !$0.isProse }.map(\.box) }).union
      {
        candidates.append(TableCandidate(box: box, kind: .aligned))
      }
      start = max(end, start + 1)
    }
    return candidates
  }

  private func endOfLastRow(from start: Int, _ end: Int) -> Int {
    let run = Array(lines[start..<max(start, end)])
    let gaps = zip(run, run.dropFirst()).map { $1.top - $0.bottom }
    guard let nearest = gaps.min(), let usual = median(gaps), nearest + height / 2 < usual else { return end }
    let gutters = Gutters(run.filter(\.isTabular), height: height, tolerance: 0.15).inner
    // The lines of a cell are nearer to each other than rows are.
    var last = end
    while last < lines.count, last - end < Self.mostBetween,
      lines[last].top - lines[last - 1].bottom < (nearest + usual) / 2,
      lines[last].segments.allSatisfy({ segment in
        !segment.isProse && gutters.allSatisfy { segment.box.maxX < $0.upperBound || segment.box.x > $0.lowerBound }
      })
    {
      last += 1
    }
    return last
  }

  private func end(ofLinesFrom start: Int) -> Int {
    guard lines[start].isTabular, !lines[start].hasOnlyFields else { return start }
    var tabular = [lines[start]]
    var (end, between, widest) = (start + 1, 0, Self.widestGaps.usual * height)
    var gaps: [Double] = []
    for index in lines.indices where index > start {
      let line = lines[index]
      let gap = line.top - lines[index - 1].bottom
      if tabular.count > Self.mostBetween, isTitle(index, usual: median(gaps) ?? height) { break }
      gaps.append(gap)
      let isSure = between == 0 && line.isSurelyTabular && lines[index - 1].isSurelyTabular
      guard gap <= (isSure ? max(widest, Self.widestGaps.sure * height) : Self.widestGaps.usual * height) else { break }
      if isSure { widest = max(widest, min(Self.widerGap * gap, 1.2 * Self.widestGaps.sure * height)) }
      if line.isTabular {
        guard !Gutters(tabular + [line], height: height, tolerance: 0.15).inner.isEmpty else { break }
        tabular.append(line)
        (end, between) = (index + 1, 0)
      } else {
        let width = (tabular.map(\.right).max() ?? 0) - (tabular.map(\.left).min() ?? 0)
        let isProse = line.segments.count == 1 && line.segments[0].isProse
        let letters = line.words.reduce(0) { $0 + $1.word.text.count(where: \.isLetter) }
        // Fewer letters can be the heading of a group of rows.
        let isSentence = line.segments.count == 1 && letters >= Self.fewestLetters
        if isProse || isSentence, line.right - line.left > 0.9 * width { break }
        between += 1
        if between > Self.mostBetween { break }
      }
    }
    return end
  }
}

extension TableCandidates {
  private func isTitle(_ index: Int, usual: @autoclosure () -> Double) -> Bool {
    guard index + 1 < lines.count, lines[index].segments.count == 1, !lines[index].segments[0].isNumeric,
      lines[index + 1].isTabular,
      !evidence.across.contains(where: {
        $0.position > lines[index - 1].bottom && $0.position < lines[index].top
      })
    else { return false }
    // A title is nearer to its own table, and farther from the table above it than that table's rows are from each other.
    let (above, below) = (lines[index].top - lines[index - 1].bottom, lines[index + 1].top - lines[index].bottom)
    let usual = usual()
    return below < above && above >= max(2 * usual, height)
      || min(above, below) >= max(Self.apart.usual * usual, Self.apart.heights * height)
  }
}

/// Vertical strips of a page that almost no line covers.
struct Gutters {
  /// The strips between text, from left to right, in pixels.
  let inner: [ClosedRange<Double>]

  /// Finds strips. `tolerance` is the maximum share of lines across a strip, and `width` its minimum width in line heights.
  init(_ lines: [TableLine], height: Double, tolerance: Double, width: Double = 0.5) {
    let limit = Int(tolerance * Double(lines.count))
    var edges = lines.flatMap { line in line.segments.flatMap { [($0.box.x, 1), ($0.box.maxX, -1)] } }
    edges.sort { ($0.0, $0.1) < ($1.0, $1.1) }
    var gutters: [ClosedRange<Double>] = []
    var (covered, start): (Int, Double?) = (0, nil)
    for (position, change) in edges {
      covered += change
      if covered <= limit, start == nil {
        start = position
      } else if covered > limit, let from = start {
        if position - from >= width * height { gutters.append(from...position) }
        start = nil
      }
    }
    let left = lines.map(\.left).min() ?? 0
    inner = gutters.filter { $0.lowerBound > left }
  }
}

extension Box {
  fileprivate func overlaps(_ other: Box) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}
