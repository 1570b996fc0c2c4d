// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Reads pages with Tesseract, in the languages that they are in.
final class TesseractReader {
  /// Lines that were read one by one replace a page's if they have so many times as many characters that are right.
  private static let better = 1.05  // Chosen: 1 to 1.2 (doubt).

  private let languages: LanguageChoice
  private let layout: Tesseract.Layout
  private let letterHeight: Double
  private let options: RecognitionOptions
  private let instances: TesseractCache
  private let finder: LanguageFinder
  /// The packs that may be used.
  private let packs: [String]
  /// Whether it is the first to read, or only reads what another reader cannot.
  private let reads: Bool
  /// What reads beside it: that finds lines it missed, and it need not try everything.
  var other: (any TextReader)?

  /// Fails where a language has no pack that is installed. With an empty list of candidates, all packs may be used.
  init(
    _ languages: LanguageChoice, candidates: [String], reads: Bool, layout: Tesseract.Layout, letterHeight: Double,
    options: RecognitionOptions
  ) throws(PipelineError) {
    (self.languages, self.reads, self.layout) = (languages, reads, layout)
    (self.letterHeight, self.options) = (letterHeight, options)
    let installed = try LanguagePacks()
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

  /// The packs that the page is read with.
  func languages(of page: PageContext) throws(PageFailure) -> LanguageDecision {
    switch languages {
    case .found: try finder.decide(page)
    case .given(let packs) where reads: try finder.given(packs, for: page)
    case .given(let packs): LanguageDecision(packs: packs, confidence: 1)
    }
  }

  /// The pack that may be used for a language, as BCP 47 names it; nil if it is not installed.
  func pack(named tag: String) -> String? {
    let pack = LanguagePack.pack(named: tag)
    return packs.contains(pack) ? pack : nil
  }

  /// Reads a page in these languages; where they are to be found, the reading may correct the decision.
  func blocks(
    of page: PageContext, in decision: LanguageDecision
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
      area, pack throws(PageFailure) in try self.read(page, [pack], .block, area)
    }.applied(to: blocks)
    return (decision, blocks)
  }

  /// The words in the picture of a single line whose text is supposed to be known; `nil` if no installed pack reads its script.
  func words(in line: Raster, dpi: Double, supposed text: String, on page: String) throws(PageFailure) -> [Word]? {
    guard let pack = pack(for: text, on: page) else { return nil }
    return try instances.warm(for: [pack]).recognize(line, dpi: dpi, layout: .line).blocks.words
  }

  /// The pack for a line of a page: that of the page's language, if the line has its script, or else one of the line's script.
  private func pack(for line: String, on page: String) -> String? {
    let letters = line.unicodeScalars.filter(\.properties.isAlphabetic)
    func reads(_ pack: String) -> Bool {
      guard let script = Script(pack: pack), !pack.hasSuffix("_vert") else { return false }
      return 2 * letters.count(where: script.has) >= letters.count
    }
    let told = ToldLanguage(page, surerThan: ToldLanguage.plain)?.pack(among: packs)
    let given: [String] = if case .given(let packs) = languages { packs } else { [] }
    return ([told].compactMap(\.self) + given + [finder.fallback]).first(where: reads)
  }

  /// The blocks of the page as Tesseract reads them, with the lines that its layout analysis missed.
  func readAll(_ page: PageContext, _ decision: LanguageDecision) throws(PageFailure) -> [Block] {
    let blocks = try read(page, decision.packs, layout(for: decision))
    guard layout == .auto, !blocks.isEmpty, !decision.isVertical, options.region(of: page.size) == nil else {
      return blocks
    }
    if let inPlaces = try readInPlaces(page, decision, beside: blocks) { return inPlaces }
    let missed = MissedText(try page.textLines(), marks: try page.letterMarks(), beside: blocks, on: page.size)
    var found: [Block] = []
    for area in missed.areas { found += try read(page, decision.packs, .block, area) }
    return missed.adding(found)
  }

  /// What Tesseract reads of the lines that networks find, where they do not read the script themselves; nil if that is
  /// not needed, or no better.
  private func readInPlaces(
    _ page: PageContext, _ decision: LanguageDecision, beside blocks: [Block]
  ) throws(PageFailure) -> [Block]? {
    guard let networks = other as? NetworkReader, !networks.reads(decision) else { return nil }
    let own = Calibration.tesseract.probabilities(blocks)
    guard page.isPhotograph || NetworkReader.areDoubtful(own.words) else { return nil }
    let reader = LevelLines(
      engine: try instances.warm(for: decision.packs),
      letterHeight: Preprocessing.letterHeight(letterHeight, in: decision.packs))
    let found = try reader.blocks(of: page, try networks.places(on: page))
    func worth(_ blocks: [Block]) -> Double {
      blocks.words.reduce(0) { $0 + $1.confidence * Double($1.text.count) }
    }
    return worth(Calibration.tesseract.probabilities(found)) > Self.better * worth(own) ? found : nil
  }

  /// The blocks of the page, or of an area of it, as Tesseract reads them with these packs.
  private func read(
    _ page: PageContext, _ packs: [String], _ layout: Tesseract.Layout, _ area: Box? = nil
  ) throws(PageFailure) -> [Block] {
    // Asked for both, Tesseract takes words from the right for Latin letters now and then: the second time it has no choice.
    let fromRight = packs.filter { Script(pack: $0)?.isFromRight == true }
    let reader = PageReader(
      engine: try instances.warm(for: packs),
      secondEngine: try instances.warm(for: fromRight.isEmpty ? packs : fromRight), layout: layout,
      letterHeight: Preprocessing.letterHeight(letterHeight, in: packs),
      usualLetterHeight: Preprocessing.usualLetterHeight(in: packs),
      isHelped: other?.reads(packs, isVertical: false) == true, options: options)
    return try reader.read(page, area: area).map { $0.withLineTexts() }
  }

  /// Lines that run downwards have a layout of their own where the page is not to be taken apart.
  private func layout(for decision: LanguageDecision) -> Tesseract.Layout {
    guard decision.isVertical else { return layout }
    switch layout {
    case .auto, .sparse, .line, .bareLine, .verticalBlock: return layout
    case .column, .block: return .verticalBlock
    }
  }
}
