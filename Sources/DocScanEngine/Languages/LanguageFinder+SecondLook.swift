// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading
internal import DocScanVision

extension LanguageFinder {
  /// The confidence below which a line may be in a script that the packs don't cover.
  private static let misread = 0.4  // Chosen: 0.3 to 0.5 (languages).
  /// The minimum score of a missed script on the lines that were hard to read.
  private static let clearOfMissed = 0.8  // Chosen: 0.7 to 0.9 (languages).
  private static let leastMisread = 0.025  // Chosen: 0.01 to 0.05 (languages).
  /// The minimum number of different letters in a missed script. Rows of one mark look like kana.
  private static let leastOfScript = 6
  private static let plenty = 150
  /// The minimum number of letters that prove that a text is in the default language.
  private static let plentyOfUsual = 60  // Chosen: 30 to 120 (languages).
  /// The maximum lead in confidence of a wrong pack over the right one.
  private static let ownLead = 0.05  // Chosen: 0.02 to 0.1 (languages).
  private static let fewLines = 3

  /// Returns the packs for a page whose text contradicts the sample, or `nil` if it doesn't.
  func decideAgain(
    _ page: PageContext, after decision: LanguageDecision, _ blocks: [Block]
  ) throws(PageFailure) -> LanguageDecision? {
    guard !decision.isVertical else { return nil }
    let lines = blocks.flatMap(\.lines)
    if let missed = try missedScript(page, after: decision, lines) { return missed }
    return try otherLanguage(page, after: decision, lines)
  }

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

  /// Returns whether a page has enough text in a pack's script. Mixed words don't count, and a few letters on a full page don't suffice.
  func isConfirmed(_ pack: String, by blocks: [Block], least share: Double? = nil) -> Bool {
    guard let script = Script(pack: pack) else { return false }
    let words = blocks.words.filter { $0.confidence >= Self.clear && $0.text.isWritten(in: script) }
    let own = words.reduce(0) { $0 + $1.text.unicodeScalars.count(where: script.has) }
    return Self.has(pack, in: words.map(\.text))
      && Double(own) >= (share ?? Self.leastMisread) * Double(blocks.words.letters)
  }

  private static func has(_ pack: String, in texts: [String]) -> Bool {
    guard let script = Script(pack: pack) else { return false }
    return Set(texts.flatMap { $0.unicodeScalars.filter(script.has) }).count >= leastOfScript
  }

  private func otherLanguage(
    _ page: PageContext, after decision: LanguageDecision, _ lines: [Line]
  ) throws(PageFailure) -> LanguageDecision? {
    guard decision.packs.count == 1, let script = Script(pack: decision.packs[0]) else { return nil }
    let readable = lines.filter { $0.confidence >= 0.5 }
    let letters = readable.reduce(0) { $0 + $1.letters }
    let text = readable.map(\.text).joined(separator: " ")
    let told = DetectedLanguage(text, surerThan: DetectedLanguage.plain)
    if decision.packs[0] != fallback, letters >= Self.plentyOfUsual, told?.isLanguage(of: fallback) == true {
      // The default language is the most likely one anyway, so it needs no proof by reading.
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
    // A pack is more confident about words of its own language, even wrong ones.
    guard try confidence(with: other) >= before - (told == nil ? 0 : Self.ownLead) else { return nil }
    var again = decision
    again.packs = [other]
    return again
  }
}

extension Line {
  var letters: Int { text.letters }
}

extension String {
  var letters: Int { unicodeScalars.count(where: \.properties.isAlphabetic) }

  /// Returns whether the text has letters of a script. Except in Latin and East Asian scripts, it must have neither digits nor other letters.
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
