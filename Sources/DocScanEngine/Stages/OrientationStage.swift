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

  public static let description = ComponentDescription(
    name: "orientation", abstract: "Turns the page by quarter turns so that its text stands upright.",
    settings: [minimumConfidence.erased])

  private let minimumConfidence: Double
  private let packs: LanguagePacks
  /// Tesseract's script detection, loaded when the first page needs it.
  private lazy var detector: Tesseract? = makeDetector()

  public init(settings: ResolvedSettings) throws(PipelineError) {
    minimumConfidence = settings[Self.minimumConfidence]
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
    // A4 at 300 dpi passes as it is: the evidence is gathered at a scale of its own, and resampling costs more than that.
    let (image, scale) = try page.reducedImage(longestSide: 4000)
    let turn = try decide(image, dpi: page.size.dpi * scale)
    guard turn.clockwiseDegrees != 0, turn.confidence >= minimumConfidence else {
      page.noteUnchanged("orientation", confidence: turn.confidence, degrees: 0)
      return
    }
    let (width, height) = (page.size.width, page.size.height)
    let turnsSides = turn.clockwiseDegrees % 180 != 0
    page.apply(
      Correction(
        kind: "orientation", confidence: turn.confidence.rounded(toPlaces: 3), degrees: Double(turn.clockwiseDegrees),
        matrix: .quarterTurns(
          clockwiseDegrees: turn.clockwiseDegrees, width: Double(width), height: Double(height))),
      newSize: RasterSize(
        width: turnsSides ? height : width, height: turnsSides ? width : height, dpi: page.size.dpi))
  }

  private func decide(
    _ image: Raster, dpi: Double
  ) throws(PageFailure) -> (clockwiseDegrees: Int, confidence: Double) {
    let evidence = try Vision.turnEvidence(image)
    let across = evidence.horizontal
    let probabilities = [
      0: across * evidence.upright, 180: across * (1 - evidence.upright),
      90: (1 - across) * evidence.upright, 270: (1 - across) * (1 - evidence.upright),
    ]
    let best = probabilities.max { ($0.value, -$0.key) < ($1.value, -$1.key) } ?? (key: 0, value: 0)
    if best.value >= 0.95 { return (best.key, best.value) }
    guard let detected = detector?.detectOrientation(image, dpi: dpi) else { return (best.key, best.value) }
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
