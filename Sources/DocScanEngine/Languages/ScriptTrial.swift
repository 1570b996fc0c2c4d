// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanVision

/// Reads sample lines with one pack for each script until the script of each line is clear. The likely script comes first, and a confident
/// reading ends the search. The numbers were chosen by hand; `Tests/Tools/measure/languages.py` measures them.
struct ScriptTrial {
  /// A pack that represents its script.
  struct Candidate {
    let pack: String
    let script: Script
  }

  /// The minimum score of a reading that makes other packs unnecessary.
  private static let plain = 0.5  // Chosen: 0.4 to 0.6 (languages).
  /// The corresponding score for scripts that are neither Latin nor East Asian, because their packs read each other's letters more readily.
  private static let plainOfOthers = 0.75  // Chosen: 0.65 to 0.85 (languages).
  /// The score below which a line may be in another script although other lines of the page are clear.
  private static let foreign = 0.4  // Chosen: 0.3 to 0.5 (languages).
  private static let least = 0.3  // Chosen: 0.2 to 0.4 (languages).
  private static let fewest = 4  // Chosen: 2 to 8 (languages).
  // Chosen: 0.6, 0.55 to 0.65 (languages); 0.55, 0.5 to 0.6 (languages).
  private static let (credible, credibleEastAsian) = (0.6, 0.55)
  private static let doubtInLetters = 4.0  // Chosen: 2 to 8 (languages).
  /// The score, relative to the best score on a line, below which a script isn't tried again.
  private static let hopeless = 0.6  // Chosen: 0.4 to 0.8 (languages).
  /// The lead in score that traditional characters need, because the traditional pack tends to replace characters by those that it expects.
  private static let traditionalLead = 0.035  // Chosen: 0.02 to 0.05 (languages).
  /// The lead that traditional characters need if the text has few characters.
  private static let traditionalLeadOfShort = 0.08  // Chosen: 0.04 to 0.12 (languages).
  private static let short = 25

  let candidates: [Candidate]
  private let known: [Script]
  private let read: (Raster, String) throws(PageFailure) -> [Word]
  private(set) var readings: [Int: [Int: LineReading]] = [:]
  private(set) var votes: [Int: Double] = [:]
  private(set) var lines: [Int: [Int]] = [:]
  private var ruledOut: Set<Int> = []

  init(_ candidates: [Candidate], known: [Script], read: @escaping (Raster, String) throws(PageFailure) -> [Word]) {
    (self.candidates, self.known, self.read) = (candidates, known, read)
  }

  mutating func add(_ pictures: [Raster]) throws(PageFailure) {
    guard let first = candidates.first else { return }
    var isPlainSomewhere = false
    for (line, picture) in pictures.enumerated() {
      let reading = LineReading(try read(picture, first.pack), script: first.script, known: known)
      readings[0, default: [:]][line] = reading
      isPlainSomewhere = isPlainSomewhere || isPlain(reading, first.script)
    }
    for (line, picture) in pictures.enumerated() {
      guard let reading = readings[0]?[line] else { continue }
      // A line of numbers, or one that is hard to read, doesn't justify trying every pack.
      let isLikeOthers = isPlainSomewhere && (reading.letters < 6 || reading.score >= Self.foreign)
      if isPlain(reading, first.script) || isLikeOthers {
        vote(for: 0, reading, line)
      } else {
        try addDoubtful(picture, line, reading)
      }
    }
  }

  private mutating func vote(for index: Int, _ reading: LineReading, _ line: Int) {
    guard reading.score >= Self.least, reading.ownLetters >= Self.fewest else { return }
    votes[index, default: 0] += reading.score * Double(reading.letters)
    lines[index, default: []].append(line)
  }

  private mutating func addDoubtful(_ picture: Raster, _ line: Int, _ first: LineReading) throws(PageFailure) {
    var found = [0: first]
    var order = startingOrder.filter { $0 != 0 }
    narrow(&order, after: first, candidates[0].script)
    while let index = order.first {
      order.removeFirst()
      let candidate = candidates[index]
      let reading = LineReading(try read(picture, candidate.pack), script: candidate.script, known: known)
      found[index] = reading
      readings[index, default: [:]][line] = reading
      if isPlain(reading, candidate.script) { break }
      narrow(&order, after: reading, candidate.script)
    }
    guard let best = found.max(by: { ($0.value.score, -$0.key) < ($1.value.score, -$1.key) })
    else { return }
    if best.value.score >= 0.5 {
      for (index, reading) in found where reading.score < Self.hopeless * best.value.score { ruledOut.insert(index) }
    }
    vote(for: best.key, best.value, line)
  }

