// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A check mark, cross, or check box. The raw value is its character.
package enum CheckMark: String, Sendable {
  case tick = "✓"
  case cross = "✗"
  case box = "☐"
  case checkedBox = "☑"
  // A shaded square of a legend.
  case swatch = "▨"

  package var isBox: Bool { self == .box || self == .checkedBox || self == .swatch }
}

extension Raster {
  private static let fewestPixels = 8
  // The range of a mark's height divided by its width.
  private static let proportions = 0.65...1.6

  /// Returns the check mark that fills a box, or `nil` if the ink in the box is something else.
  package func checkMark(in box: Box) -> CheckMark? {
    let (columns, rows) = Self.pixels(of: box, width, height)
    guard min(columns.count, rows.count) >= Self.fewestPixels,
      Self.proportions.contains(Double(rows.count) / Double(columns.count))
    else { return nil }
    let margin = Self.margin
    let around = Self.pixels(
      of: Box(x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin),
      width, height)
    let values = values(columns, rows)
    let mark = MarkInk(values, width: columns.count, height: rows.count).mark
    guard mark?.isBox == true else { return mark }
    let paper = self.values(around.x, around.y).max() ?? 0
    let inside = self.values(
      columns.lowerBound + columns.count / 6..<columns.upperBound - columns.count / 6,
      rows.lowerBound + rows.count / 6..<rows.upperBound - rows.count / 6
    ).sorted()
    let bright = Int(inside[inside.count * 9 / 10])
    let fill = Double(Int(paper) - bright) / Double(max(1, Int(paper) - Int(values.min() ?? 0)))
    return fill <= Self.lightest ? mark : fill <= Self.darkest ? .swatch : nil
  }

  private static let margin = 4.0
  // The range of the shades of swatches. Darker squares may be blackened check boxes.
  private static let (lightest, darkest) = (1.0 / 3, 0.85)

  private func values(_ columns: Range<Int>, _ rows: Range<Int>) -> [UInt8] {
    unsafe withUnsafePixels { pixels in
      var values: [UInt8] = []
      values.reserveCapacity(rows.count * columns.count)
      for y in rows {
        for x in columns { unsafe values.append(pixels[y * stride + x * channels.rawValue]) }
      }
      return values
    }
  }
}

// The ink in the box of a mark. Places are from 0 to 1.
private struct MarkInk {
  private let ink: [Bool]
  private let width: Int
  private let height: Int

  // Chosen on drawn marks of four fonts at 120 and 200 dpi.
  private static let (clear, some, strong) = (0.05, 0.12, 0.3)
  private static let (side, inside) = (0.85, 0.06)

  init(_ values: [UInt8], width: Int, height: Int) {
    let middle = (Int(values.min() ?? 0) + Int(values.max() ?? 0)) / 2
    ink = values.map { $0 < middle }
    (self.width, self.height) = (width, height)
  }

  var mark: CheckMark? {
    if isBox { return share(0.25...0.75, 0.25...0.75) > Self.inside ? .checkedBox : .box }
    // Ticks and crosses have a stroke from the lower left to the upper right.
    guard share(0.7...1, 0...0.3) >= Self.strong, share(0...0.3, 0.7...1) >= 2 * Self.some,
      share(0.85...1, 0.4...0.6) <= Self.some, share(0.4...0.6, 0.85...1) <= 4 * Self.some,
      share(0.4...0.6, 0...0.15) <= 3 * Self.some, share(0.4...0.8, 0.25...0.7) >= 2 * Self.some
    else { return nil }
    let (first, last) = (share(0...0.35, 0...0.25), share(0.65...1, 0.65...1))
    if first <= Self.clear, last <= Self.clear { return share(0...0.25, 0.4...0.85) >= 2 * Self.some ? .tick : nil }
    let isOpen = share(0...0.15, 0.4...0.6) <= Self.some
    return isOpen && first >= Self.clear && last >= Self.some ? .cross : nil
  }

  // Whether all four sides are drawn.
  private var isBox: Bool {
    let (across, down) = (max(1, width / 6), max(1, height / 6))
    func covered(_ count: Int, _ depth: Int, _ pixel: (Int, Int) -> Int) -> Double {
      Double((0..<count).count { place in (0..<depth).contains { ink[pixel(place, $0)] } }) / Double(count)
    }
    return [
      covered(width, down) { $1 * width + $0 }, covered(width, down) { (height - 1 - $1) * width + $0 },
      covered(height, across) { $0 * width + $1 }, covered(height, across) { $0 * width + width - 1 - $1 },
    ].allSatisfy { $0 >= Self.side }
  }

  private func share(_ xs: ClosedRange<Double>, _ ys: ClosedRange<Double>) -> Double {
    var (inked, count) = (0, 0)
    for y in 0..<height where ys.contains(Double(y) / Double(height - 1)) {
      for x in 0..<width where xs.contains(Double(x) / Double(width - 1)) {
        count += 1
        if ink[y * width + x] { inked += 1 }
      }
    }
    return Double(inked) / Double(max(1, count))
  }
}
