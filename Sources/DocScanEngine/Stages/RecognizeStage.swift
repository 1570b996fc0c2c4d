// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanLayout
internal import DocScanReading
package import DocScanVision

/// Recognizes the page's text with Tesseract, another engine, or both.
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
    help: "Whether light and shadow are evened out before reading if a page needs it; the clean stage does more.")
  private static let engineChoice = EngineChoice.setting(
    help:
      "The engine that reads the page: \"tesseract\", \"ppocr\", or an object that selects ppocr or a program and sets how it works "
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
      effects: [.readsText, .worksBesideEmbeddedText],
      needs: [
        .init(.dividesPage, otherwise: "may split a page in two, and the recognized text would be lost"),
        .init(.movesPicture, otherwise: "moves the picture, but not the recognized text"),
        .init(.marksBlank, otherwise: "marks blank pages, which would already be recognized"),
        .init(.cleansPicture, otherwise: "cleans the picture, which would be too late for recognition"),
      ]),
    finding: NoText.description, also: [OtherLanguage.description, TextCheck.description])

  private let languages: LanguageChoice
  private let evenLight: Bool
  private let keepsConfidences: Bool
  private let options: RecognitionOptions
  private let choice: EngineChoice
  private let tesseract: TesseractReader
  /// The reader that runs in addition to Tesseract, or instead of it, or `nil` if there is none or it isn't installed.
  private var other: (any TextReader)? { didSet { tesseract.other = other } }

  package init(settings: ResolvedSettings) throws(PipelineError) {
    languages = settings[Self.languages]
    evenLight = settings[Self.evenLight]
    keepsConfidences = settings[Self.confidence] == "engine"
    options = try RecognitionOptions(settings, path: Self.description.name)
    choice = settings[Self.engineChoice]
    tesseract = try TesseractReader(
      languages, candidates: settings[Self.languageCandidates].packs, reads: choice.usesTesseract,
      layout: Tesseract.Layout(rawValue: settings[Self.layout]) ?? .auto, letterHeight: settings[Self.letterHeight],
      options: options)
  }

  package func use(_ engine: Engine) throws(PipelineError) {
    guard case .program = choice else { return }
    if case .given(let packs) = languages { try engine.require(packs) }
    other = engine
  }

  package static func networks(for settings: ResolvedSettings) -> [NeuralModel] {
    guard case .ppocr = settings[Self.engineChoice] else { return [] }
    return NetworkReader.models
  }

  /// Returns the packs of the settings, or `nil` if the stage finds them.
  static func languages(in settings: ResolvedSettings) -> [String]? {
    let choice = settings[languages]
    return choice == .found ? nil : choice.packs
  }

  package func use(_ networks: NeuralNetworks) throws(PipelineError) {
    guard case .ppocr(let combination) = choice else { return }
    other = NetworkReader(networks, combination)
    guard other == nil, !combination.isOptional else { return try requireReadable() }
    throw .missingPart(
      message: "The models of the engine \"ppocr\" are not installed. Get them with: \(InstalledModels.command)")
  }

  private func requireReadable() throws(PipelineError) {
    guard !choice.usesTesseract, case .given(let packs) = languages,
      let pack = packs.first(where: { other?.reads([$0], isVertical: false) == false })
    else { return }
    throw .missingPart(
      message: "The engine \"ppocr\" does not read \"\(pack)\": "
        + "only Latin letters (no Fraktur), Chinese, Japanese, and what docscan models add has added.")
  }

  package func process(_ page: PageContext) throws(PageFailure) {
    guard !page.isBlank else { return }
    // Tesseract separates ink from paper by one threshold for the whole page, which fails in shadows.
    if evenLight, choice.usesTesseract, !page.wasLookedAtForCleaning {
      let needed = try page.cleaningNeeded(of: .illumination)
      if !needed.isEmpty { page.clean(needed) }
    }
    var decision = try languages(of: page)
    var blocks: [Block] = []
    if choice.usesTesseract || other?.reads(decision) == false {
      (decision, blocks) = try tesseract.blocks(of: page, in: decision)
    }
    try recognize(page, blocks, decision)
    if let other = page.otherLanguage { try page.note(try readAgain(page, in: other)) }
    try page.weighLines()
    try page.noteMissingText()
  }

  /// Finds the page's languages. If Tesseract can't tell them, the network tries to, which reads Han and kana in poorer pictures.
  private func languages(of page: PageContext) throws(PageFailure) -> LanguageDecision {
    let decision = try tesseract.languages(of: page)
    guard decision.confidence == 0, let network = other as? NetworkReader,
      let found = try network.eastAsianText(of: page), let pack = tesseract.pack(of: found.text, in: found.scripts)
    else { return decision }
    return LanguageDecision(packs: [pack], confidence: found.confidence.rounded(toPlaces: 3))
  }

  private func recognize(_ page: PageContext, _ blocks: [Block], _ decision: LanguageDecision) throws(PageFailure) {
    let reading = try combined(blocks, with: other?.reads(decision) == true ? other : nil, page, decision.packs)
    let blocks = choice.usesTesseract ? try tesseract.restoringOldPrint(reading.blocks, decision.packs) : reading.blocks
    page.recognition = PageContext.Recognition(
      blocks: blocks.map {
        $0.clamped(to: page.size).inReadingOrder.withLineTexts().limited(toCandidates: options.mostCandidates)
      }, languages: decision.packs,
      languageConfidence: languages == .found ? decision.confidence : nil, dropped: reading.dropped)
    try page.calibrate(.of(engine: reading.engine), keepsConfidences: keepsConfidences)
    try page.addCheckMarks()
  }

  /// The minimum worth of another language's reading to replace the first, relative to the first. Each pack is more confident about its own language.
  private static let asGood = 0.97  // Chosen: 0.9 to 1 (languages).

  /// Rereads a page in the language that its text seems to be in, if the language is installed, and keeps the better text.
  private func readAgain(_ page: PageContext, in other: OtherLanguage) throws(PageFailure) -> OtherLanguage {
    guard choice.usesTesseract, let pack = tesseract.pack(named: other.tag), let first = page.recognition else {
      return other
    }
    let decision = LanguageDecision(packs: [pack], confidence: other.confidence)
    try recognize(page, try tesseract.readAll(page, decision), decision)
    func worth(_ reading: PageContext.Recognition?) -> Double {
      reading?.blocks.words.reduce(0) { $0 + $1.confidence * Double($1.text.count) } ?? 0
    }
    let isBetter = page.otherLanguage == nil && worth(page.recognition) >= Self.asGood * worth(first)
    if !isBetter { page.recognition = first }
    var other = other
    other.reading = isBetter ? .taken : .rejected
    return other
  }

  func words(
    in line: Raster, dpi: Double, supposed text: String, on page: String
  ) throws(PageFailure) -> [Word]? {
    guard choice.usesTesseract else { return nil }
    return try tesseract.words(in: line, dpi: dpi, supposed: text, on: page)
  }

  private struct Reading {
    var blocks: [Block]
    var dropped: [DroppedText] = []
    var engine: String
  }

  private func combined(
    _ blocks: [Block], with other: (any TextReader)?, _ page: PageContext, _ packs: [String]
  ) throws(PageFailure) -> Reading {
    guard let other else { return Self.arranged(blocks) }
    guard choice.usesTesseract else {
      return Reading(blocks: EngineLayout(try other.lines(of: page, in: packs)).blocks(), engine: other.name)
    }
    let both = "\(Self.tesseractName)+\(other.name)"
    guard let calibration = other.calibration else {
      // The merge decides about words that only one engine has.
      let texts = blocks.filter { !$0.lines.isEmpty }
      let lines = try other.lines(of: page, in: packs)
      return Reading(blocks: LineMerge(tesseract: texts, engine: lines, .otherProgram).merged(), engine: both)
    }
    let arranged = Self.arranged(blocks)
    let own = Calibration.tesseract.probabilities(arranged.blocks)
    guard let found = try other.reading(of: page, in: packs, beside: own) else {
      return arranged
    }
    let merge = LineMerge(
      tesseract: own, engine: calibration.probabilities(found.lines), untouched: found.untouched,
      .probabilities)
    // If the other reader has a word that was dropped, it isn't noise.
    let dropped = arranged.dropped.filter { noise in !found.lines.contains { noise.box.isMostly(in: $0.box) } }
    return Reading(blocks: merge.merged(), dropped: dropped, engine: both)
  }

  private static func arranged(_ blocks: [Block]) -> Reading {
    let layout = PageLayout(blocks)
    return Reading(blocks: layout.blocks, dropped: layout.dropped, engine: tesseractName)
  }

  private static let tesseractName = "tesseract"
}