  /// Removes or reorders candidates with Han after a reading: if one read hardly anything, the others won't; if it read no kana, they come next.
  private func narrow(_ order: inout [Int], after reading: LineReading, _ script: Script) {
    guard script.hasHan else { return }
    if reading.score < 0.35 { order.removeAll { candidates[$0].script.hasHan } }
    guard reading.score >= 0.4, reading.kanaShare < 0.1 else { return }
    let family = order.filter { candidates[$0].script.hasHan }
    order = reading.score >= 0.5 ? family : family + order.filter { !family.contains($0) }
  }

  var winners: [(candidate: Int, share: Double)] {
    let total = votes.values.reduce(0, +)
    guard total > 0 else { return [] }
    var shares = votes.mapValues { $0 / total }
    // A page has only one kind of Han characters.
    let family = shares.keys.filter { candidates[$0].script.hasHan }
    if let kept = keptOfHan(family) {
      let sum = family.reduce(0) { $0 + (shares[$1] ?? 0) }
      for index in family { shares[index] = nil }
      shares[kept] = sum
    }
    return shares.sorted { ($0.value, -$0.key) > ($1.value, -$1.key) }.map { ($0.key, $0.value) }
  }

  func score(of index: Int) -> Double { Self.mean(lines(of: index).compactMap { readings[index]?[$0]?.score }) }

  func isCredible(_ index: Int) -> Bool {
    let read = lines(of: index).reduce(0) { $0 + (readings[index]?[$1]?.ownLetters ?? 0) }
    return Self.isCredible(candidates[index].script, score: score(of: index), letters: read)
  }

  /// Returns whether letters with this score prove the script. Fewer letters need a higher score. A Han or Hangul character counts as three letters.
  static func isCredible(_ script: Script, score: Double, letters read: Int) -> Bool {
    let letters = Double(read * (script.isEastAsian ? 3 : 1))
    let least = script.isEastAsian ? credibleEastAsian : credible
    return letters > 0 && score * letters / (letters + doubtInLetters) >= least
  }

  func lines(of index: Int) -> [Int] {
    guard candidates[index].script.hasHan else { return lines[index] ?? [] }
    return lines.filter { candidates[$0.key].script.hasHan }.flatMap(\.value).sorted()
  }

  private func keptOfHan(_ family: [Int]) -> Int? {
    guard family.count > 1 || family.contains(where: { isChinese($0) }) else { return family.first }
    let japanese = family.first { candidates[$0].script == .japanese }
    let all = family.reduce(0) { $0 + (votes[$1] ?? 0) }
    if let japanese, let vote = votes[japanese], vote >= 0.4 * all { return japanese }
    guard let simplified = candidates.indices.first(where: { candidates[$0].script == .simplifiedHan }),
      let traditional = candidates.indices.first(where: { candidates[$0].script == .traditionalHan })
    else { return family.filter(isChinese).first ?? family.first }
    let both = (readings[simplified] ?? [:]).keys.filter { readings[traditional]?[$0] != nil }.sorted()
    let scores = [simplified, traditional].map { index in Self.mean(both.compactMap { readings[index]?[$0]?.score }) }
    let characters = both.reduce(0) { $0 + (readings[simplified]?[$1]?.ownLetters ?? 0) }
    let lead = characters < Self.short ? Self.traditionalLeadOfShort : Self.traditionalLead
    return scores[1] - scores[0] >= lead ? traditional : simplified
  }

  private func isChinese(_ index: Int) -> Bool {
    candidates[index].script.hasHan && candidates[index].script != .japanese
  }

  private func isPlain(_ reading: LineReading, _ script: Script) -> Bool {
    guard reading.ownLetters >= 5 else { return false }
    switch script {
    case .latin, .hangul: return reading.score >= Self.plain
    case .other: return reading.score >= Self.plainOfOthers
    // Chosen: 0.15, 0.08 to 0.3 (languages).
    case .japanese: return reading.kanaShare >= 0.15 && reading.score >= 0.6
    // Only reading both distinguishes simplified from traditional characters.
    case .simplifiedHan, .traditionalHan: return false
    }
  }

  private var startingOrder: [Int] {
    let best = votes.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    return [best].compactMap(\.self) + candidates.indices.filter { $0 != best && !ruledOut.contains($0) }
  }

  private static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }
}
