// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The numbers of lines in a margin, as transcripts and poems have them.
struct LineNumbers {
  /// How near they are to their lines, as a share of the least gap between columns.
  static let gap = 0.5  // Chosen: 0.3 to 0.7 (read).

  private static let fewest = 8  // Chosen: 6 to 12 (read).
  /// So many of what stands there must be numbers, each larger than the one above it.
  private static let share = 0.8  // Chosen: 0.7 to 0.9 (read).

  /// The vertical places at which the numbers begin again, each between the line before and the line after.
  private(set) var starts: [ClosedRange<Double>] = []

  /// Nil for anything else; lines are in order from the top.
  init?(_ lines: [Line]) {
    guard lines.count >= Self.fewest else { return nil }
    let numbers = lines.compactMap { line in
      line.words.count == 1 ? Int(line.words[0].text).map { (value: $0, box: line.box) } : nil
    }
    guard Double(numbers.count) >= Self.share * Double(lines.count), numbers.allSatisfy({ (0..<10_000) ~= $0.value })
    else { return nil }
    var rises = 0
    for (last, next) in zip(numbers, numbers.dropFirst()) {
      if next.value < last.value {
        starts.append(min(last.box.maxY, next.box.y)...max(last.box.maxY, next.box.y))
      } else if next.value - last.value <= 10, next.value > last.value {
        rises += 1
      }
    }
    guard Double(rises) >= Self.share * Double(numbers.count - 1 - starts.count), rises >= Self.fewest - 1 else {
      return nil
    }
  }
}
