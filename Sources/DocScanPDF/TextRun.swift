// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// Consecutive words of a line without a space between them, with their positions along the baseline.
struct TextRun {
  /// A word with its position along the baseline, in points.
  struct Piece {
    var text: String
    var start: Double
    var end: Double
  }

  /// The fraction of a word's width that always remains if the next word overlaps it.
  private static let leastRest = 0.15

  var pieces: [Piece]
  /// The extent across the baseline, in points.
  let bottom: Double
  let top: Double

  var isRightToLeft: Bool { pieces.contains(where: \.text.hasLettersFromRight) }

  var isSingle: Bool { pieces.count == 1 && pieces[0].text.count == 1 }

  var text: String { pieces.map(\.text).joined() }

  func withTexts(_ change: (String) -> String) -> TextRun {
    var run = self
    for index in run.pieces.indices { run.pieces[index].text = change(run.pieces[index].text) }
    return run
  }

  var start: Double { pieces.map(\.start).min() ?? 0 }
  var end: Double { pieces.map(\.end).max() ?? 0 }

  /// Creates a run. Words are extended to the next one, so that readers see no gap.
  init(_ words: [(text: String, extent: BaselineFrame.Extent)]) {
    pieces = words.map { Piece(text: $0.text, start: $0.extent.start, end: $0.extent.end) }
    for index in pieces.indices.dropLast() where pieces[index + 1].start > pieces[index].start {
      pieces[index].end = pieces[index + 1].start
    }
    top = words.map(\.extent.top).max() ?? 0
    bottom = words.map(\.extent.bottom).min() ?? 0
  }

  /// Shrinks the run to leave a gap before the next one, or after it if the line runs from right to left. Readers see a space only if there is a
  /// gap. A part of each word remains, even if they overlap.
  mutating func keepAway(from next: TextRun, by gap: Double) {
    guard let first = pieces.indices.first, let last = pieces.indices.last else { return }
    if next.start >= start {
      let least = pieces[last].start + (pieces[last].end - pieces[last].start) * Self.leastRest
      pieces[last].end = max(min(pieces[last].end, next.start - gap), least)
    } else {
      let most = pieces[first].end - (pieces[first].end - pieces[first].start) * Self.leastRest
      pieces[first].start = min(max(pieces[first].start, next.end + gap), most)
    }
  }

  /// Returns the words of a line, grouped by the spaces in the line's text.
  static func grouped(_ words: [Word]) -> [[Word]] {
    var groups: [[Word]] = []
    for word in words {
      if let last = groups.last?.last,
        joinedText([last, word]).utf8.count == last.text.utf8.count + word.text.utf8.count
      {
        groups[groups.count - 1].append(word)
      } else {
        groups.append([word])
      }
    }
    return groups
  }
}
