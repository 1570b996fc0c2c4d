// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanNative

/// Reads the text of the page with Tesseract.
public final class RecognizeStage: Stage {
  private static let languages = Setting(
    "languages", default: ["eng"], help: "Language packs, the most likely first, such as [\"deu\", \"eng\"].")
  private static let layout = Setting(
    "layout", default: Tesseract.Layout.auto.rawValue, oneOf: Tesseract.Layout.allCases.map(\.rawValue),
    help: "\"auto\" finds columns; \"column\" expects one column, \"block\" one even block, \"sparse\" scattered text.")

  public static let description = ComponentDescription(
    name: "recognize", abstract: "Reads the text of the page with Tesseract.",
    settings: [languages.erased, layout.erased])

  private let languages: [String]
  private let layout: Tesseract.Layout
  private let engine: Tesseract

  public init(settings: ResolvedSettings) throws(PipelineError) {
    languages = settings[Self.languages]
    layout = Tesseract.Layout(rawValue: settings[Self.layout]) ?? .auto
    guard !languages.isEmpty else {
      throw .invalid(path: "recognize.languages", message: "at least one language is needed.")
    }
    let packs = try LanguagePacks()
    try packs.require(languages)
    engine = try Tesseract(languages: languages, dataFolder: packs.folder)
  }

  public func process(_ page: PageInHand) throws(PageFailure) {
    let recognition = try engine.recognize(try page.image(), dpi: page.size.dpi, layout: layout)
    page.recognition = PageInHand.Recognition(
      blocks: recognition.blocks.map { $0.withLineTexts().clamped(to: page.size) }, languages: languages)
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
