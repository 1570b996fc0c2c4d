// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanUnderstanding

/// Words next to each other without a wide gap.
struct Segment {
  private(set) var words: [PlacedWord]
  private(set) var box: Box
  /// Whether most of the words are running text.
  var isProse = false

  init(_ word: PlacedWord) { (words, box) = ([word], word.box) }

  init?(_ words: [PlacedWord]) {
    guard let box = words.map(\.box).union else { return nil }
    (self.words, self.box) = (words, box)
  }

  mutating func append(_ word: PlacedWord) {
    words.append(word)
    box = box.union(word.box)
  }

  func joined(_ other: Segment) -> Segment {
    var segment = self
    segment.words = (words + other.words).sorted { $0.box.x < $1.box.x }
    segment.box = box.union(other.box)
    return segment
  }

  var text: String { joinedText(words.byLine.map(\.word)) }

  var isNumeric: Bool { Self.isNumeric(text) }

  private static let noNumbers: Set<String> = ["x", "X", "n/a", "N/A", "n.a.", "NA"]
  private static let longestSign = 3

  static func isNumeric(_ text: String) -> Bool {
    let (digits, letters) = (text.count(where: \.isNumber), text.count(where: \.isLetter))
    // Dashes and check marks replace numbers. Units name them.
    let isSign =
      digits + letters == 0 && (1...longestSign).contains(text.count)
      && !text.contains { $0.isCurrencySymbol || $0 == "%" }
    return (digits > 0 && digits >= letters) || isSign || noNumbers.contains(text)
  }
}

/// The text at one height, split at wide gaps and rules.
struct TableLine {
  let words: [PlacedWord]
  /// The median upper edge of the words, in pixels.
  let top: Double
  /// The median lower edge of the words, in pixels.
  let bottom: Double
  var segments: [Segment]

  var middle: Double { (top + bottom) / 2 }
  var left: Double { words.first?.box.x ?? 0 }
  var right: Double { words.map(\.box.maxX).max() ?? 0 }

  // Whether the parts are labels with values, which often precede a table.
  var hasOnlyFields: Bool { segments.allSatisfy { $0.words.dropLast().contains { $0.text.hasSuffix(":") } } }

  var isTabular: Bool { segments.count { !$0.isProse } >= 2 }

  /// Whether the line has at least three parts, or two parts of which the second is a number. Running text doesn't count.
  var isSurelyTabular: Bool {
    let parts = segments.filter { !$0.isProse }
    return parts.count >= 3 || (parts.count == 2 && parts[1].isNumeric)
  }

  var endsWithNumber: Bool { segments.count >= 2 && segments.last?.isNumeric == true }

  /// The number of most recent lines to which a word can be added.
  private static let reach = 6

  /// Returns the lines from the top. `gap` is the minimum gap between segments in pixels, or `nil` to estimate it.
  static func lines(_ words: [PlacedWord], gap: Double? = nil, down: [AxisRule], height: Double) -> [TableLine] {
    var bands: [(words: [PlacedWord], top: Double, bottom: Double)] = []
    for word in words.sorted(by: { ($0.box.middleY, $0.box.x) < ($1.box.middleY, $1.box.x) }) {
      let box = word.box
      func shared(_ index: Int) -> Double {
        let band = bands[index]
        let overlap = min(box.maxY, band.bottom) - max(box.y, band.top)
        return overlap / max(1, min(box.height, band.bottom - band.top))
      }
      let near = bands.indices.suffix(reach).map { (index: $0, share: shared($0)) }.max { $0.share < $1.share }
      guard let near, near.share > 0.45 else {
        bands.append(([word], box.y, box.maxY))
        continue
      }
      bands[near.index].words.append(word)
      bands[near.index].top = median(bands[near.index].words.map(\.box.y)) ?? box.y
      bands[near.index].bottom = median(bands[near.index].words.map(\.box.maxY)) ?? box.maxY
    }
    bands.sort { $0.top + $0.bottom < $1.top + $1.bottom }
    let gap = gap ?? widestSpace(bands.map(\.words), height)
    return bands.map { band in
      let words = band.words.sorted { $0.box.x < $1.box.x }
      // Large letters have large spaces.
      let size = max(1, (median(words.map(\.box.height)) ?? height) / max(1, height))
      return TableLine(
        words: words, top: band.top, bottom: band.bottom, segments: segments(of: words, gap: size * gap, down: down))
    }
  }

  /// Returns the minimum gap between cells, which is well above the typical space between words.
  private static func widestSpace(_ lines: [[PlacedWord]], _ height: Double) -> Double {
    let gaps = lines.flatMap { line -> [Double] in
      let words = line.sorted { $0.box.x < $1.box.x }
      return zip(words, words.dropFirst()).map { $1.box.x - $0.box.maxX }.filter { $0 > 0 && $0 < 0.9 * height }
    }
    return max(0.75 * height, min(1.15 * height, 2.6 * (median(gaps) ?? 0.35 * height)))
  }

  private static func segments(of words: [PlacedWord], gap: Double, down: [AxisRule]) -> [Segment] {
    var segments: [Segment] = []
    for word in words {
      guard let last = segments.last else {
        segments.append(Segment(word))
        continue
      }
      let (end, y) = (last.box.maxX, word.box.middleY)
      let isCut =
        word.box.x > end - 0.3 * gap
        && down.contains {
          $0.position >= min(end, word.box.x) - 2 && $0.position <= max(end, word.box.x) + 2 && $0.start <= y
            && $0.end >= y
        }
      if word.box.x - end > gap || isCut {
        segments.append(Segment(word))
      } else {
        segments[segments.count - 1].append(word)
      }
    }
    return segments
  }
}
