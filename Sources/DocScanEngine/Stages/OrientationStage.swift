// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanNative

/// Turns the page by a quarter, a half or three quarters so that its text stands upright.
///
/// The text lines alone tell cheaply whether they run across the page or down it, and often which way is up. Where they
/// leave a doubt Tesseract's script detection decides, and where that is unsure too the page stays as it is.
public final class OrientationStage: Stage {
  private static let minimumConfidence = Setting(
    "minimumConfidence", default: 0.8, in: 0...1, help: "Below this the page is left as it is.")
  private static let degrees = Setting(
    "degrees", default: Int?.none, in: 0...270,
    help: "The clockwise turn to apply, 0, 90, 180 or 270, where it is known.")

  public static let description = ComponentDescription(
    name: "orientation", abstract: "Turns the page by quarter turns so that its text stands upright.",
    settings: [minimumConfidence.erased, degrees.erased])

  private let minimumConfidence: Double
  private let degrees: Int?
  private let packs: LanguagePacks
  /// Tesseract's script detection, loaded when the first page needs it.
  private lazy var detector: Tesseract? = makeDetector()

  public init(settings: ResolvedSettings) throws(PipelineError) {
    minimumConfidence = settings[Self.minimumConfidence]
    degrees = settings[Self.degrees]
    if let degrees, degrees % 90 != 0 {
      throw .invalid(
        path: "\(Self.description.name).degrees", message: "expected 0, 90, 180 or 270, found \(degrees).")
    }
    packs = try LanguagePacks()
  }

  /// Nil where the pack is not installed or damaged: then the lines alone decide.
  private func makeDetector() -> Tesseract? {
    guard packs.hasOrientationPack else { return nil }
    do {
      return try Tesseract(languages: ["osd"], dataFolder: packs.folder)
    } catch {
      return nil
    }
  }

  public func process(_ page: PageInHand) throws(PageFailure) {
    let turn = try decide(page)
    guard turn.clockwiseDegrees != 0, turn.confidence >= minimumConfidence else {
      page.noteUnchanged("orientation", confidence: turn.confidence, degrees: 0, given: degrees != nil)
      return
    }
    let (width, height) = (page.size.width, page.size.height)
    let turnsSides = turn.clockwiseDegrees % 180 != 0
    page.apply(
      Correction(
        kind: "orientation", confidence: turn.confidence.rounded(toPlaces: 3), degrees: Double(turn.clockwiseDegrees),
        given: degrees != nil,
        matrix: .quarterTurns(
          clockwiseDegrees: turn.clockwiseDegrees, width: Double(width), height: Double(height))),
      newSize: RasterSize(
        width: turnsSides ? height : width, height: turnsSides ? width : height, dpi: page.size.dpi))
  }

  private func decide(_ page: PageInHand) throws(PageFailure) -> (clockwiseDegrees: Int, confidence: Double) {
    if let degrees { return (degrees, 1) }
    let evidence = try page.text().turn()
    let across = evidence.horizontal
    let probabilities = [
      0: across * evidence.upright, 180: across * (1 - evidence.upright),
      90: (1 - across) * evidence.upright, 270: (1 - across) * (1 - evidence.upright),
    ]
    let best = probabilities.max { ($0.value, -$0.key) < ($1.value, -$1.key) } ?? (key: 0, value: 0)
    if best.value >= 0.95 { return (best.key, best.value) }
    guard let detected = detector?.detectOrientation(try page.image(), dpi: page.size.dpi) else {
      return (best.key, best.value)
    }
    // Tesseract's figure is a margin of log likelihoods; the lines' evidence is the prior.
    let certainty = detected.confidence / (detected.confidence + 1)
    let posterior = probabilities.mapValues { max($0, 0.01) }.reduce(into: [Int: Double]()) { result, entry in
      result[entry.key] = entry.value * (entry.key == detected.clockwiseDegrees ? certainty : (1 - certainty) / 3)
    }
    let total = posterior.values.reduce(0, +)
    let winner = posterior.max { ($0.value, -$0.key) < ($1.value, -$1.key) } ?? best
    return (winner.key, total > 0 ? winner.value / total : 0)
  }
}
