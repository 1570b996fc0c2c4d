// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanNative

/// Reads the text of the page with Tesseract, with another engine, or with both.
package final class RecognizeStage: Stage {
  private static let languages = Setting(
    LanguageChoice.settingName, default: LanguageChoice.given(["eng"]), oneOf: [LanguageChoice.word],
    help:
      "The languages of the text, the most likely first, such as \"deu+eng\"; \"auto\" finds those of each page among "
      + "the installed ones.")
  private static let languageCandidates = Setting(
    "languageCandidates", default: LanguageChoice.given([]),
    help: "The languages that \"auto\" chooses from. An empty list means all installed ones.")
  private static let layout = Setting(
    "layout", default: Tesseract.Layout.auto.rawValue, oneOf: Tesseract.Layout.ofPages.map(\.rawValue),
    help:
      "\"auto\" finds columns; \"column\" expects one column, \"block\" one uniform block, \"sparse\" scattered text.")
  private static let letterHeight = Setting(
    "letterHeight", default: Preprocessing.bestLetterHeight, in: 0...200,
    help:
      "Pages are scaled so that their letters are this many pixels high, more for Han and Hangul, before they are read; 0 does not scale."
  )
  private static let evenLight = Setting(
    "evenLight", default: true,
    help: "Evens out light and shadow before reading where a page needs it; the clean stage does more.")
  private static let engineChoice = EngineChoice.setting(
    help:
      "What reads the page: \"tesseract\", \"ppocr\", or an object that names ppocr or a program, and says how it works "
      + "together with Tesseract.")

  private static let confidence = Setting(
    "confidence", default: "calibrated", oneOf: ["calibrated", "engine"],
    help: "\"calibrated\": a word's confidence is the probability that it is right; \"engine\": the engine's own value."
  )

  package static let description = ComponentDescription(
    name: EngineChoice.stageName,
    abstract: "Reads the text of the page, with Tesseract unless another engine is named.",
    settings: [
      languages.erased, languageCandidates.erased, layout.erased, letterHeight.erased, evenLight.erased,
      engineChoice.erased, confidence.erased,
    ] + RecognitionOptions.settings,
    order: StageOrder(
      effects: [.readsText, .worksBesideOwnText],
      needs: [
        .init(.dividesPage, otherwise: "may make two pages of one, and the text that was read would be lost"),
        .init(.movesPicture, otherwise: "moves the picture, and the text that was read would stay where it was"),
        .init(.marksBlank, otherwise: "marks blank pages, which would have been read by then"),
        .init(.cleansPicture, otherwise: "cleans what is read, and that would be too late"),
      ]),
    finding: NoText.description, also: [OtherLanguage.description])

  /// Lines that were read one by one replace a page's if they have so many times as many characters that are right.
  private static let better = 1.05

  private let languages: LanguageChoice
  private let layout: Tesseract.Layout
  private let letterHeight: Double
  private let evenLight: Bool
  private let keepsConfidences: Bool
  private let options: RecognitionOptions
  private let choice: EngineChoice
  private let instances: TesseractCache
  private let finder: LanguageFinder
  /// The packs that may be used.
  private let packs: [String]
  /// Another engine, which reads alone or beside Tesseract.
  private var secondEngine: Engine?
  /// The same with networks, where they are installed.
  private var networkReader: NetworkReader?

  package init(settings: ResolvedSettings) throws(PipelineError) {
    languages = settings[Self.languages]
    layout = Tesseract.Layout(rawValue: settings[Self.layout]) ?? .auto
    letterHeight = settings[Self.letterHeight]
    evenLight = settings[Self.evenLight]
    keepsConfidences = settings[Self.confidence] == "engine"
    options = try RecognitionOptions(settings, path: Self.description.name)
    choice = settings[Self.engineChoice]
    let installed = try LanguagePacks()
    instances = TesseractCache(dataFolder: installed.folder, options: options.engine)
    let candidates = settings[Self.languageCandidates].packs
    try installed.require(candidates)
    packs = languages == .found && !candidates.isEmpty ? candidates : installed.languages
    finder = LanguageFinder(packs: packs, instances: instances)
    switch languages {
    case .found: _ = try instances.tesseract(for: [finder.fallback])
    case .given(let packs):
      guard !packs.isEmpty else {
        throw .invalid(path: "recognize.languages", message: "at least one language is needed.")
      }
      guard choice.usesTesseract else { return }
      try installed.require(packs)
      _ = try instances.tesseract(for: packs)
    }
  }

  /// An engine that reads alone, or beside Tesseract.
  package func use(_ engine: Engine) throws(PipelineError) {
    guard case .program = choice else { return }
    if case .given(let packs) = languages { try engine.require(packs) }
    secondEngine = engine
  }

  package static func networks(for settings: ResolvedSettings) -> [NeuralModel] {
    guard case .ppocr = settings[Self.engineChoice] else { return [] }
    return NetworkReader.models
  }

  /// Networks that read alone, or beside Tesseract.
  package func use(_ networks: NeuralNetworks) throws(PipelineError) {
    guard case .ppocr(let combination) = choice else { return }
    networkReader = try NetworkReader(networks)
    guard networkReader == nil, combination != .doubt else { return try requireReadable() }
    throw .missingPart(
      message: "The models of the engine \"ppocr\" are not installed. Get them with: \(InstalledModels.command)")
  }

  /// Fails where ppocr is to read alone, and does not read the languages.
  private func requireReadable() throws(PipelineError) {
    guard !choice.usesTesseract, case .given(let packs) = languages,
      let pack = packs.first(where: { !NetworkReader.reads([$0]) })
    else { return }
    throw .missingPart(
      message: "The engine \"ppocr\" does not read \"\(pack)\": only Latin letters, Chinese and Japanese.")
  }

  package func process(_ page: PageContext) throws(PageFailure) {
    guard !page.isBlank else { return }
    // Tesseract tells ink from paper by one tone for the whole page, which shadows defeat.
    if evenLight, choice.usesTesseract, !page.wasLookedAtForCleaning {
      let needed = try page.cleaningNeeded(of: .illumination)
      if !needed.isEmpty { page.clean(needed) }
    }
    var (decision, read) = try readInItsLanguages(page)
    if let secondEngine {
      let lines = try secondEngine.read(page, languages: decision.packs)
      // What only one of two engines saw is weighed when they are merged.
      let texts = read.blocks.filter { !$0.lines.isEmpty }
      read = (
        choice.usesTesseract ? LineMerge(tesseract: texts, engine: lines).merged() : EngineLayout(lines).blocks(), []
      )
    }
    var calibration = self.calibration
    if let networks = try readWithNetworks(page, decision, read) {
      (read, calibration) = networks
    } else if case .ppocr = choice {
      calibration = "tesseract"
    }
    page.recognition = PageContext.Recognition(
      blocks: read.blocks.map {
        $0.clamped(to: page.size).inReadingOrder.withLineTexts().limited(toCandidates: options.mostCandidates)
      }, languages: decision.packs,
      languageConfidence: languages == .found ? decision.confidence : nil, dropped: read.dropped)
    try page.calibrate(.of(engine: calibration), keepsConfidences: keepsConfidences)
    try page.weighLines()
    try page.noteMissingText()
    try page.noteOtherLanguage()
  }

  /// What networks come to, alone or with what Tesseract read, and the name of that calibration; nil where they do not read
  /// the page.
  private func readWithNetworks(
    _ page: PageContext, _ decision: LanguageDecision, _ read: Reading
  ) throws(PageFailure) -> (Reading, String)? {
    guard let networkReader, case .ppocr(let combination) = choice, isReadable(decision) else { return nil }
    guard combination != .alone else {
      let lines = try networkReader.lines(of: page, in: decision.packs)
      return ((EngineLayout(lines).blocks(), []), "ppocr")
    }
    let own = Calibration.tesseract.probabilities(read.blocks)
    guard
      let found = try networkReader.reading(
        of: page, in: decision.packs, beside: own, everywhere: combination == .always)
    else { return nil }
    let merge = LineMerge(
      tesseract: own, engine: Calibration.ppocr.probabilities(found.lines), untouched: found.untouched,
      areProbabilities: true)
    // What was dropped and has been read now is no noise.
    let dropped = read.dropped.filter { noise in !found.lines.contains { noise.box.isMostly(in: $0.box) } }
    return ((merge.merged(), dropped), "tesseract+ppocr")
  }

  /// Whether networks read a page in these languages.
  private func isReadable(_ decision: LanguageDecision) -> Bool {
    !decision.isVertical && NetworkReader.reads(decision.packs)
  }

  /// The name of what read, as the tables of calibration have it.
  private var calibration: String {
    [choice.usesTesseract ? "tesseract" : nil, secondEngine?.identity.name].compactMap { $0 }.joined(separator: "+")
  }

  /// What Tesseract read, arranged.
  private typealias Reading = (blocks: [Block], dropped: [DroppedText])

  /// Decides for languages and reads with Tesseract, if it is to read; where they are to be found, the reading may correct
  /// the decision.
  private func readInItsLanguages(
    _ page: PageContext
  ) throws(PageFailure) -> (decision: LanguageDecision, reading: Reading) {
    var decision = try decideLanguages(of: page)
    guard choice.usesTesseract || networkReader != nil && !isReadable(decision) else { return (decision, ([], [])) }
    var blocks = try readAll(page, decision)
    guard languages == .found else { return (decision, arranged(blocks)) }
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
    return (decision, arranged(blocks))
  }

  private func arranged(_ blocks: [Block]) -> Reading {
    guard secondEngine == nil else { return (blocks, []) }
    let layout = PageLayout(blocks)
    return (layout.blocks, layout.dropped)
  }

  /// The blocks of the page as Tesseract reads them, with the lines that its layout analysis missed.
  private func readAll(_ page: PageContext, _ decision: LanguageDecision) throws(PageFailure) -> [Block] {
    let blocks = try read(page, decision.packs, layout(for: decision))
    guard layout == .auto, !blocks.isEmpty, !decision.isVertical, options.region(of: page.size) == nil else {
      return blocks
    }
    if let inPlaces = try readInPlaces(page, decision, beside: blocks) { return inPlaces }
    let missed = MissedText(try page.textLines(), beside: blocks, on: page.size)
    var found: [Block] = []
    for area in missed.areas { found += try read(page, decision.packs, .block, area) }
    return missed.adding(found)
  }

  /// What Tesseract reads of the lines that networks find, where they do not read the script themselves; nil where that is
  /// not needed, or no better.
  private func readInPlaces(
    _ page: PageContext, _ decision: LanguageDecision, beside blocks: [Block]
  ) throws(PageFailure) -> [Block]? {
    guard let networkReader, !isReadable(decision) else { return nil }
    let own = Calibration.tesseract.probabilities(blocks)
    guard page.isPhotograph || networkReader.isDoubtful(own.words) else { return nil }
    let reader = LevelLines(
      engine: try instances.warm(for: decision.packs),
      letterHeight: Preprocessing.letterHeight(letterHeight, in: decision.packs))
    let found = try reader.blocks(of: page, try networkReader.places(on: page))
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
      isHelped: secondEngine != nil || networkReader != nil && NetworkReader.reads(packs), options: options)
    return try reader.read(page, area: area).map { $0.withLineTexts() }
  }

  /// The packs that the page is read with.
  private func decideLanguages(of page: PageContext) throws(PageFailure) -> LanguageDecision {
    switch languages {
    case .found: try finder.decide(page)
    case .given(let packs) where choice.usesTesseract: try finder.given(packs, for: page)
    case .given(let packs): LanguageDecision(packs: packs, confidence: 1)
    }
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
