// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanNative

/// Reads the text of the page with Tesseract.
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

  private static let confidence = Setting(
    "confidence", default: "calibrated", oneOf: ["calibrated", "engine"],
    help: "\"calibrated\": a word's confidence is the probability that it is right; \"engine\": as the engine gives it."
  )

  public static let description = ComponentDescription(
    name: "recognize", abstract: "Reads the text of the page with Tesseract.",
    settings: [languages.erased, layout.erased, letterHeight.erased, evenLight.erased, confidence.erased])

  private let languages: [String]
  private let layout: Tesseract.Layout
  private let letterHeight: Double
  private let evenLight: Bool
  private let keepsConfidences: Bool
  private let engine: Tesseract

  public init(settings: ResolvedSettings) throws(PipelineError) {
    languages = settings[Self.languages]
    layout = Tesseract.Layout(rawValue: settings[Self.layout]) ?? .auto
    letterHeight = settings[Self.letterHeight]
    evenLight = settings[Self.evenLight]
    keepsConfidences = settings[Self.confidence] == "engine"
    guard !languages.isEmpty else {
      throw .invalid(path: "recognize.languages", message: "at least one language is needed.")
    }
    let packs = try LanguagePacks()
    try packs.require(languages)
    engine = try Tesseract(languages: languages, dataFolder: packs.folder)
  }

  public func process(_ page: PageInHand) throws(PageFailure) {
    guard !page.isBlank else { return }
    if evenLight { try evenLight(on: page) }
    let reader = PageReader(
      engine: engine, layout: layout, letterHeight: Preparation.letterHeight(letterHeight, in: languages))
    page.recognition = PageInHand.Recognition(
      blocks: try reader.read(page).map { $0.withLineTexts() }, languages: languages)
    try page.calibrate(.of(engine: "tesseract"), keepsConfidences: keepsConfidences)
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
