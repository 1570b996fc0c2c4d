// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanUnderstanding

/// The boundary between two columns.
struct ColumnBoundary {
  let position: Double
  /// The empty strip around the boundary, in pixels.
  var strip: ClosedRange<Double>
  let rules: [AxisRule]

  var isDrawn: Bool { !rules.isEmpty }

  func drawn(from top: Double, to bottom: Double) -> Double {
    rules.reduce(0) { $0 + $1.covered(top, bottom) } / max(1, bottom - top)
  }
}

struct TableColumns {
  private(set) var boundaries: [ColumnBoundary] = []
  private(set) var strong = 0

  private let lines: [TableLine]
  private let height: Double

  private static let leastDrawn = 0.3
  private static let strongDrawn = 0.75

  /// Finds columns. `isBounded` is `true` if rules mark the table's extent, so that all lines belong to it.
  init(
    _ lines: [TableLine], rules: [AxisRule], top: Double, bottom: Double, height: Double, isBounded: Bool
  ) {
    (self.lines, self.height) = (lines, height)
    let words = lines.flatMap(\.words)
    guard let box = words.map(\.box).union else { return }
    addRules(rules, top: top, bottom: bottom, words)
    addGutters(box, isBounded)
    boundaries.sort { $0.position < $1.position }
    dropSigns()
  }

  func column(at position: Double) -> Int { boundaries.count { position > $0.position } }

  /// Returns the columns that a box is in, ignoring letters that extend slightly over a boundary.
  func columns(of box: Box) -> ClosedRange<Int> {
    let first = column(at: box.x + 0.25 * height)
    return first...max(first, column(at: box.maxX - 0.25 * height))
  }

  private mutating func addRules(_ rules: [AxisRule], top: Double, bottom: Double, _ words: [PlacedWord]) {
    for cluster in joined(rules.clusters(within: 0.6 * height), words) {
      let weight = cluster.reduce(0) { $0 + $1.length }
      let position = cluster.reduce(0) { $0 + $1.position * $1.length } / max(1, weight)
      let boundary = ColumnBoundary(position: position, strip: position...position, rules: cluster)
      let drawn = boundary.drawn(from: top, to: bottom)
      // A rule with text on only one side is a frame.
      let (left, right) = (words.contains { $0.box.middleX < position }, words.contains { $0.box.middleX > position })
      guard drawn >= Self.leastDrawn, left, right else { continue }
      boundaries.append(boundary)
      if drawn >= Self.strongDrawn { strong += 1 }
    }
  }

  /// Joins clusters that are less than a line's height apart without a word between them, such as the sides of two adjacent boxes.
  private func joined(_ clusters: [[AxisRule]], _ words: [PlacedWord]) -> [[AxisRule]] {
    clusters.reduce(into: []) { joined, cluster in
      if let last = joined.last?.last, let first = cluster.first, first.position - last.position < height,
        !words.contains(where: { last.position < $0.box.middleX && $0.box.middleX < first.position })
      {
        joined[joined.count - 1] += cluster
      } else {
        joined.append(cluster)
      }
    }
  }

  private mutating func addGutters(_ box: Box, _ isBounded: Bool) {
    let tabular = lines.filter { $0.segments.count >= 2 }
    // Lines with far fewer parts than most, such as a sum's label over several columns, say little about column boundaries.
    let usual = tabular.map(\.segments.count).sorted()
    let body = tabular.isEmpty ? lines : tabular.filter { !isBounded || 2 * $0.segments.count > usual[usual.count / 2] }
    let tolerance = body.count > 6 ? 0.14 : body.count < 4 ? 0 : 0.2
    let drawn = boundaries
    for gutter in Gutters(body, height: height, tolerance: tolerance, width: 0.45).inner {
      let reach = gutter.lowerBound - 0.4 * height...gutter.upperBound + 0.4 * height
      if drawn.contains(where: { reach.contains($0.position) }) {
        for index in boundaries.indices where boundaries[index].isDrawn && reach.contains(boundaries[index].position) {
          boundaries[index].strip = gutter
        }
        continue
      }
      let middle = (gutter.lowerBound + gutter.upperBound) / 2
      let left = drawn.map(\.position).filter { $0 < gutter.lowerBound }.max() ?? -.infinity
      let right = drawn.map(\.position).filter { $0 > gutter.upperBound }.min() ?? .infinity
      var (both, some) = (0, 0)
      for line in lines
      where !line.segments.contains(where: { $0.box.x < gutter.lowerBound && $0.box.maxX > gutter.upperBound }) {
        let isLeft = line.segments.contains { $0.box.middleX < middle && $0.box.middleX > left }
        let isRight = line.segments.contains { $0.box.middleX > middle && $0.box.middleX < right }
        if isLeft, isRight { both += 1 }
        if isLeft || isRight { some += 1 }
      }
      // If rules draw the columns, a boundary by space alone needs at least half of the lines.
      let least = strong >= 2 ? max(3, 0.5 * Double(some)) : max(1, 0.2 * Double(body.count))
      if Double(both) >= least { boundaries.append(ColumnBoundary(position: middle, strip: gutter, rules: [])) }
    }
  }

  private static let currencySigns: Set<Character> = ["$", "€", "£", "¥"]
  private static let endSigns: Set<String> = ["%", ")", "*", "%)"]

  /// Merges columns of only signs with the adjacent numbers, and empty columns with their neighbors.
  private mutating func dropSigns() {
    var goesOn = true
    while goesOn, !boundaries.isEmpty {
      goesOn = false
      var texts = [[String]](repeating: [], count: boundaries.count + 1)
      for segment in lines.flatMap(\.segments) {
        let columns =
          column(
            at: segment.box.x + 0.2 * height)...max(
            column(at: segment.box.x + 0.2 * height), column(at: segment.box.maxX - 0.2 * height))
        if columns.count == 1 { texts[columns.lowerBound].append(segment.text) }
      }
      for (index, texts) in texts.enumerated() {
        let (isFirst, isLast) = (index == 0, index == boundaries.count)
        let dropped: Int? =
          if texts.isEmpty {
            isLast ? index - 1 : index
          } else if !isLast, texts.allSatisfy({ $0.count <= 2 && $0.allSatisfy(Self.currencySigns.contains) }) {
            index
          } else if !isFirst, texts.allSatisfy(Self.endSigns.contains) {
            index - 1
          } else {
            nil
          }
        guard let dropped, !boundaries[dropped].isDrawn else { continue }
        boundaries.remove(at: dropped)
        goesOn = true
        break
      }
    }
  }
}

extension [AxisRule] {
  func clusters(within distance: Double) -> [[AxisRule]] {
    sorted { ($0.position, $0.start) < ($1.position, $1.start) }.reduce(into: []) { clusters, rule in
      if let last = clusters.last?.last, rule.position - last.position <= distance {
        clusters[clusters.count - 1].append(rule)
      } else {
        clusters.append([rule])
      }
    }
  }
}
