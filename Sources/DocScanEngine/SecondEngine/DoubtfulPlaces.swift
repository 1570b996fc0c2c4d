// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading

/// The places on well-read lines that another reading will probably change. A place consists of adjacent doubtful words and one more word on each
/// side. The time to read a place is proportional to its length, so places are sorted by the expected number of corrected words per length.
struct DoubtfulPlaces {
  /// Adjacent words, with the expected number of wrong words among them.
  struct Place {
    var words: [Word]
    var box: Box
    var gain: Double

    var worth: Double { gain * box.height / max(box.width, 1) }
  }

  private static let leastGain = 0.15  // Chosen: 0.1 to 0.3 (doubt).
  private static let widestGap = 2.0
  /// The maximum height of a word, relative to the median of its line. Higher marks aren't words.
  private static let highest = 1.8
  private static let margin = (down: 0.18, across: 0.3)

  let places: [Place]

  init(_ blocks: [Block]) {
    let lines = blocks.filter { $0.copied != true }.flatMap(\.lines)
    let found = lines.flatMap { line in Self.pieces(of: line.words).flatMap(Self.places) }
    // Places of equal worth are read from top to bottom.
    places = found.enumerated().sorted { ($1.element.worth, $0.offset) < ($0.element.worth, $1.offset) }.map(\.element)
  }

  private static func pieces(of words: [Word]) -> [[Word]] {
    let height = median(words.map(\.box.height))
    let level = words.filter { $0.box.height <= highest * height }.sorted { $0.box.x < $1.box.x }
    return level.reduce(into: [[Word]]()) { pieces, word in
      if let last = pieces.last?.last, word.box.x - last.box.maxX <= widestGap * height {
        pieces[pieces.count - 1].append(word)
      } else {
        pieces.append([word])
      }
    }
  }

  private static func places(in words: [Word]) -> [Place] {
    let doubtful = words.indices.filter { index in
      words[index].confidence < NetworkReader.sure
        || index > 0 && NetworkReader.isTorn(words[index - 1].text, words[index].text)
    }
    // Two doubtful words may share the word between them.
    let runs = doubtful.reduce(into: [ClosedRange<Int>]()) { runs, index in
      let (from, to) = (max(index - 1, 0), min(index + 1, words.count - 1))
      if let last = runs.last, from <= last.upperBound {
        runs[runs.count - 1] = last.lowerBound...to
      } else {
        runs.append(from...to)
      }
    }
    return runs.compactMap { run in
      let part = Array(words[run])
      guard let ink = part.map(\.box).union else { return nil }
      let torn = zip(part, part.dropFirst()).count { NetworkReader.isTorn($0.text, $1.text) }
      let gain = part.reduce(Double(torn)) { $0 + ($1.confidence < NetworkReader.sure ? 1 - $1.confidence : 0) }
      guard gain >= leastGain else { return nil }
      let (across, down) = (margin.across * ink.height, margin.down * ink.height)
      let box = Box(
        x: ink.x - across, y: ink.y - down, width: ink.width + 2 * across, height: ink.height + 2 * down)
      return Place(words: part, box: box, gain: gain)
    }
  }
}
