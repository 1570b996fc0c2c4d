// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// Finds runs of strips with common gutters.
extension [Region] {
  private static let mostEnds = 8

  /// Returns the ends of runs from a strip, longest first. A run ends above a wide empty strip or before a line that closes a common gutter.
  func ends(from start: Int, gutter: Double) -> [Int] {
    var taken = Taken(gutter: gutter * self[start].lineHeight)
    var ends: [Int] = []
    var bottom = -Double.infinity
    for index in start..<count {
      let before = taken.gutters
      let box = self[index].box
      for piece in self[index].pieces {
        taken.add(piece.box.x...Swift.max(piece.box.x, piece.box.maxX))
      }
      let isWide = box.y - bottom > Region.widestGap * self[index].lineHeight
      if !before.isEmpty,
        isWide || !before.allSatisfy({ gutter in taken.gutters.contains { $0.overlaps(gutter) } })
      {
        ends.append(index)
      }
      // A first line alone has no gutter, either.
      if taken.gutters.isEmpty, index > start || self[index].pieces.count > 1 {
        return ends.reversed().prefix(Self.mostEnds) + []
      }
      bottom = Swift.max(bottom, box.maxY)
    }
    if !taken.gutters.isEmpty { ends.append(count) }
    return ends.reversed().prefix(Self.mostEnds) + []
  }

  func mayBegin(at index: Int, gutter: Double) -> Bool {
    guard index > 0 else { return true }
    let (last, next) = (self[index - 1], self[index])
    if next.box.y - last.box.maxY > 2 * Region.widestGap * next.lineHeight { return true }
    var taken = Taken(gutter: gutter * next.lineHeight)
    // A run's first strips may be narrower than the others.
    for strip in self[index...].prefix(3) {
      for piece in strip.pieces { taken.add(piece.box.x...Swift.max(piece.box.x, piece.box.maxX)) }
    }
    let before = taken.gutters
    for piece in last.pieces { taken.add(piece.box.x...Swift.max(piece.box.x, piece.box.maxX)) }
    return !before.allSatisfy { gutter in taken.gutters.contains { $0.overlaps(gutter) } }
  }
}

/// The horizontal extents of strips, from left to right.
private struct Taken {
  private var ranges: [ClosedRange<Double>] = []
  private let gutter: Double

  init(gutter: Double) { self.gutter = gutter }

  var gutters: [ClosedRange<Double>] {
    zip(ranges, ranges.dropFirst()).compactMap { left, right in
      right.lowerBound - left.upperBound >= gutter ? left.upperBound...right.lowerBound : nil
    }
  }

  mutating func add(_ range: ClosedRange<Double>) {
    let first = ranges.partitioningIndex { $0.upperBound >= range.lowerBound }
    let end = ranges.partitioningIndex { $0.lowerBound > range.upperBound }
    guard first < end else { return ranges.insert(range, at: first) }
    let joined =
      min(
        range.lowerBound, ranges[first].lowerBound)...max(
        range.upperBound, ranges[end - 1].upperBound)
    ranges.replaceSubrange(first..<end, with: [joined])
  }
}
