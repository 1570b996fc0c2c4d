// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanReading
internal import DocScanVision

/// Reads pages with Tesseract, in the pages' languages.
final class TesseractReader {
  /// The factor by which the expected number of right characters must grow for lines that were read separately to replace the page's text.
  private static let better = 1.05  // Chosen: 1 to 1.2 (doubt).

  private let languages: LanguageChoice
  private let layout: Tesseract.Layout
  private let letterHeight: Double
  private let options: RecognitionOptions
  private let instances: TesseractCache
  private let finder: LanguageFinder
  private let packs: [String]
  private let reads: Bool
  private let signs: PackSigns
  var other: (any TextReader)?

  init(
    _ languages: LanguageChoice, candidates: [String], reads: Bool, layout: Tesseract.Layout, letterHeight: Double,
    options: RecognitionOptions
  ) throws(PipelineError) {
    (self.languages, self.reads, self.layout) = (languages, reads, layout)
    (self.letterHeight, self.options) = (letterHeight, options)
    let installed = try LanguagePacks()
    signs = PackSigns(installed)
    instances = TesseractCache(dataFolder: installed.folder, options: options.engine)
    try installed.require(candidates)
    packs = languages == .found && !candidates.isEmpty ? candidates : installed.languages
    finder = LanguageFinder(packs: packs, instances: instances)
    switch languages {
    case .found: _ = try instances.tesseract(for: [finder.fallback])
    case .given(let packs):
      guard !packs.isEmpty else {
        throw .invalid(path: "recognize.languages", message: "at least one language is needed.")
      }
      guard reads else { return }
      try installed.require(packs)
      _ = try instances.tesseract(for: packs)
    }
  }

  func languages(of page: PageContext) throws(PageFailure) -> LanguageDecision {
    switch languages {
    case .found: try finder.decide(page)
    case .given(let packs) where reads: try finder.given(packs, for: page)
    case .given(let packs): LanguageDecision(packs: packs, confidence: 1)
    }
  }

  func pack(named tag: String) -> String? {
    let pack = LanguagePack.pack(named: tag)
    return packs.contains(pack) ? pack : nil
  }

  /// Returns the installed pack of one of the scripts that fits a text best.
  func pack(of text: String, in scripts: [Script]) -> String? {
    let rivals = scripts.flatMap { script in packs.filter { Script(pack: $0) == script && !$0.hasSuffix("_vert") } }
    return DetectedLanguage(text, surerThan: DetectedLanguage.plain)?.pack(among: rivals) ?? rivals.first
  }

  func blocks(
    of page: PageContext, in decision: LanguageDecision
  ) throws(PageFailure) -> (decision: LanguageDecision, blocks: [Block]) {
    let (decision, blocks) = try readInLanguages(page, decision)
    guard options.level.readsTwice, !decision.isVertical, let (unread, helper) = signs.missing(in: decision.packs)
    else {
      return (decision, blocks)
    }
    let reader = UnreadSigns(signs: unread) { area throws(PageFailure) in
      try self.read(page, [helper], .line, area).blocks
    }
    return (decision, try reader.applied(to: blocks))
  }

  private func readInLanguages(
    _ page: PageContext, _ decision: LanguageDecision
  ) throws(PageFailure) -> (decision: LanguageDecision, blocks: [Block]) {
    var decision = decision
    var blocks = try readAll(page, decision)
    guard languages == .found else { return (decision, blocks) }
    if let second = decision.second, !finder.isConfirmed(second, by: blocks, least: decision.leastShare) {
      decision.packs.removeAll { $0 == second }
      if decision.packs.isEmpty { decision = .undecided(finder.fallback) }
      blocks = try readAll(page, decision)
    }
    if let again = try finder.decideAgain(page, after: decision, blocks) {
      let reread = try readAll(page, again)
      if again.packs.first.map({ finder.isConfirmed($0, by: reread) }) == true { (decision, blocks) = (again, reread) }
    }
    (blocks, decision.packs) = try BlockLanguages(packs: packs, decision: decision) {
      area, pack throws(PageFailure) in try self.read(page, [pack], .block, area).blocks
    }.applied(to: blocks)
    return (decision, blocks)
  }

  func words(in line: Raster, dpi: Double, supposed text: String, on page: String) throws(PageFailure) -> [Word]? {
    guard let pack = pack(for: text, on: page) else { return nil }
    return try instances.warm(for: [pack]).recognize(line, dpi: dpi, layout: .line).blocks.words
  }

  // Restores letters of old print in text that was read in the given packs.
  func restoringOldPrint(_ blocks: [Block], _ packs: [String]) throws(PageFailure) -> [Block] {
    let engine = try instances.warm(for: packs)
    return OldPrint(packs: packs, isInDictionary: engine.isInDictionary).restored(blocks)
  }

