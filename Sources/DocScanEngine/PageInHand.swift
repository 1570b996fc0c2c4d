// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanNative

/// The page that the stages work on: the pixels it was loaded with, and the map from them to the corrected page.
///
/// Corrections only compose maps. Pixels are resampled once, from the source, when a stage asks for the corrected image.
public final class PageInHand {
  /// Which page of which file it is.
  public let reference: PageReference
  /// The page as loaded.
  public let source: Raster
  /// The source's resolution in pixels per inch.
  public let sourceDPI: Double
  /// The size of the corrected page.
  public private(set) var size: RasterSize
  /// From source pixels to pixels of the corrected page.
  public private(set) var sourceToImage = Homography.identity
  /// What each correction found, in the order in which they ran.
  public private(set) var corrections: [Correction] = []
  /// What the recognize stage read; nil until it ran.
  public var recognition: Recognition?

  private var cachedImage: Raster?

  /// The text of a page.
  public struct Recognition {
    public var blocks: [Block]
    public var languages: [String]

    public init(blocks: [Block], languages: [String]) {
      self.blocks = blocks
      self.languages = languages
    }
  }

  public init(reference: PageReference, source: Raster, dpi: Double) {
    self.reference = reference
    self.source = source
    sourceDPI = dpi
    size = RasterSize(width: source.width, height: source.height, dpi: dpi)
  }

  /// Whether any correction moved pixels.
  public var isCorrected: Bool { !sourceToImage.isIdentity }

  /// Notes a correction; its matrix maps the page as it was to the page as it is from now on.
  public func apply(_ correction: Correction, newSize: RasterSize) {
    corrections.append(correction)
    guard !correction.matrix.isIdentity else { return }
    sourceToImage = sourceToImage.then(correction.matrix)
    size = newSize
    cachedImage = nil
  }

  /// Notes that a correction looked and found nothing to do.
  public func noteUnchanged(_ kind: String, confidence: Double, quad: [Point]? = nil, degrees: Double? = nil) {
    corrections.append(
      Correction(
        kind: kind, confidence: confidence.rounded(toPlaces: 3), quad: quad, degrees: degrees, matrix: .identity))
  }

  /// The corrected page at its full resolution.
  public func image() throws(PageFailure) -> Raster {
    guard isCorrected else { return source }
    if let cachedImage { return cachedImage }
    let image = try resampled(sourceToImage, width: size.width, height: size.height)
    cachedImage = image
    return image
  }

  /// The corrected page reduced so that its longer side has at most so many pixels, and the scale that was used.
  public func reducedImage(longestSide: Int) throws(PageFailure) -> (image: Raster, scale: Double) {
    let scale = min(1, Double(longestSide) / Double(max(size.width, size.height)))
    return (try reducedImage(scale: scale), scale)
  }

  /// The corrected page at a scale of at most 1.
  public func reducedImage(scale: Double) throws(PageFailure) -> Raster {
    guard scale < 1 else { return try image() }
    let width = max(1, Int((Double(size.width) * scale).rounded()))
    let height = max(1, Int((Double(size.height) * scale).rounded()))
    return try resampled(sourceToImage.then(.scale(x: scale, y: scale)), width: width, height: height)
  }

  private func resampled(_ map: Homography, width: Int, height: Int) throws(PageFailure) -> Raster {
    try source.warped(by: map, width: width, height: height)
  }
}
