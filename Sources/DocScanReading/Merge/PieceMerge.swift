// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// Merges a piece of an engine's text with Tesseract's words at the same position. Engines confuse fewer characters in poor print, but lose spaces.
struct PieceMerge {
  private static let largestDifference = 0.5
  /// The minimum length of Tesseract's words, relative to the piece, if the words are complete.
  private static let covered = 0.6  // Chosen: 0.4 to 0.8 (doubt).
  /// The minimum widths of a space, in line heights: between words, within a number, and after the colon of a label.
  private static let space = 0.2  // Chosen: 0.1 to 0.3 (doubt).
  private static let spaceInNumber = 0.5
  private static let spaceBehindLabel = 0.1  // Chosen: 0.05 to 0.2 (doubt).
  /// The minimum confidence of both neighbors of a space between letters. Tesseract splits words that it can't read.
  private static let sureOfSpace = 0.6

  private let engine: Line
  private let tesseract: [Word]
  private let policy: MergePolicy

  init(_ engine: Line, _ tesseract: [Word], _ policy: MergePolicy) {
    (self.engine, self.tesseract, self.policy) = (engine, tesseract, policy)
  }

  func words() -> [Word] {
    guard !tesseract.isEmpty else { return engine.words }
    let (read, other) = (Reading(engine.words), Reading(tesseract))
    guard let alignment = TextAlignment(read.characters, other.characters),
      alignment.distance <= Self.largestDifference * Double(max(read.characters.count, other.characters.count))
    else {
      return policy.isSurer(tesseract, than: engine.words)
        && width(of: tesseract) >= Self.covered * width(of: engine.words) ? tesseract : engine.words
    }
    if policy.believesSecond(tesseract) { return tesseract }
    let starts = read.starts.union(spaces(read, other, alignment.pairs))
    let cuts = starts.sorted() + [read.characters.count]
    return zip(cuts, cuts.dropFirst()).filter { $0 < $1 }.map { word(in: $0..<$1, read, other, alignment.pairs) }
  }

  private func width(of words: [Word]) -> Double { words.reduce(0) { $0 + $1.box.width } }

  private func spaces(_ read: Reading, _ other: Reading, _ pairs: [TextAlignment.Pair]) -> Set<Int> {
    var found: Set<Int> = []
    for (before, pair) in zip(pairs, pairs.dropFirst()) {
      guard let left = before.first, let right = pair.first, let otherLeft = before.second,
        let otherRight = pair.second, other.starts.contains(otherRight), !read.starts.contains(right),
        read.characters[left] == other.characters[otherLeft] || read.characters[right] == other.characters[otherRight]
      else { continue }
      let (first, second) = (tesseract[other.words[otherLeft]], tesseract[other.words[otherRight]])
      let gap = (second.box.x - first.box.maxX) / max(engine.box.height, 1)
      let isBetweenLetters = read.characters[left].isLetter && read.characters[right].isLetter
      let least =
        read.isInNumber(right) ? Self.spaceInNumber : read.isBehindLabel(right) ? Self.spaceBehindLabel : Self.space
      guard gap >= least, !read.isInAmount(right),
        !isBetweenLetters || min(first.confidence, second.confidence) >= Self.sureOfSpace
      else { continue }
      found.insert(right)
    }
    return found
  }

  private func word(in range: Range<Int>, _ read: Reading, _ other: Reading, _ pairs: [TextAlignment.Pair]) -> Word {
    let own = String(read.characters[range])
    let confidence = range.map { engine.words[read.words[$0]].confidence }.min() ?? 0
    var box = place(of: range, read)
    let indices = pairs.indices.filter { pairs[$0].first.map(range.contains) ?? false }
    let others = indices.isEmpty ? [] : (indices[0]...indices[indices.count - 1]).compactMap { pairs[$0].second }
    guard !others.isEmpty else { return Word(text: own, confidence: confidence, box: box) }
    // Only Tesseract knows the place of a space that the engine lost.
    let (first, last) = (tesseract[other.words[others[0]]].box, tesseract[other.words[others[others.count - 1]]].box)
    let left = read.starts.contains(range.lowerBound) ? box.x : first.x
    let isEnd = range.upperBound == read.characters.count || read.starts.contains(range.upperBound)
    let right = isEnd ? box.maxX : last.maxX
    if left < right { (box.x, box.width) = (left, right - left) }
    let text = String(others.map { other.characters[$0] })
    // If the engine splits a word, Tesseract's confidence in the whole word doesn't apply to a part.
    guard text == own || other.areWholeWords(others) else { return Word(text: own, confidence: confidence, box: box) }
    let sureness = others.map { tesseract[other.words[$0]].confidence }.min() ?? 0
    guard text != own else { return Word(text: own, confidence: policy.agreed(confidence, sureness), box: box) }
    let (mine, theirs) = (
      Word.Candidate(text: own, confidence: confidence), Word.Candidate(text: text, confidence: sureness)
    )
    let (taken, other) = policy.takesFirst(mine, over: theirs) ? (mine, theirs) : (theirs, mine)
    let believed = policy.differing(taken: taken.confidence, other: other.confidence)
    let word = Word(text: taken.text, confidence: believed.taken, box: box)
    return word.adding(
      Word.Candidate(text: other.text, confidence: min(believed.other.rounded(toPlaces: 3), word.confidence)))
  }