  private func pack(for line: String, on page: String) -> String? {
    let letters = line.unicodeScalars.filter(\.properties.isAlphabetic)
    func reads(_ pack: String) -> Bool {
      guard let script = Script(pack: pack), !pack.hasSuffix("_vert") else { return false }
      return 2 * letters.count(where: script.has) >= letters.count
    }
    let told = DetectedLanguage(page, surerThan: DetectedLanguage.plain)?.pack(among: packs)
    let given: [String] = if case .given(let packs) = languages { packs } else { [] }
    return ([told].compactMap(\.self) + given + [finder.fallback]).first(where: reads)
  }

  func readAll(_ page: PageContext, _ decision: LanguageDecision) throws(PageFailure) -> [Block] {
    let (blocks, isCrowded) = try read(page, decision.packs, layout(for: decision))
    guard layout == .auto, !blocks.isEmpty, !isCrowded, !decision.isVertical, options.region(of: page.size) == nil
    else {
      return blocks
    }
    if let inPlaces = try readInPlaces(page, decision, beside: blocks) { return inPlaces }
    let whole = try readTornLines(page, decision, beside: blocks)
    let missed = MissedText(try page.textLines(), marks: try page.letterMarks(), beside: whole, on: page.size)
    var found: [Block] = []
    for area in missed.areas { found += try read(page, decision.packs, .block, area).blocks }
    return missed.adding(found)
  }

  private func readInPlaces(
    _ page: PageContext, _ decision: LanguageDecision, beside blocks: [Block]
  ) throws(PageFailure) -> [Block]? {
    guard let networks = other as? NetworkReader, !networks.reads(decision) else { return nil }
    let own = Calibration.tesseract.probabilities(blocks)
    guard page.isPhotograph || networks.doubts(own.words) else { return nil }
    let reader = LevelLines(
      engine: try instances.warm(for: decision.packs),
      letterHeight: Preprocessing.letterHeight(letterHeight, in: decision.packs))
    let found = try reader.blocks(of: page, try networks.places(on: page))
    return rightCharacters(Calibration.tesseract.probabilities(found).words) > Self.better * rightCharacters(own.words)
      ? found : nil
  }

  private func readTornLines(
    _ page: PageContext, _ decision: LanguageDecision, beside blocks: [Block]
  ) throws(PageFailure) -> [Block] {
    // Syllables of Hangul have the same width, so that the spaces of several lines are often below each other.
    guard decision.packs.contains(where: { Script(pack: $0) == .hangul }) else { return blocks }
    var blocks = blocks
    let torn = TornLines(try page.letterMarks(), beside: blocks, on: page.size)
    for area in torn.areas {
      let found = try read(page, decision.packs, .block, area).blocks
      let own = Calibration.tesseract.probabilities(blocks).words.filter { area.hasMiddle(of: $0.box) }
      if rightCharacters(Calibration.tesseract.probabilities(found).words) >= rightCharacters(own) {
        blocks = blocks.replacing(wordsIn: area, with: found)
      }
    }
    return blocks
  }

  private func rightCharacters(_ words: [Word]) -> Double {
    words.reduce(0) { $0 + $1.confidence * Double($1.text.count) }
  }

  private func read(
    _ page: PageContext, _ packs: [String], _ layout: Tesseract.Layout, _ area: Box? = nil
  ) throws(PageFailure) -> (blocks: [Block], isCrowded: Bool) {
    // With packs for both directions, Tesseract sometimes reads right-to-left words as Latin letters, so the second reading uses only
    // right-to-left packs.
    let fromRight = packs.filter { Script(pack: $0)?.isFromRight == true }
    let reader = PageReader(
      engine: try instances.warm(for: packs),
      secondEngine: try instances.warm(for: fromRight.isEmpty ? packs : fromRight), layout: layout,
      letterHeight: Preprocessing.letterHeight(letterHeight, in: packs),
      usualLetterHeight: Preprocessing.usualLetterHeight(in: packs),
      isHelped: other.map { $0.replacesSecondReading && $0.reads(packs, isVertical: false) } ?? false, options: options)
    let (blocks, isCrowded) = try reader.read(page, area: area)
    return (blocks.map { $0.withLineTexts() }, isCrowded)
  }

  private func layout(for decision: LanguageDecision) -> Tesseract.Layout {
    guard decision.isVertical else { return layout }
    switch layout {
    case .auto, .sparse, .line, .bareLine, .verticalBlock: return layout
    case .column, .block: return .verticalBlock
    }
  }
}
