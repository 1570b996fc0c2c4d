// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Words of a line that stand together without a space, and where they lie along the line's baseline.
struct TextRun {
  /// A word with its place along the baseline, in points.
  struct Piece {
    var text: String
    var start: Double
    var end: Double
  }

  /// How much of a word is left at least where the next one overlaps it.
  private static let leastRest = 0.15

  var pieces: [Piece]
  /// Across the baseline, in points.
  let bottom: Double
  let top: Double

  /// Whether it is read from right to left.
  var isRightToLeft: Bool { pieces.contains(where: \.text.hasLettersFromRight) }

  /// Whether it is a single character.
  var isSingle: Bool { pieces.count == 1 && pieces[0].text.count == 1 }

  /// The words as one text.
  var text: String { pieces.map(\.text).joined() }

  /// The run with other texts in the places of its words.
  func withTexts(_ change: (String) -> String) -> TextRun {
    var run = self
    for index in run.pieces.indices { run.pieces[index].text = change(run.pieces[index].text) }
    return run
  }

  var start: Double { pieces.map(\.start).min() ?? 0 }
  var end: Double { pieces.map(\.end).max() ?? 0 }

  /// Takes words with their places; words follow each other without a gap, so that readers see none.
  init(_ words: [(text: String, extent: BaselineFrame.Extent)]) {
    pieces = words.map { Piece(text: $0.text, start: $0.extent.start, end: $0.extent.end) }
    for index in pieces.indices.dropLast() where pieces[index + 1].start > pieces[index].start {
      pieces[index].end = pieces[index + 1].start
    }
    top = words.map(\.extent.top).max() ?? 0
    bottom = words.map(\.extent.bottom).min() ?? 0
  }

  /// Makes room of a given width before the next run, or behind it where the line runs from right to left.
  ///
  /// Readers see a space only where there is a gap. Some of each word stays, however much they overlap.
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

  /// The words of a line, taken apart where the line's text has a space.
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