  private func place(of range: Range<Int>, _ read: Reading) -> Box {
    range.map { read.place(of: $0, in: engine.words) }.union ?? engine.box
  }
}

private struct Reading {
  var characters: [Character] = []
  var words: [Int] = []
  var starts: Set<Int> = []

  init(_ words: [Word]) {
    for (index, word) in words.enumerated() {
      starts.insert(characters.count)
      characters += Array(word.text)
      self.words += Array(repeating: index, count: word.text.count)
    }
  }

  /// Returns whether a character and the previous one are parts of a number, such as the 5 in 12.50.
  func isInNumber(_ index: Int) -> Bool {
    let (left, right) = (characters[index - 1], characters[index])
    if left.isNumber, right.isNumber { return true }
    if left.isNumber, isMark(right) { return index + 1 < characters.count && characters[index + 1].isNumber }
    return right.isNumber && isMark(left) && index >= 2 && characters[index - 2].isNumber
  }

  func areWholeWords(_ indices: [Int]) -> Bool {
    guard let first = indices.first, let last = indices.last else { return false }
    return starts.contains(first) && (last + 1 == characters.count || starts.contains(last + 1))
  }

  /// Returns whether a character and the previous one are parts of an amount with two decimals. Cash registers print wide gaps at the point.
  func isInAmount(_ index: Int) -> Bool {
    let point = isPoint(characters[index]) ? index : index - 1
    guard isPoint(characters[point]), point >= 1, characters[point - 1].isNumber else { return false }
    return characters[(point + 1)...].prefix { $0.isNumber }.count == 2
  }

  /// Returns whether a character follows the colon of a label, such as the 0 in "TEL:03".
  func isBehindLabel(_ index: Int) -> Bool {
    characters[index - 1] == ":" && index >= 2 && characters[index - 2].isLetter
  }

  func place(of index: Int, in words: [Word]) -> Box {
    let word = words[self.words[index]]
    let start = self.words.firstIndex(of: self.words[index]) ?? index
    let width = word.box.width / Double(max(1, word.text.count))
    return Box(x: word.box.x + width * Double(index - start), y: word.box.y, width: width, height: word.box.height)
  }

  private func isPoint(_ character: Character) -> Bool { character == "." || character == "," }

  private func isMark(_ character: Character) -> Bool { ".,:/-'".contains(character) }
}

/// An alignment of two readings of the same line by the smallest edit distance.
struct TextAlignment {
  /// The indices of two matching characters. An index is `nil` if its reading lacks the character.
  struct Pair {
    var first: Int?
    var second: Int?
  }

  private static let mostCells = 4_000_000

  let pairs: [Pair]
  let distance: Double

  init?(_ first: [Character], _ second: [Character]) {
    guard (first.count + 1) * (second.count + 1) <= Self.mostCells else { return nil }
    let (lowerFirst, lowerSecond) = (first.map { $0.lowercased() }, second.map { $0.lowercased() })
    let way = EditDistance(from: first.count, to: second.count) { step in
      guard let i = step.first.first, let j = step.second.first else { return 1 }
      return first[i] == second[j] ? 0 : lowerFirst[i] == lowerSecond[j] ? 0.5 : 1
    }
    guard let way else { return nil }
    distance = way.distance
    pairs = way.steps.map { Pair(first: $0.first.first, second: $0.second.first) }
  }
}
