// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Where in lines that Tesseract found and read well on the whole another reading is expected to change something.
///
/// A place is a doubtful word, or several side by side, with a word before and behind: reading costs as much as the place is
/// long. The words that are probably wrong are what may be gained; the places with most to gain for their length come first.
struct DoubtfulPlaces {
  /// Words side by side, and how many of them are probably wrong.
  struct Place {
    var words: [Word]
    var box: Box
    var gain: Double

    /// What is gained for the time that it takes.
    var worth: Double { gain * box.height / max(box.width, 1) }
  }

  /// Places with less to gain are left as they are.
  private static let leastGain = 0.15  // Chosen: 0.1 to 0.3 (doubt).
  /// Words farther apart than this, in heights of the line, are in different columns.
  private static let widestGap = 2.0
  /// A mark that is so many times as high as the words beside it isn't a word.
  private static let highest = 1.8
  /// What is cut out above and below the ink, and beside it, in heights of the place.
  private static let margin = (down: 0.18, across: 0.3)

  /// The places, those that are most worth reading first.
  let places: [Place]

  /// Looks for doubt in blocks whose confidences are probabilities.
  init(_ blocks: [Block]) {
    let lines = blocks.filter { $0.copied != true }.flatMap(\.lines)
    let found = lines.flatMap { line in Self.pieces(of: line.words).flatMap(Self.places) }
    // Places of the same worth are read from the top down.
    places = found.enumerated().sorted { ($1.element.worth, $0.offset) < ($0.element.worth, $1.offset) }.map(\.element)
  }

  /// The parts of a line, from left to right.
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
    // Two doubtful words with one between them share it.
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
