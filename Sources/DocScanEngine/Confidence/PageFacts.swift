// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What the words of a page have in common that says something about each of them.
struct PageFacts {
  /// The mean of the engine's confidences, weighted by the words' lengths, 0 to 1.
  let confidence: Double
  /// The middle height of the words in pixels, at least 1.
  let wordHeight: Double

  /// Looks at the words that were recognized, not at copied ones.
  init(_ blocks: [Block]) {
    let words = blocks.filter { $0.copied != true }.flatMap { $0.lines.flatMap(\.words) }
    confidence = meanConfidence(words)
    let heights = words.map(\.box.height).sorted()
    wordHeight = heights.isEmpty ? 1 : max(1, heights[heights.count / 2])
  }
}
