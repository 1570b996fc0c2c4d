// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// Merges two readings of a page word by word (Fiscus, "A post-processing system to yield reduced word error rates: ROVER", 1997). Words that agree
/// are hardly ever wrong; of differing words, Tesseract's more confident one is right more often. Words are matched by position, line by line,
/// because Tesseract's boxes sometimes reach into neighboring lines. The first reading determines the order.
package struct ReadingVote {
  private static let policy = MergePolicy.twoPictures
  /// The factor for the confidence of words that only one reading has.
  private static let whenAlone = 0.5
  /// The minimum confidence of words that only the second reading has: rules and pictures look like words, too.
  private static let leastAddition = 0.7

  private var first: [Block]
  private let second: [Block]

  package init(_ first: [Block], _ second: [Block]) { (self.first, self.second) = (first, second) }

  private struct LinePlace: Hashable {
    var block: Int
    var line: Int
  }

  private struct Place: Hashable {
    var line: LinePlace
    var word: Int
  }

  /// Words of both readings in the same part of a line.
  private struct Group {
    var first: [Place] = []
    var second: [Place] = []
  }

  /// Words that only the second reading has, and the first reading's line to which they belong, or `nil` if it lacks the line.
  private struct Addition {
    var words: [Word]
    var line: LinePlace?
  }

  package func blocks() -> [Block] {
    var result = first
    // New words replace the first word of a group; the group's other words are removed.
    var replacements: [Place: [Word]] = [:]
    let (groups, additions) = matches()
    for group in groups {
      guard let place = group.first.first else { continue }
      replacements[place] = decided(group)
      for other in group.first.dropFirst() { replacements[other] = [] }
    }
    for block in result.indices {
      for line in result[block].lines.indices {
        let place = LinePlace(block: block, line: line)
        let words = first[block].lines[line].words
        result[block].lines[line].words = words.indices.flatMap {
          replacements[Place(line: place, word: $0)] ?? [words[$0]]
        }
      }
    }
    // New lines come last, because they shift the indices of the others.
    let (own, known) = (additions.filter { $0.line == nil }, additions.filter { $0.line != nil })
    for addition in known + own {
      if let place = addition.line {
        result[place.block].lines[place.line].insert(addition.words)
      } else if let line = Line(addition.words) {
        result = result.placing(line)
      }
    }
    return result
  }

  private func matches() -> (groups: [Group], additions: [Addition]) {
    let (left, right) = (Self.places(first), Self.places(second))
    let meetings = Self.meetings(left, right)
    // A word belongs to the line of the other reading that best matches its own line.
    var affinity: [LinePlace: [LinePlace: Double]] = [:]
    for (one, other) in meetings {
      affinity[left[one].place.line, default: [:]][right[other].place.line, default: 0] +=
        left[one].box.agreement(with: right[other].box)
    }
    var partners: (left: [Int: LinePlace], right: [Int: LinePlace]) = ([:], [:])
    for (one, other) in meetings {
      let (own, theirs) = (left[one].place.line, right[other].place.line)
      let agreement = affinity[own]?[theirs] ?? 0
      if partners.left[one].map({ agreement > affinity[own]?[$0] ?? 0 }) ?? true { partners.left[one] = theirs }
      if partners.right[other].map({ agreement > affinity[$0]?[theirs] ?? 0 }) ?? true { partners.right[other] = own }
    }
    var union = UnionFind(count: left.count + right.count)
    for (one, other) in meetings
    where partners.left[one] == right[other].place.line && partners.right[other] == left[one].place.line {
      union.join(one, left.count + other)
    }
    // A group's root is its smallest index, so that groups are in the order of their first words.
    var groups: [Int: Group] = [:]
    for (index, word) in left.enumerated() {
      groups[union.root(of: index), default: Group()].first.append(word.place)
    }
    // A word that overlaps only tall boxes of other lines has no counterpart in the other reading.
    let bodies = Dictionary(
      left.map { ($0.place.line, first[$0.place.line.block].lines[$0.place.line.line].bodyBox) },
      uniquingKeysWith: { $1 })
    let met = Set(
      meetings.compactMap { one, other in
        let body = bodies[left[one].place.line] ?? left[one].box
        return body.sharedHeight(with: right[other].box) > 0.5 ? other : nil
      })
    var alone: [Place] = []
    for (index, word) in right.enumerated() {
      let root = union.root(of: left.count + index)
      if root < left.count {
        groups[root, default: Group()].second.append(word.place)
      } else if !met.contains(index) {
        alone.append(word.place)
      }
    }
    let lines = Dictionary(
      right.indices.filter(met.contains).compactMap { index in partners.right[index].map { (right[index].place, $0) } },
      uniquingKeysWith: { $1 })
    return (groups.sorted { $0.key < $1.key }.map(\.value), additions(alone, beside: lines))
  }

  private static func meetings(
    _ left: [(place: Place, box: Box)], _ right: [(place: Place, box: Box)]
  ) -> [(Int, Int)] {
    // Only words at about the same height can match, so both lists are searched by their upper edges.
    let order = right.indices.sorted { right[$0].box.y < right[$1].box.y }
    let tallest = right.map(\.box.height).max() ?? 0
    var meetings: [(Int, Int)] = []
    for (index, word) in left.enumerated() {
      let start = order.partitioningIndex { right[$0].box.y >= word.box.y - tallest }
      for other in order[start...] {
        let candidate = right[other].box
        guard candidate.y <= word.box.maxY else { break }
        if word.box.sharedHeight(with: candidate) > 0.5, word.box.sharedWidth(with: candidate) > 0.3 {
          meetings.append((index, other))
        }
      }
    }
    return meetings
  }

  private func additions(_ alone: [Place], beside lines: [Place: LinePlace]) -> [Addition] {
    var additions: [Addition] = []
    var last: (line: LinePlace, target: LinePlace?)?
    for place in alone {
      let words = second[place.line.block].lines[place.line.line].words
      let known = words.indices.compactMap { index in
        lines[Place(line: place.line, word: index)].map { (distance: abs(index - place.word), line: $0) }
      }
      let target = known.min { $0.distance < $1.distance }?.line
      let word = words[place.word]
      guard word.confidence >= Self.leastAddition else { continue }
      let believed = word.believed(word.confidence * Self.whenAlone)
      if let last, last.line == place.line, last.target == target {
        additions[additions.count - 1].words.append(believed)
      } else {
        additions.append(Addition(words: [believed], line: target))
      }
      last = (place.line, target)
    }
    return additions
  }

  private static func places(_ blocks: [Block]) -> [(place: Place, box: Box)] {
    blocks.enumerated().flatMap { block, content in
      content.lines.enumerated().flatMap { line, content in
        content.words.enumerated().map { word, content in
          (Place(line: LinePlace(block: block, line: line), word: word), content.box)
        }
      }
    }
  }

  private func decided(_ group: Group) -> [Word] {
    let ours = group.first.map { first[$0.line.block].lines[$0.line.line].words[$0.word] }
    let theirs = group.second.map { second[$0.line.block].lines[$0.line.line].words[$0.word] }
      .sorted { $0.box.x < $1.box.x }
    guard !theirs.isEmpty else { return ours.map { $0.believed($0.confidence * Self.whenAlone) } }
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
}

extension Box {
  fileprivate func agreement(with other: Box) -> Double {
    let shared = share(in: other) * width * height
    return shared / max(width * height + other.width * other.height - shared, 1)
  }
}

extension Line {
  fileprivate init?(_ words: [Word]) {
    guard let box = words.map(\.box).union else { return nil }
    self.init(
      text: joinedText(words), confidence: meanConfidence(words), box: box,
      baseline: [Point(x: box.x, y: box.maxY), Point(x: box.maxX, y: box.maxY)], words: words, startsParagraph: true)
  }
}

extension Word {
  fileprivate func believed(_ confidence: Double) -> Word {
    var word = self
    word.confidence = confidence.rounded(toPlaces: 3)
    return word
  }
}
