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
    "letterHeight", default: 20.0, in: 0...200,
    help: "Pages with higher letters, in pixels, are read at a smaller scale, which is faster; 0 reads all as they are."
  )
  private static let evenLight = Setting(
    "evenLight", default: true,
    help: "Evens out light and shadow before reading where a page needs it; the clean stage does more.")

  public static let description = ComponentDescription(
    name: "recognize", abstract: "Reads the text of the page with Tesseract.",
    settings: [languages.erased, layout.erased, letterHeight.erased, evenLight.erased])

  /// Small print among large letters stays legible.
  private static let smallestScale = 0.4

  private let languages: [String]
  private let layout: Tesseract.Layout
  private let letterHeight: Double
  private let evenLight: Bool
  private let engine: Tesseract

  public init(settings: ResolvedSettings) throws(PipelineError) {
    languages = settings[Self.languages]
    layout = Tesseract.Layout(rawValue: settings[Self.layout]) ?? .auto
    letterHeight = settings[Self.letterHeight]
    evenLight = settings[Self.evenLight]
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
    let scale = try scale(for: page)
    let image = try page.textImage(scale: scale)
    let recognition = try engine.recognize(image, dpi: page.size.dpi * scale, layout: layout)
    page.recognition = PageInHand.Recognition(
      blocks: recognition.blocks.map { $0.withLineTexts().scaled(by: 1 / scale).clamped(to: page.size) },
      languages: languages)
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

  /// Tesseract brings every line to the same small height anyway; larger letters only cost time before that.
  private func scale(for page: PageInHand) throws(PageFailure) -> Double {
    guard letterHeight > 0 else { return 1 }
    let height = try page.text().letterHeight() / page.view().scale
    let scale = height > 0 ? min(1, letterHeight / height) : 1
    // A small gain is not worth the resampling.
    return scale > 0.9 ? 1 : max(scale, Self.smallestScale)
  }
}

extension Block {
  /// The block with each line's text and confidence made from its words.
  fileprivate func withLineTexts() -> Block {
    var block = self
    block.lines = lines.map { line in
      var line = line
      line.text = joinedText(line.words)
      line.confidence = meanConfidence(line.words).rounded(toPlaces: 3)
      return line
    }
    return block
  }

  /// The block with every place multiplied by a factor.
  fileprivate func scaled(by factor: Double) -> Block {
    guard factor != 1 else { return self }
    var block = self
    block.box = box.scaled(by: factor)
    block.lines = lines.map { line in
      var line = line
      line.box = line.box.scaled(by: factor)
      line.baseline = line.baseline.map { Point(x: $0.x * factor, y: $0.y * factor).rounded }
      line.words = line.words.map { Word(text: $0.text, confidence: $0.confidence, box: $0.box.scaled(by: factor)) }
      return line
    }
    return block
  }

  /// The block with every box inside the page.
  fileprivate func clamped(to size: RasterSize) -> Block {
    var block = self
    block.box = box.clamped(to: size)
    block.lines = lines.map { line in
      var line = line
      line.box = line.box.clamped(to: size)
      line.words = line.words.map { Word(text: $0.text, confidence: $0.confidence, box: $0.box.clamped(to: size)) }
      return line
    }
    return block
  }
}

extension Box {
  fileprivate func scaled(by factor: Double) -> Box {
    Box(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
  }
}
