// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Makes one text of two readings of a page, word by word.
///
/// Readings of differently prepared pictures make different mistakes (Fiscus, "A post-processing system to yield reduced
/// word error rates: ROVER", 1997): words on which both agree are hardly ever wrong, and where they differ the one that
/// Tesseract is surer of is right more often. Words are matched by their places. The first reading gives the order.
struct ReadingVote {
  private static let policy = MergePolicy.twoPictures
  /// How far a word is believed that the other reading did not find.
  private static let whenAlone = 0.5
  /// A word that only the second reading found must be as sure as that: rules and pictures make words, too.
  private static let leastAddition = 0.7

  private var first: [Block]
  private let second: [Block]

  init(_ first: [Block], _ second: [Block]) { (self.first, self.second) = (first, second) }

  /// A word of a reading.
  private struct Place: Hashable {
    var block: Int
    var line: Int
    var word: Int
  }

  /// Words of both readings that cover the same stretch of a line.
  private struct Group {
    var first: [Place] = []
    var second: [Place] = []
  }

  /// The blocks of the first reading, with the better words of both.
  func blocks() -> [Block] {
    var result = first
    // New words for a stretch of a line stand where its first word stood; the other words of the stretch go.
    var replacements: [Place: [Word]] = [:]
    var additions: [Word] = []
    for group in groups() {
      let words = decided(group)
      if let place = group.first.first {
        replacements[place] = words
        for other in group.first.dropFirst() { replacements[other] = [] }
      } else {
        additions += words.filter { $0.confidence >= Self.leastAddition * Self.whenAlone }
      }
    }
    for block in result.indices {
      for line in result[block].lines.indices {
        let words = first[block].lines[line].words
        result[block].lines[line].words = words.indices.flatMap {
          replacements[Place(block: block, line: line, word: $0)] ?? [words[$0]]
        }
      }
    }
    for word in additions { Self.add(word, to: &result) }
    return result
  }

  /// The words that both readings found in the same places.
  private func groups() -> [Group] {
    let (left, right) = (Self.places(first), Self.places(second))
    var union = UnionFind(count: left.count + right.count)
    // Only words at about the same height can meet; both lists are looked through in order of their upper edges.
    let order = right.indices.sorted { right[$0].box.y < right[$1].box.y }
    let tallest = right.map(\.box.height).max() ?? 0
    for (index, word) in left.enumerated() {
      let start = order.partitioningIndex { right[$0].box.y >= word.box.y - tallest }
      for other in order[start...] {
        let candidate = right[other].box
        guard candidate.y <= word.box.maxY else { break }
        if word.box.sharedHeight(with: candidate) > 0.5, word.box.sharedWidth(with: candidate) > 0.3 {
          union.join(index, left.count + other)
        }
      }
    }
    // A group's root is its smallest number: the groups are in the order of their first words.
    var groups: [Int: Group] = [:]
    for (index, word) in left.enumerated() {
      groups[union.root(of: index), default: Group()].first.append(word.place)
    }
    for (index, word) in right.enumerated() {
      groups[union.root(of: left.count + index), default: Group()].second.append(word.place)
    }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func places(_ blocks: [Block]) -> [(place: Place, box: Box)] {
    blocks.enumerated().flatMap { block, content in
      content.lines.enumerated().flatMap { line, content in
        content.words.enumerated().map { word, content in
          (Place(block: block, line: line, word: word), content.box)
        }
      }
    }
  }

  /// The words of a group that are believed, with what they are believed.
  private func decided(_ group: Group) -> [Word] {
    let ours = group.first.map { first[$0.block].lines[$0.line].words[$0.word] }
    // In the order of the line: the second reading may have its lines otherwise.
    let theirs = group.second.map { second[$0.block].lines[$0.line].words[$0.word] }.sorted { $0.box.x < $1.box.x }
    guard !ours.isEmpty, !theirs.isEmpty else {
      return (ours + theirs).map { $0.believed($0.confidence * Self.whenAlone) }
    }
    let (mine, other) = (meanConfidence(ours), meanConfidence(theirs))
    if ours.count == theirs.count, ours.count > 1 {
      return zip(ours, theirs).map(Self.decided)
    }
    if ours.count == 1, theirs.count == 1 { return [Self.decided(ours[0], theirs[0])] }
    let agree = ours.map(\.text).joined() == theirs.map(\.text).joined()
    let better = mine >= other ? ours : theirs
    return better.map {
      $0.believed(
        agree ? Self.policy.agreed(mine, other) : Self.policy.differing(taken: $0.confidence, other: 0).taken)
    }
  }

  private static func decided(_ word: Word, _ other: Word) -> Word {
    if word.text == other.text { return word.believed(policy.agreed(word.confidence, other.confidence)) }
    let (taken, rest) = word.confidence >= other.confidence ? (word, other) : (other, word)
    let believed = policy.differing(taken: taken.confidence, other: rest.confidence)
    return taken.adding(Word.Candidate(text: rest.text, confidence: believed.other)).believed(believed.taken)
  }

  /// Puts a word that only the second reading found into the line that it stands on, or on a line of its own.
  private static func add(_ word: Word, to blocks: inout [Block]) {
    for block in blocks.indices where blocks[block].box.sharedWidth(with: word.box) > 0 {
      for line in blocks[block].lines.indices where blocks[block].lines[line].box.sharedHeight(with: word.box) > 0.6 {
        let words = blocks[block].lines[line].words
        guard !words.contains(where: { $0.box.sharedWidth(with: word.box) > 0.3 }) else { return }
        let index = words.firstIndex { $0.box.x > word.box.x } ?? words.count
        blocks[block].lines[line].words.insert(word, at: index)
        blocks[block].lines[line].box = blocks[block].lines[line].box.union(word.box)
        return
      }
    }
    let line = Line(
      text: word.text, confidence: word.confidence, box: word.box,
      baseline: [Point(x: word.box.x, y: word.box.maxY), Point(x: word.box.maxX, y: word.box.maxY)], words: [word],
      startsParagraph: true)
    let index = blocks.firstIndex { $0.box.y > word.box.y } ?? blocks.count
    blocks.insert(Block(kind: .text, box: word.box, lines: [line]), at: index)
  }
}

extension Word {
  /// The word with another confidence.
  fileprivate func believed(_ confidence: Double) -> Word {
    var word = self
    word.confidence = confidence.rounded(toPlaces: 3)
    return word
  }
}
