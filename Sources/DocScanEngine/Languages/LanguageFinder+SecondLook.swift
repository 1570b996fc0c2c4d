// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

extension LanguageFinder {
  /// Lines in a script that the packs do not know are read with less confidence.
  private static let misread = 0.4
  /// A script that the sample has missed has to be read with this confidence: the lines are those that were hard to read.
  private static let clearOfMissed = 0.8
  /// The share of such lines that is worth a second look.
  private static let leastMisread = 0.025
  /// The number of different letters from which a missed script is believed: rows of one mark look like kana.
  private static let leastOfScript = 6
  /// The number of letters from which a text gives away its language.
  private static let plenty = 150
  /// A wrong pack may read lines with so much more confidence than the right one.
  private static let ownLead = 0.05
  /// So many lines stand for the page.
  private static let fewLines = 3

  /// The packs for a page that was read, where its text shows that the sample has misled; nil where it does not.
  func decideAgain(
    _ page: PageInHand, after decision: LanguageDecision, _ blocks: [Block]
  ) throws(PageFailure) -> LanguageDecision? {
    guard !decision.isVertical else { return nil }
    let lines = blocks.flatMap(\.lines)
    if let missed = try missedScript(page, after: decision, lines) { return missed }
    return try otherLanguage(page, after: decision, lines)
  }

  /// The packs together with one for lines in a script that the sample had missed.
  private func missedScript(
    _ page: PageInHand, after decision: LanguageDecision, _ lines: [Line]
  ) throws(PageFailure) -> LanguageDecision? {
    let poor = lines.filter { $0.confidence < Self.misread && $0.letters >= 10 }
    guard !poor.isEmpty, Double(poor.count) >= Self.leastMisread * Double(lines.count) else { return nil }
    let worst = poor.sorted { ($0.confidence, $0.box.y) < ($1.confidence, $1.box.y) }.prefix(Self.fewLines)
    let samples = try SampleLines(Array(worst), of: page)
    let trial = try trial(of: samples, letters: false, without: decision.packs.compactMap { Script(pack: $0) })
    guard let first = credible(trial).first, trial.score(of: first.candidate) >= Self.clearOfMissed else { return nil }
    let pack = try language(first.candidate, of: trial, samples)
    let read = trial.lines(of: first.candidate).compactMap { trial.readings[first.candidate]?[$0]?.text }
    var again = decision
    again.packs.insert(pack, at: 0)
    return Self.has(pack, in: read) ? again : nil
  }

  /// Whether a page that was read again has text in the language for which it was.
  func isConfirmed(_ decision: LanguageDecision, by blocks: [Block]) -> Bool {
    decision.packs.first.map { Self.has($0, in: blocks.flatMap { $0.lines.map(\.text) }) } ?? false
  }

  /// Whether texts have more than a few different letters of a pack's script.
  private static func has(_ pack: String, in texts: [String]) -> Bool {
    guard let script = Script(pack: pack) else { return false }
    return Set(texts.flatMap { $0.unicodeScalars.filter(script.has) }).count >= leastOfScript
  }

  /// Another pack of the same script, where the whole text is in its language and lines are read no worse with it.
  private func otherLanguage(
    _ page: PageInHand, after decision: LanguageDecision, _ lines: [Line]
  ) throws(PageFailure) -> LanguageDecision? {
    guard decision.packs.count == 1, let script = Script(pack: decision.packs[0]) else { return nil }
    let readable = lines.filter { $0.confidence >= 0.5 }
    guard readable.reduce(0, { $0 + $1.letters }) >= Self.plenty else { return nil }
    let rivals = packs.filter { Script(pack: $0) == script && !$0.hasSuffix("_vert") }
    let text = readable.map(\.text).joined(separator: " ")
    let told = ToldLanguage(text, surerThan: ToldLanguage.plain)
    let named = LanguageIdentifier.packs(of: text, among: rivals)
    guard let other = told == nil ? named.first : told?.pack(among: rivals), other != decision.packs[0],
      told != nil || !named.contains(decision.packs[0])
    else { return nil }
    let longest = readable.sorted { ($0.letters, $1.box.y) > ($1.letters, $0.box.y) }.prefix(Self.fewLines)
    let samples = try SampleLines(Array(longest), of: page)
    func confidence(with pack: String) throws(PageFailure) -> Double {
      let read = try samples.pictures.map { (picture) throws(PageFailure) in try words(picture, pack) }
      return meanConfidence(read.flatMap(\.self))
    }
    let before = try confidence(with: decision.packs[0])
    // Each pack is the surer for writing what its own language has.
    guard try confidence(with: other) >= before - (told == nil ? 0 : Self.ownLead) else { return nil }
    var again = decision
    again.packs = [other]
    return again
  }
}

extension Line {
  /// How many letters it has.
  var letters: Int { text.letters }
}

extension String {
  /// How many letters it has.
  var letters: Int { unicodeScalars.count(where: \.properties.isAlphabetic) }
}
