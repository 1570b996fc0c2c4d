// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanReading
package import DocScanVision

/// Rotates the page by quarter turns so that its text is upright. The shape of text lines shows quickly whether they are horizontal or vertical, and
/// often which way is up. If the shape doesn't prove that a page in Latin letters is upright, an installed network examines pictures of the page.
/// A few lines are also read both ways up if doubt remains, and always before a turn. If they can't be read, Tesseract's script detection runs,
/// because line shapes and the network know only some scripts. Others are read with their pack, if installed. An uncertain page isn't changed.
package final class OrientationStage: Stage {
  private static let minimumConfidence = Setting(
    "minimumConfidence", default: 0.9, in: 0...1, help: "With a lower confidence, the page is not changed.")
  private static let languages = Setting(
    LanguageChoice.settingName, default: LanguageChoice.given(["eng"]), oneOf: [LanguageChoice.word],
    inheritedFrom: EngineChoice.stageName,
    help:
      "The languages for reading a few lines right way up and upside down, if their shapes are not conclusive; "
      + "\"auto\" takes English if it is installed.")
  private static let degrees = Setting(
    "degrees", default: Int?.none, in: 0...270,
    help: "The clockwise turn to apply, 0, 90, 180 or 270, if you know it.")

  package static let description = ComponentDescription(
    name: "orientation", abstract: "Rotates the page in steps of 90° so that its text is upright.",
    settings: [minimumConfidence.erased, languages.erased, degrees.erased],
    order: StageOrder(effects: [.movesPicture]))

  private static let mostLines = 5  // Chosen: 3 to 8 (turned).
  /// The minimum confidence at which Tesseract's detection determines the script. Below it, lines must be readable in the script.
  private static let leastOfScript = 1.0  // Chosen: 0.5 to 2 (turned).
  /// The number of lines that are read to find out whether the page is in a familiar script.
  private static let fewLines = 2

  private let minimumConfidence: Double
  private let languages: [String]
  /// Whether the shape of lines and the network work for the scripts of the languages.
  private let isFamiliar: Bool
  /// Whether the languages are configured, and all have Latin letters.
  private let expectsLatin: Bool
  private let degrees: Int?
  private let packs: LanguagePacks
  /// Whether languages are detected, and a pack is installed for a script whose upside-down pages look upright, such as Arabic.
  private let mayBeUnfamiliar: Bool
  private var network: NeuralNetwork?
  private lazy var reader: Tesseract? = makeEngine(languages)
  private lazy var detector: Tesseract? = packs.hasOrientationPack ? makeEngine(["osd"]) : nil

  /// Returns whether line shapes and the network distinguish upright from upside-down pages in this script, as measured with both kinds.
  private static func isFamiliar(_ script: Script) -> Bool {
    switch script {
    case .latin, .hangul, .japanese, .simplifiedHan, .traditionalHan: true
    case .other(let code): !["Arab", "Hebr"].contains(code)
    }
  }

  package init(settings: ResolvedSettings) throws(PipelineError) {
    minimumConfidence = settings[Self.minimumConfidence]
    degrees = settings[Self.degrees]
    if let degrees, degrees % 90 != 0 {
      throw .invalid(path: "\(Self.description.name).degrees", message: "expected 0, 90, 180 or 270, found \(degrees).")
    }
    packs = try LanguagePacks()
    switch settings[Self.languages] {
    case .found:
      (languages, isFamiliar, expectsLatin) = ([packs.usual], true, false)
      mayBeUnfamiliar = packs.languages.contains { Script(pack: $0).map(Self.isFamiliar) == false }
    case .given(let languages):
      mayBeUnfamiliar = false
      try packs.require(languages)
      self.languages = languages
      isFamiliar = languages.compactMap { Script(pack: $0) }.allSatisfy(Self.isFamiliar)
      expectsLatin = !languages.isEmpty && languages.allSatisfy { Script(pack: $0) == .latin }
    }
  }

  package static func networks(for settings: ResolvedSettings) -> [NeuralModel] {
    settings[degrees] == nil ? [.orientation] : []
  }

  package func use(_ networks: NeuralNetworks) throws(PipelineError) { network = networks[.orientation] }

  private func makeEngine(_ languages: [String]) -> Tesseract? {
    guard !languages.isEmpty else { return nil }
    do {
      return try Tesseract(languages: languages, dataFolder: packs.folder)
    } catch {
      return nil
    }
  }

  package func process(_ page: PageContext) throws(PageFailure) {
    let kind = Self.description.name
    let turn = try decide(page)
    guard turn.clockwiseDegrees != 0, turn.probability >= minimumConfidence else {
      return page.noteUnchanged(kind, confidence: turn.probability, degrees: 0, given: degrees != nil)
    }
    let (width, height) = (page.size.width, page.size.height)
    let turnsSides = turn.clockwiseDegrees % 180 != 0
    page.apply(
      Correction(
        kind: kind, confidence: turn.probability.rounded(toPlaces: 3), degrees: Double(turn.clockwiseDegrees),
        given: degrees != nil,
        matrix: .quarterTurns(clockwiseDegrees: turn.clockwiseDegrees, width: Double(width), height: Double(height))),
      newSize: RasterSize(
        width: turnsSides ? height : width, height: turnsSides ? width : height, dpi: page.size.dpi))
  }

  private func decide(_ page: PageContext) throws(PageFailure) -> (clockwiseDegrees: Int, probability: Double) {
    if let degrees { return (degrees, 1) }
    var decision = TurnDecision(try page.text().turn(), expectsLatin: expectsLatin)
    if !isFamiliar {
      decision.forgetSide()
    } else if let network {
      var pictures = try TurnPictures(of: page, network: network)
      while decision.needsPictures, let scores = try pictures.next() { decision.set(pictured: scores) }
    }
    if decision.needsReading, let reader { try Self.read(page, with: reader, for: &decision) }
    let needsDetection = decision.needsDetection
    guard try needsDetection ? true : isPerhapsUnfamiliar(page, decision), let detector,
      let detected = detector.detectOrientation(
        try page.image(), dpi: page.size.dpi, mostMarks: try NoiseLimit(page.text()).mostMarks)
    else { return decision.best }
    let seen = decision
    decision.add(detected: detected.clockwiseDegrees, confidence: detected.confidence)
    guard isFamiliar, let script = detected.script, !Self.isFamiliar(script) else {
      // The detection is wrong more often than the other evidence, which wins if only the script was in question.
      return needsDetection ? decision.best : seen.best
    }
    var other = decision
    other.forgetSide()
    if let pack = packs.example(of: script), let reader = makeEngine([pack]) {
      try Self.read(page, with: reader, for: &other)
    }
    if detected.scriptConfidence >= Self.leastOfScript || other.isReadPlainly { return other.best }
    return needsDetection ? decision.best : seen.best
  }

  /// Returns whether the page may be in a script in which upside-down pages look upright. That is the case if the page would be turned, or if the
  /// page is unreadable and no line is clear in the default script.
  private func isPerhapsUnfamiliar(_ page: PageContext, _ decision: TurnDecision) throws(PageFailure) -> Bool {
    guard mayBeUnfamiliar, let reader else { return false }
    if decision.best.clockwiseDegrees != 0 { return true }
    guard decision.isUnread else { return false }
    for line in try page.text().lines(atMost: Self.fewLines) {
      if TurnDecision.isPlain(try Self.read(try page.line(line, height: 48), with: reader)) { return false }
    }
    return true
  }

  private static func read(
    _ page: PageContext, with reader: Tesseract, for decision: inout TurnDecision
  ) throws(PageFailure) {
    for line in try page.text().lines(atMost: mostLines) where !decision.isRead {
      let crop = try page.line(line, height: 48)
      decision.add(upright: try read(crop, with: reader), upsideDown: try read(try crop.upsideDown(), with: reader))
    }
  }

  private static func read(_ line: Raster, with reader: Tesseract) throws(PageFailure) -> TurnDecision.Reading {
    let words = try reader.recognize(line, dpi: 300, layout: .line).blocks.words
    return TurnDecision.Reading(confidence: meanConfidence(words), characters: words.reduce(0) { $0 + $1.text.count })
  }
}
