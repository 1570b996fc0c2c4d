// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading
internal import DocScanVision

/// Finds a page's languages among the installed packs. Only a few lines of this page are used, so the result doesn't depend on other pages.
final class LanguageFinder {
  /// The minimum share of the page that a second script or language must have.
  private static let leastShare = 0.12  // Chosen: 0.06 to 0.24 (languages).
  static let clear = 0.6  // Chosen: 0.5 to 0.7 (languages).
  /// The minimum gain in confidence by another language of the same script: for a text with many letters, and for one with few.
  // Chosen: 0.02, 0.01 to 0.04 (languages); 0.05, 0.025 to 0.1 (languages).
  private static let (leastGain, leastGainOfShort) = (0.02, 0.05)
  private static let short = 45
  /// The score below which the sample is inconclusive, and the number of lines to sample in that case.
  private static let (doubtful, linesInDoubt) = (0.5, 12)
  /// The minimum share of the lines, number of letters, and share of the page's letters for a script that the sample doesn't prove.
  private static let (likelyShare, likelyLetters, leastOfLikely) = (0.6, 20, 0.5)
  private static let sure = 0.75  // Chosen: 0.65 to 0.85 (languages).
  /// The minimum share of Latin letters in text of another script. Fewer are noise.
  private static let leastLatin = 0.04  // Chosen: 0.02 to 0.08 (languages).

  let packs: [String]
  private let instances: TesseractCache

  init(packs: [String], instances: TesseractCache) {
    (self.packs, self.instances) = (packs, instances)
    LanguageIdentifier.prepare()
  }

  var fallback: String { packs.contains("eng") ? "eng" : packs.first { !$0.hasSuffix("_vert") } ?? "eng" }

  func decide(_ page: PageContext) throws(PageFailure) -> LanguageDecision {
    let evidence = try page.text().turn()
    var samples = try SampleLines(page)
    if evidence.horizontal < 0.5, let decision = try decideVertical(samples) { return decision }
    let letters = evidence.alphabetic >= 0.5
    var trial = try trial(of: samples, letters: letters, without: [])
    var winners = credible(trial)
    if winners.first.map({ trial.score(of: $0.candidate) < Self.doubtful }) != false {
      // The lines may be numbers, or unreadable; others may be conclusive.
      samples = try SampleLines(page, atMost: Self.linesInDoubt)
      trial = try self.trial(of: samples, letters: letters, without: [])
      winners = credible(trial)
    }
    let likely = likelyScript(trial)
    if winners.first.map({ trial.score(of: $0.candidate) < Self.doubtful }) != false, let likely {
      let pack = try language(likely, of: trial, samples)
      return LanguageDecision(
        packs: [pack] + [latinAmong(likely, of: trial)].compactMap(\.self),
        confidence: trial.score(of: likely).rounded(toPlaces: 3), second: pack,
        leastShare: Self.leastOfLikely)
    }
    guard let first = winners.first else { return .undecided(fallback) }
    var found: [String] = []
    var second: String?
    for (index, share) in winners {
      guard index == first.candidate || share >= Self.leastShare && trial.score(of: index) >= Self.clear else {
        continue
      }
      let pack = try language(index, of: trial, samples)
      if index != first.candidate, trial.candidates[index].script != .latin { second = second ?? pack }
      found.append(pack)
    }
    // Text in any script contains Latin words, so the page's main script is the other one.
    found.sort { Script(pack: $0) != .latin && Script(pack: $1) == .latin }
    if !found.contains(where: { Script(pack: $0) == .latin }), let latin = latinAmong(first.candidate, of: trial) {
      found.append(latin)
    }
    return LanguageDecision(
      packs: found, confidence: trial.score(of: first.candidate).rounded(toPlaces: 3), second: second)
  }

  func given(_ packs: [String], for page: PageContext) throws(PageFailure) -> LanguageDecision {
    let vertical = packs.map { $0 + "_vert" }.filter { self.packs.contains($0) && !packs.contains($0) }
    let isVertical = packs.contains { $0.hasSuffix("_vert") }
    guard !vertical.isEmpty || isVertical, try page.text().turn().horizontal < 0.5 else {
      return LanguageDecision(packs: packs, confidence: 1)
    }
    return LanguageDecision(packs: vertical + packs, confidence: 1, isVertical: true)
  }

  private func decideVertical(_ samples: SampleLines) throws(PageFailure) -> LanguageDecision? {
    var best: (pack: String, score: Double)?
    for pack in packs where pack.hasSuffix("_vert") {
      guard let script = Script(pack: pack) else { continue }
      let readings = try samples.pictures.map { (picture) throws(PageFailure) in
        // These pictures are turned clockwise; the packs are trained on lines turned counterclockwise.
        LineReading(try words(try picture.upsideDown(), pack), script: script)
      }
      let letters = readings.reduce(0) { $0 + $1.letters }
      let score = letters > 0 ? readings.reduce(0) { $0 + $1.score * Double($1.letters) } / Double(letters) : 0
      let isCredible = ScriptTrial.isCredible(script, score: score, letters: letters)
      if letters >= 5, isCredible, score > best?.score ?? 0 { best = (pack, score) }
    }
    guard let best else { return nil }
    let horizontal = String(best.pack.dropLast("_vert".count))
    return LanguageDecision(
      packs: [best.pack] + [horizontal].filter(packs.contains), confidence: best.score.rounded(toPlaces: 3),
      isVertical: true)
  }

