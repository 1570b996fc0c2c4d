// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanNative

/// Reads the text of the page with Tesseract, with another engine, or with both.
public final class RecognizeStage: Stage {
  private static let languages = Setting(
    "languages", default: ["eng"], help: "Language packs, the most likely first, such as [\"deu\", \"eng\"].")
  private static let layout = Setting(
    "layout", default: Tesseract.Layout.auto.rawValue, oneOf: Tesseract.Layout.ofPages.map(\.rawValue),
    help: "\"auto\" finds columns; \"column\" expects one column, \"block\" one even block, \"sparse\" scattered text.")
  private static let letterHeight = Setting(
    "letterHeight", default: Preparation.bestLetterHeight, in: 0...200,
    help:
      "Pages are read at the scale at which their letters are so many pixels high, Han and Hangul twice as many; 0 reads all as they are."
  )
  private static let evenLight = Setting(
    "evenLight", default: true,
    help: "Evens out light and shadow before reading where a page needs it; the clean stage does more.")
  private static let engineChoice = EngineChoice.setting(
    help: "What reads: \"tesseract\", or another program that speaks the protocol of engines.")

  private static let confidence = Setting(
    "confidence", default: "calibrated", oneOf: ["calibrated", "engine"],
    help: "\"calibrated\": a word's confidence is the probability that it is right; \"engine\": as the engine gives it."
  )

  public static let description = ComponentDescription(
    name: EngineChoice.stageName, abstract: "Reads the text of the page, with Tesseract if nothing else is said.",
    settings: [
      languages.erased, layout.erased, letterHeight.erased, evenLight.erased, engineChoice.erased, confidence.erased,
    ] + RecognitionOptions.settings)

  private let languages: [String]
  private let layout: Tesseract.Layout
  private let letterHeight: Double
  private let evenLight: Bool
  private let keepsConfidences: Bool
  private let options: RecognitionOptions
  /// Nil where another engine reads alone.
  private let engine: Tesseract?
  private let choice: EngineChoice
  private var secondEngine: Engine?

  public init(settings: ResolvedSettings) throws(PipelineError) {
    languages = settings[Self.languages]
    layout = Tesseract.Layout(rawValue: settings[Self.layout]) ?? .auto
    letterHeight = settings[Self.letterHeight]
    evenLight = settings[Self.evenLight]
    keepsConfidences = settings[Self.confidence] == "engine"
    options = try RecognitionOptions(settings, path: Self.description.name)
    guard !languages.isEmpty else {
      throw .invalid(path: "recognize.languages", message: "at least one language is needed.")
    }
    choice = settings[Self.engineChoice]
    if case .program(_, combine: false) = choice {
      engine = nil
      return
    }
    let packs = try LanguagePacks()
    try packs.require(languages)
    engine = try Tesseract(languages: languages, dataFolder: packs.folder, options: options.engine)
  }

  /// Hands over the engine that the pipeline names, which the stage may not use.
  func use(_ engine: Engine) throws(PipelineError) {
    guard choice != .tesseract else { return }
    try engine.require(languages)
    secondEngine = engine
  }

  public func process(_ page: PageInHand) throws(PageFailure) {
    guard !page.isBlank else { return }
    let (read, dropped) = try read(page)
    page.recognition = PageInHand.Recognition(
      blocks: read.map { $0.clamped(to: page.size).withLineTexts() }, languages: languages, dropped: dropped)
    try page.calibrate(.of(engine: calibration), keepsConfidences: keepsConfidences)
  }

  /// The name of what read, as the tables of calibration have it.
  private var calibration: String {
    let tesseract = engine == nil ? nil : "tesseract"
    return [tesseract, secondEngine?.identity.name].compactMap { $0 }.joined(separator: "+")
  }

  /// The blocks of the page as Tesseract, the other engine, or both read them, and what is no text.
  private func read(_ page: PageInHand) throws(PageFailure) -> (blocks: [Block], dropped: [DroppedText]) {
    guard let engine else {
      return (EngineLayout(try secondEngine?.read(page, languages: languages) ?? []).blocks(), [])
    }
    if evenLight { try evenLight(on: page) }
    let reader = PageReader(
      engine: engine, layout: layout, letterHeight: Preparation.letterHeight(letterHeight, in: languages),
      isHelped: secondEngine != nil, options: options)
    let blocks = try reader.read(page)
    guard let secondEngine else {
      let arranged = PageLayout(blocks)
      return (arranged.blocks, arranged.dropped)
    }
    // What only one of two engines saw was weighed when they were merged.
    let lines = try secondEngine.read(page, languages: languages)
    return (LineMerge(tesseract: blocks.filter { !$0.lines.isEmpty }, engine: lines).merged(), [])
  }

  /// Tesseract tells ink from paper by one tone for the whole page, which shadows defeat.
  private func evenLight(on page: PageInHand) throws(PageFailure) {
    let clean = CleanStage.description.name
    guard page.cleaning == nil, !page.corrections.contains(where: { $0.kind == clean }) else { return }
    let (view, scale) = try page.view()
    let needed = try page.text().cleaningNeeded(by: view, dpi: page.size.dpi * scale, of: .illumination)
    guard !needed.isEmpty else { return }
    page.noteUnchanged(clean, confidence: 1, steps: needed.names)
    page.cleaning = Cleaning(needed, isForOutput: false)
  }
}
