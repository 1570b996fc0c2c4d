// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Line numbers in a margin, as in transcripts and poems.
struct LineNumbers {
  /// The minimum distance between the numbers and their lines, as a share of the minimum gap between columns.
  static let gap = 0.5  // Chosen: 0.3 to 0.7 (read).

  private static let fewest = 8  // Chosen: 6 to 12 (read).
  private static let share = 0.8  // Chosen: 0.7 to 0.9 (read).

  private(set) var starts: [ClosedRange<Double>] = []

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