  /// Tries packs on the sample lines, except those of `known` scripts. `letters` is `false` for lines that look like Han or Hangul.
  func trial(of samples: SampleLines, letters: Bool, without known: [Script]) throws(PageFailure) -> ScriptTrial {
    var trial = ScriptTrial(candidates(letters: letters, without: known), known: known) {
      picture, pack throws(PageFailure) in
      try self.words(picture, pack)
    }
    try trial.add(samples.pictures)
    return trial
  }

  /// Returns the best candidates with their shares of the text. Scripts other than the default need proof: unreadable text resembles some script.
  func credible(_ trial: ScriptTrial) -> [(candidate: Int, share: Double)] {
    trial.winners.filter { trial.candidates[$0.candidate].pack == fallback || trial.isCredible($0.candidate) }
  }

  /// Returns the candidate for the East Asian script of most lines, or `nil`. Its score needn't be credible by itself, as in poor photographs.
  private func likelyScript(_ trial: ScriptTrial) -> Int? {
    guard let first = trial.winners.first, trial.candidates[first.candidate].pack != fallback,
      trial.candidates[first.candidate].script.isEastAsian, first.share >= Self.likelyShare,
      trial.score(of: first.candidate) >= Self.doubtful
    else { return nil }
    let letters = trial.lines(of: first.candidate).reduce(0) {
      $0 + (trial.readings[first.candidate]?[$1]?.ownLetters ?? 0)
    }
    return letters >= Self.likelyLetters ? first.candidate : nil
  }

  private func candidates(letters: Bool, without known: [Script]) -> [ScriptTrial.Candidate] {
    let order: [Script] = [.japanese, .hangul, .simplifiedHan, .traditionalHan]
    var found: [ScriptTrial.Candidate] = []
    for pack in [fallback] + LanguagePacks.examples.filter(packs.contains) + packs where !pack.hasSuffix("_vert") {
      guard let script = Script(pack: pack), !known.contains(script), !found.contains(where: { $0.script == script })
      else { continue }
      found.append(ScriptTrial.Candidate(pack: pack, script: script))
    }
    func rank(_ script: Script) -> Int {
      if script == .latin { return letters ? 0 : order.count + 1 }
      return order.firstIndex(of: script).map { $0 + 1 } ?? order.count + 2
    }
    return found.enumerated().sorted { (rank($0.element.script), $0.offset) < (rank($1.element.script), $1.offset) }
      .map(\.element)
  }

  func language(_ index: Int, of trial: ScriptTrial, _ samples: SampleLines) throws(PageFailure) -> String {
    let candidate = trial.candidates[index]
    let rivals = packs.filter { Script(pack: $0) == candidate.script && !$0.hasSuffix("_vert") }
    guard rivals.count > 1 else { return candidate.pack }
    let lines = trial.lines(of: index)
    let readings = lines.compactMap { trial.readings[index]?[$0] }
    let text = readings.map(\.text).joined(separator: " ")
    let named = LanguageIdentifier.packs(of: text, among: rivals)
    let told = DetectedLanguage(text, surerThan: Self.sure)
    // If words and letters agree, reading needn't confirm them.
    if let told, told.isLanguage(of: candidate.pack) { return candidate.pack }
    guard let first = told == nil ? named.first : told?.pack(among: rivals), first != candidate.pack else {
      return candidate.pack
    }
    let other = try lines.map { (line) throws(PageFailure) in try words(samples.pictures[line], first) }
    let gain = meanConfidence(other.flatMap(\.self)) - meanConfidence(readings.flatMap(\.words))
    // If the letters are inconclusive, reading must be clearly better.
    let isDoubtful = named.contains(candidate.pack) || readings.reduce(0) { $0 + $1.letters } < Self.short
    if told == nil, isDoubtful { return candidate.pack }
    if told != nil, named.first == first { return gain >= 0 ? first : candidate.pack }
    return gain >= (isDoubtful ? Self.leastGainOfShort : Self.leastGain) ? first : candidate.pack
  }

  private func latinAmong(_ index: Int, of trial: ScriptTrial) -> String? {
    guard Script(pack: fallback) == .latin else { return nil }
    let readings = trial.lines(of: index).compactMap { trial.readings[index]?[$0] }
    let latin = readings.reduce(0) { $0 + $1.latinLetters }
    let letters = readings.reduce(0) { $0 + $1.letters }
    return latin >= 4 && Double(latin) >= Self.leastLatin * Double(letters) ? fallback : nil
  }

  func words(_ picture: Raster, _ pack: String) throws(PageFailure) -> [Word] {
    try instances.warm(for: [pack]).recognize(picture, dpi: 300, layout: .line).blocks.words
  }
}

/// The packs to read a page with.
struct LanguageDecision {
  var packs: [String]
  /// The confidence from 0 to 1, or 0 if there was too little text.
  var confidence: Double
  var isVertical = false
  var second: String?
  /// The minimum share of the page's letters that confirms the second pack, or `nil` for the default.
  var leastShare: Double?

  static func undecided(_ fallback: String) -> LanguageDecision { LanguageDecision(packs: [fallback], confidence: 0) }
}
