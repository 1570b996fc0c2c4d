// SPDX-License-Identifier: GPL-3.0-or-later

internal import CVision

/// Splits the characters that a network read into words.
struct NetworkText {
  struct Word {
    var text = ""
    /// The lowest confidence of the characters and of adjacent spaces, from 0 to 1.
    var confidence = 1.0
    var places = 0..<0
  }

  /// The minimum confidence of a point between digits, as a share of the confidence of a space, because points are often faint.
  private static let shareOfPoint: Float = 0.01  // Chosen: 0.003 to 0.03 (doubt).
  private static let sureOfPoint: Float = 0.8

  private(set) var words: [Word] = []

  /// Groups characters into words. `texts` contains the text of each class.
  init(_ characters: [VisionCharacter], texts: [String]) {
    var space = 1.0
    var isOpen = false
    for index in characters.indices {
      var character = characters[index]
      if texts[Int(character.number)].isSpace, let point = Self.point(at: index, in: characters, texts) {
        character = point
      }
      let text = texts[Int(character.number)]
      let confidence = Double(min(max(character.confidence, 0), 1))
      guard !text.isSpace else {
        if isOpen { words[words.count - 1].confidence = min(words[words.count - 1].confidence, confidence) }
        (space, isOpen) = (confidence, false)
        continue
      }
      if !isOpen {
        words.append(Word(confidence: space, places: Int(character.first)..<Int(character.first)))
        isOpen = true
      }
      words[words.count - 1].text += text
      words[words.count - 1].confidence = min(words[words.count - 1].confidence, confidence)
      words[words.count - 1].places = words[words.count - 1].places.lowerBound..<Int(character.last + 1)
    }
  }

  /// Returns the point, comma, or colon to use instead of a space between digits, or `nil` if a space is more plausible.
  private static func point(at index: Int, in characters: [VisionCharacter], _ texts: [String]) -> VisionCharacter? {
    var character = characters[index]
    guard characters.indices.contains(index - 1), characters.indices.contains(index + 1),
      texts[Int(characters[index - 1].number)].isDigit, texts[Int(characters[index + 1].number)].isDigit,
      [".", ",", ":"].contains(texts[Int(character.other)]),
      character.otherConfidence > shareOfPoint * character.confidence
    else { return nil }
    character.number = character.other
    // Two numbers this close together are rare.
    character.confidence = max(sureOfPoint, character.otherConfidence)
    return character
  }
}

extension String {
  fileprivate var isSpace: Bool { allSatisfy(\.isWhitespace) }
  fileprivate var isDigit: Bool { count == 1 && allSatisfy(\.isNumber) }
}

/// Locates the ink of words in a line's leveled picture, because the network reports positions along the line but no heights.
struct WordInk {
  private let strength: [Float]
  private let width: Int
  private let height: Int

  private static let ink: Float = 0.4
  /// The widest gap between rows of a word, such as below the dot of an i, as a share of the line's height.
  private static let widestGap = 0.09
  /// The share of ink in a row above which the row belongs to a rule or a frame.
  private static let ruled = 0.97

  /// Reads the line's picture: three channels, rows, columns, of which the first `width` belong to the line.
  init(_ tensor: Tensor, width: Int) {
    let (rows, columns) = (tensor.shape[2], tensor.shape[3])
    var levels = [Float](repeating: 0, count: rows * width)
    for channel in 0..<3 {
      for row in 0..<rows {
        let start = (channel * rows + row) * columns
        for column in 0..<min(width, columns) { levels[row * width + column] += tensor.values[start + column] }
      }
    }
    let background = levels.sorted()[levels.count / 2]
    let distances = levels.map { abs($0 - background) }
    let farthest = max(distances.max() ?? 0, .ulpOfOne)
    (strength, self.width, height) = (distances.map { $0 / farthest }, width, rows)
  }

  func bounds(from: Double, to: Double) -> (across: ClosedRange<Double>, down: ClosedRange<Double>) {
    let whole = (across: min(from, to)...max(from, to), down: 0.0...1.0)
    let first = min(max(Int((whole.across.lowerBound * Double(width)).rounded(.down)), 0), width - 1)
    let last = min(max(Int((whole.across.upperBound * Double(width)).rounded(.up)), first + 1), width)
    let counts = (0..<height).map { row in (first..<last).count { isInk(row, $0) } }
    let isInked = counts.map { $0 > 0 && Double($0) < Self.ruled * Double(last - first) || $0 > 0 && last - first < 4 }
    // The search starts at the row with the most ink in the middle half.
    let middle = (height / 4..<height * 3 / 4).filter { isInked[$0] }.max { (counts[$0], $1) < (counts[$1], $0) }
    guard let middle else { return whole }
    let rows = edge(isInked, from: middle, by: -1)...edge(isInked, from: middle, by: 1)
    let inked = (first..<last).filter { column in rows.contains { isInk($0, column) } }
    guard let left = inked.first, let right = inked.last else { return whole }
    let across = max(whole.across.lowerBound, Double(left) / Double(width))
    return (
      across...max(across, min(whole.across.upperBound, Double(right + 1) / Double(width))),
      Double(rows.lowerBound) / Double(height)...Double(rows.upperBound + 1) / Double(height)
    )
  }

  private func isInk(_ row: Int, _ column: Int) -> Bool { strength[row * width + column] >= Self.ink }

  private func edge(_ isInked: [Bool], from start: Int, by step: Int) -> Int {
    let most = Int(Self.widestGap * Double(height))
    var (last, row) = (start, start + step)
    while isInked.indices.contains(row), abs(row - last) <= most + 1 {
      if isInked[row] { last = row }
      row += step
    }
    return last
  }
}
