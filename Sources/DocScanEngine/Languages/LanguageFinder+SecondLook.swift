// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

extension LanguageFinder {
  /// Lines in a script that the packs do not know are read with less confidence.
  private static let misread = 0.4  // Chosen: 0.3 to 0.5 (languages).
  /// A script that the sample has missed has to be read with this confidence: the lines are those that were hard to read.
  private static let clearOfMissed = 0.8  // Chosen: 0.7 to 0.9 (languages).
  /// The share of such lines that is worth a second look.
  private static let leastMisread = 0.025  // Chosen: 0.01 to 0.05 (languages).
  /// The number of different letters from which a missed script is believed: rows of one mark look like kana.
  private static let leastOfScript = 6
  /// The number of letters from which a text gives away its language.
  private static let plenty = 150
  /// The same where it gives away the usual language after all.
  private static let plentyOfUsual = 60  // Chosen: 30 to 120 (languages).
  /// A wrong pack may read lines with so much more confidence than the right one.
  private static let ownLead = 0.05  // Chosen: 0.02 to 0.1 (languages).
  /// So many lines stand for the page.
  private static let fewLines = 3

  /// The packs for a page that was read, where its text shows that the sample has misled; nil if it does not.
  func decideAgain(
    _ page: PageContext, after decision: LanguageDecision, _ blocks: [Block]
  ) throws(PageFailure) -> LanguageDecision? {
    guard !decision.isVertical else { return nil }
    let lines = blocks.flatMap(\.lines)
    if let missed = try missedScript(page, after: decision, lines) { return missed }
    return try otherLanguage(page, after: decision, lines)
  }

  /// The packs together with one for lines in a script that the sample had missed.
  private func missedScript(
    _ page: PageContext, after decision: LanguageDecision, _ lines: [Line]
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

  /// Whether a page has text in the script of a pack that it was read with because a few lines looked like it.
  ///
  /// A pack that is asked for a page writes its letters among digits and signs here and there: such words prove nothing, nor do
  /// a few letters on a full page.
  func isConfirmed(_ pack: String, by blocks: [Block], least share: Double? = nil) -> Bool {
    guard let script = Script(pack: pack) else { return false }
    let words = blocks.words.filter { $0.confidence >= Self.clear && $0.text.isWritten(in: script) }
    let own = words.reduce(0) { $0 + $1.text.unicodeScalars.count(where: script.has) }
    return Self.has(pack, in: words.map(\.text))
      && Double(own) >= (share ?? Self.leastMisread) * Double(blocks.words.letters)
  }

  /// Whether texts have more than a few different letters of a pack's script.
  private static func has(_ pack: String, in texts: [String]) -> Bool {
    guard let script = Script(pack: pack) else { return false }
    return Set(texts.flatMap { $0.unicodeScalars.filter(script.has) }).count >= leastOfScript
  }

  /// Another pack of the same script, where the whole text is in its language and lines are read no worse with it.
  private func otherLanguage(
    _ page: PageContext, after decision: LanguageDecision, _ lines: [Line]
  ) throws(PageFailure) -> LanguageDecision? {
    guard decision.packs.count == 1, let script = Script(pack: decision.packs[0]) else { return nil }
    let readable = lines.filter { $0.confidence >= 0.5 }
    let letters = readable.reduce(0) { $0 + $1.letters }
    let text = readable.map(\.text).joined(separator: " ")
    let told = ToldLanguage(text, surerThan: ToldLanguage.plain)
    if decision.packs[0] != fallback, letters >= Self.plentyOfUsual, told?.isLanguage(of: fallback) == true {
      // The usual language was the likelier one to begin with: it needs no proof by reading.
      var again = decision
      again.packs = [fallback]
      return again
    }
    guard letters >= Self.plenty else { return nil }
    let rivals = packs.filter { Script(pack: $0) == script && !$0.hasSuffix("_vert") }
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

  /// Whether its letters are of a script, without digits or letters of others among them where words stand apart.
  fileprivate func isWritten(in script: Script) -> Bool {
    guard case .other = script else { return unicodeScalars.contains(where: script.has) }
    return unicodeScalars.contains(where: script.has)
      && unicodeScalars.allSatisfy { scalar in
        scalar.properties.numericType == nil && (!scalar.properties.isAlphabetic || script.has(scalar))
      }
  }
}

extension [Word] {
  fileprivate var letters: Int { reduce(0) { $0 + $1.text.letters } }
}
