// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanVision
package import DocScanWire
internal import Glibc

/// The page that stages process: its pixels as loaded, and the map from these to the corrected page.
///
/// Corrections are only combined to a map. The pixels are resampled once, from the source, when a stage requests the corrected image.
public final class PageContext {
  /// The input file of the page, and its number there.
  public let reference: PageReference
  /// The page as loaded.
  public let source: Raster
  /// The resolution of the source, in pixels per inch.
  public let sourceDPI: Double
  /// The size of the corrected page.
  public private(set) var size: RasterSize
  /// The map between source pixels and pixels of the corrected page.
  public private(set) var map = PageMap()
  /// The product of the corrections' matrices.
  package private(set) var sourceToImage = Homography.identity
  /// The corrections, in order of application.
  public private(set) var corrections: [Correction] = []
  /// The pages that a spread was split into, in reading order, or `nil` for a single page.
  package private(set) var parts: [PageContext]?
  /// The findings of stages other than text. Positions are in source pixels until all stages have run.
  public private(set) var findings = PageFindings()
  /// The corrections and findings of the current stage, which `step` stores in the checkpoint.
  private var stepCorrections: [PageCheckpoint.Placed] = []
  private var stepParts: [PageCheckpoint.Placed] = []
  private var stepFindings = PageFindings()
  /// The cleaning before recognition and display, or `nil` if the picture needs none.
  package private(set) var cleaning: PageCheckpoint.Cleaning? { didSet { cachedImage = nil } }
  /// Whether the page is considered blank, so that recognition is skipped.
  public var isBlank = false
  /// Whether a user's decision or setting made the page count as blank.
  var isBlankGiven = false
  /// The result of the `recognize` stage, or `nil` before it has run and for blank pages.
  package var recognition: Recognition?

  private var cachedImage: Raster?
  private var cachedView: (image: Raster, scale: Double)?
  /// The source as a small grayscale image, which the parts of a spread share.
  private var sourceView: (image: Raster, scale: Double)?
  private var cachedText: Vision.Text?
  /// The text lines that were found in the view of the source, so that they needn't be searched again.
  private var sourceText: Vision.Text?
  /// The lines that are certainly text in the view of the source, and the lines that the detection network found. `nil` before the search.
  private var writing: [SourceLine]?
  private var found: [SourceLine]?
  /// The outlines of all lines that the detection network found in the source, or `nil` if it hasn't run.
  private var detected: [[Point]]?
  private let networks: NeuralNetworks?

  package init(reference: PageReference, source: Raster, dpi: Double, networks: NeuralNetworks? = nil) {
    (self.reference, self.source, self.networks) = (reference, source, networks)
    sourceDPI = dpi
    size = RasterSize(width: source.width, height: source.height, dpi: dpi)
  }

  /// Creates a context for a page that isn't changed, with a small grayscale picture for stages that only analyze it.
  init(reference: PageReference, view: Raster, of size: RasterSize) {
    (self.reference, source, self.size) = (reference, view, size)
    (sourceDPI, networks) = (size.dpi, nil)
    sourceView = (view, Double(view.width) / Double(size.width))
    cachedView = sourceView
  }

  private init(_ page: PageContext) {
    reference = page.reference
    source = page.source
    sourceDPI = page.sourceDPI
    size = page.size
    map = page.map
    sourceToImage = page.sourceToImage
    corrections = page.corrections
    cleaning = page.cleaning
    findings = page.findings
    sourceView = page.sourceView
    (writing, found, detected, networks) = (page.writing, page.found, page.detected, page.networks)
  }

  /// Whether any correction moved or removed pixels. Cropping the left half of a spread counts as a move.
  package var isMoved: Bool { !map.isIdentity || size.width != source.width || size.height != source.height }

  /// Whether the corrected page looks different from the source.
  package var isCorrected: Bool { isMoved || cleaning.map { $0.shownSteps != 0 } == true }

  /// Whether the corrections indicate a photo, because a scanner doesn't tilt or bend pages.
  package var isPhotograph: Bool {
    map.mesh != nil || corrections.contains { $0.kind == PerspectiveStage.description.name && $0.movesPixels }
  }

  /// Whether the sheet was photographed at an angle. Sheets on a scanner can also be cropped, but aren't foreshortened.
  var isTilted: Bool {
    corrections.contains { correction in
      guard correction.kind == PerspectiveStage.description.name, correction.movesPixels else { return false }
      let rows = correction.matrix.rows
      let tilt = abs(rows[6]) * Double(source.width) + abs(rows[7]) * Double(source.height)
      return tilt > Self.leastTilt * abs(rows[8])
    }
  }

  /// The minimum foreshortening of a tilted sheet, as a fraction.
  private static let leastTilt = 0.01

  /// Applies a correction.
  ///
  /// - Parameters:
  ///   - correction: The correction, whose matrix maps the page before it to the page after it.
  ///   - newSize: The size of the page after the correction.
  public func apply(_ correction: Correction, newSize: RasterSize) {
    corrections.append(correction)
    stepCorrections.append(PageCheckpoint.Placed(correction: correction, size: newSize))
    guard correction.movesPixels || newSize != size else { return }
    map.append(correction)
    sourceToImage = sourceToImage.then(correction.matrix)
    size = newSize
    (cachedImage, cachedView, cachedText) = (nil, nil, nil)
  }

  var state: State {
    State(
      size: size, map: map, isBlank: isBlank, cleaning: cleaning, text: cachedText, view: cachedView,
      sourceToImage: sourceToImage, corrections: corrections, stepCorrections: stepCorrections)
  }

  var isStepGiven: Bool { isBlankGiven || (stepCorrections + stepParts).contains { $0.correction.given == true } }

  /// Restores the state before a stage, and records that the stage was undone.
  func undo(_ kind: String, to state: State) {
    let made = (stepCorrections + stepParts).last?.correction
    (size, map, sourceToImage) = (state.size, state.map, state.sourceToImage)
    (corrections, stepCorrections) = (state.corrections, state.stepCorrections)
    (parts, stepParts) = (nil, [])
    (cleaning, isBlank) = (state.cleaning, state.isBlank)
    (cachedImage, cachedView, cachedText) = (nil, state.view, state.text)
    noteUnchanged(
      kind, confidence: made?.confidence ?? 0, degrees: made?.degrees == nil ? nil : 0, textOutside: .undone)
  }

  /// Records a correction that doesn't move the page, for example because nothing needs correcting.
  package func noteUnchanged(
    _ kind: String, confidence: Double, degrees: Double? = nil, steps: [String]? = nil,
    textOutside: TextOutside? = nil, given: Bool = false
  ) {
    let correction = Correction(
      kind: kind, confidence: confidence.rounded(toPlaces: 3), degrees: degrees, steps: steps,
      textOutside: textOutside, given: given, matrix: .identity)
    apply(correction, newSize: size)
  }

  /// Adds or replaces a finding of the page.
  ///
  /// - Parameter finding: The finding, with positions in source pixels.
  /// - Throws: A ``PageFailure`` if the finding contains a number that JSON can't represent.
  public func note(_ finding: some Finding) throws(PageFailure) {
    try stepFindings.set(finding)
    findings.add(stepFindings)
  }

  /// Splits the page into several, in reading order, which are then processed separately.
  package func split(into corrections: [PageCheckpoint.Placed]) {
    stepParts = corrections
    parts = corrections.map { placed in
      let part = PageContext(self)
      part.apply(placed.correction, newSize: placed.size)
      part.stepCorrections = []
      return part
    }
  }

  func step(of stage: ResolvedComponent) -> PageCheckpoint.Step {
    defer { (stepCorrections, stepParts, stepFindings) = ([], [], PageFindings()) }
    return PageCheckpoint.Step(
      stage: stage, corrections: stepCorrections, parts: stepParts, cleaning: cleaning, isBlank: isBlank,
      findings: stepFindings)
  }

  func take(_ step: PageCheckpoint.Step) {
    for placed in step.corrections { apply(placed.correction, newSize: placed.size) }
    if !step.parts.isEmpty { split(into: step.parts) }
    cleaning = step.cleaning
    isBlank = step.isBlank
    stepFindings = step.findings
    findings.add(stepFindings)
  }

  /// Returns the corrected page at full resolution, with the cleaning for display.
  ///
  /// - Returns: The picture, which is cached.
  /// - Throws: A ``PageFailure`` if the picture can't be created, for example because memory is insufficient.
  public func image() throws(PageFailure) -> Raster {
    if let cachedImage { return cachedImage }
    let image = try scaledImage(scale: 1)
    let shown = try shown(image, dpi: size.dpi)
    cachedImage = shown
    return shown
  }

  /// Returns the corrected page with the cleaning for display, at a scale of at most 1.
  package func shownImage(scale: Double) throws(PageFailure) -> Raster {
    guard scale < 1 else { return try image() }
    let image = try scaledImage(scale: scale)
    return try shown(image, dpi: size.dpi * scale)
  }

  /// Applies the cleaning for display to a picture of the page with this resolution, in pixels per inch.
  private func shown(_ image: Raster, dpi: Double) throws(PageFailure) -> Raster {
    guard let cleaning else { return image }
    let steps = Vision.CleaningSteps(rawValue: cleaning.shownSteps)
    let even = try steps.contains(.whitePaper) ? text().inEvenLight(image) : image
    let rest = steps.subtracting([.whitePaper, .gray])
    let clean = try rest.isEmpty ? even : even.cleaned(rest, dpi: dpi)
    return try steps.contains(.gray) ? clean.gray() : clean
  }

  /// Returns the corrected page with the cleaning for recognition, at any scale. `narrowing` is an additional factor for the width. `part` is a part
  /// of the scaled page, in its pixels, or `nil` for the whole page.
  package func textImage(scale: Double, narrowing: Double = 1, part: Box? = nil) throws(PageFailure) -> Raster {
    // Cleaning measures the whole page.
    guard let cleaning, cleaning.steps != 0 else {
      return try scaledImage(scale: scale, narrowing: narrowing, part: part)
    }
    let image = try cleaning.read(scaledImage(scale: scale, narrowing: narrowing), dpi: size.dpi * scale)
    return if let part { try image.cropped(to: part) } else { image }
  }

  /// Returns the corrected page as a grayscale image of about the size of A4 at 150 dpi, which is sufficient for most stages.
  ///
  /// - Returns: The image, which is cached, and its scale relative to the corrected page.
  /// - Throws: A ``PageFailure`` if the picture can't be created, for example because memory is insufficient.
  public func view() throws(PageFailure) -> (image: Raster, scale: Double) {
    if let cachedView { return cachedView }
    let view = try isMoved ? movedView() : viewOfSource()
    cachedView = view
    return view
  }

  private func viewOfSource() throws(PageFailure) -> (image: Raster, scale: Double) {
    if let sourceView { return sourceView }
    let view = try source.reducedForViewing()
    sourceView = view
    return view
  }

  /// Returns the view of a moved page. Areas outside the source repeat its edge, because a rotated page has no visible edge of its own.
  private func movedView() throws(PageFailure) -> (image: Raster, scale: Double) {
    let scale = min(1, (Vision.viewPixels / (Double(size.width) * Double(size.height))).squareRoot())
    let small = try viewOfSource()
    // A sheet that is a small part of a photo has too few pixels in a small view of it.
    guard small.scale >= 0.95 * scale else {
      return (try scaledImage(scale: scale, surround: .edge).gray(), scale)
    }
    let enlarged = PageMap(Homography.scale(x: 1 / small.scale, y: 1 / small.scale)).then(map)
    let (width, height) = (Double(size.width) * small.scale, Double(size.height) * small.scale)
    return (
      try small.image.warped(
        by: enlarged.then(.scale(x: small.scale, y: small.scale)), width: max(1, Int(width.rounded())),
        height: max(1, Int(height.rounded())), surround: .edge), small.scale
    )
  }

  /// Extends a rectangle of the page to contain all lines of text. Returns whether it was extended, too, or `nil` if a line is beyond the
  /// horizon of `map`, which leads to a rectangle of this size with its top-left corner at the origin. The result refers to that rectangle.
  /// `sides` contains the confidence that the sheet ends at the upper, right, lower, and left side.
  func roomForText(
    in size: (width: Double, height: Double), after map: Homography, sides: [Double] = [0, 0, 0, 0]
  ) throws(PageFailure) -> (box: Box, isWidened: Bool)? {
    let scale = try view().scale
    let room = try text().room(in: size, after: Homography.scale(x: 1 / scale, y: 1 / scale).then(map), sides: sides)
    return room.map { ($0.box, $0.cutLines > 0) }
  }

  /// Returns the text lines that the view shows.
  package func text() throws(PageFailure) -> Vision.Text {
    if let cachedText { return cachedText }
    let text = try Vision.Text(try view().image)
    cachedText = text
    if !isMoved { sourceText = text }
    return text
  }

  /// Returns the text lines in the source: those of the detection network if it has run, otherwise the lines that are certainly text.
  func sourceLines() throws(PageFailure) -> [SourceLine] {
    if let found { return found }
    if let writing { return writing }
    // If the page was moved before the search, the view of the source is searched.
    let (view, scale) = try viewOfSource()
    let known = sourceText ?? (isMoved ? nil : cachedText)
    let text = if let known { known } else { try Vision.Text(view) }
    if !isMoved { cachedText = text }
    let lines = try text.writing().compactMap { SourceLine($0.map { Point(x: $0.x / scale, y: $0.y / scale) }) }
    writing = lines
    return lines
  }

  /// Returns the corners of the lines that are certainly text, clockwise from the upper left, in pixels of the page.
  func writtenLines() throws(PageFailure) -> [[Point]] {
    let scale = try view().scale
    return try text().writing().map { $0.map { Point(x: $0.x / scale, y: $0.y / scale) } }
  }

  /// Returns the text lines that the detection network finds in the source, or `nil` if it isn't installed.
  func foundLines() throws(PageFailure) -> [SourceLine]? {
    if let found { return found }
    guard let network = networks?[.textDetection] else { return nil }
    let lines = try lines(of: source, letterHeight: 0, by: LineFinder(network)).compactMap(SourceLine.init)
      .filter(\.isLong)
    found = lines
    return lines
  }

  /// Returns the outlines of lines that the network finds. The source's are cached, because stages look for its sheet and for its text.
  package func lines(of image: Raster, letterHeight: Double, by finder: LineFinder) throws(PageFailure) -> [[Point]] {
    guard image === source, !finder.dividesIntoBands(image, letterHeight: letterHeight) else {
      return try finder.lines(of: image, letterHeight: letterHeight)
    }
    if let detected { return detected }
    let lines = try finder.lines(of: image, letterHeight: letterHeight)
    detected = lines
    return lines
  }

  var knownLines: [SourceLine]? { found }

  var wasLookedAtForCleaning: Bool { corrections.contains { $0.kind == CleanStage.description.name } }

  func cleaningNeeded(of wanted: Vision.CleaningSteps) throws(PageFailure) -> Vision.CleaningSteps {
    let (view, scale) = try view()
    return try text().cleaningNeeded(by: view, dpi: size.dpi * scale, of: wanted)
  }

  func clean(_ needed: Vision.CleaningSteps, shown: Vision.CleaningSteps = []) {
    noteUnchanged(CleanStage.description.name, confidence: 1, steps: needed.union(shown).names)
    guard !needed.isEmpty || !shown.isEmpty else { return }
    cleaning = .init(steps: needed.rawValue, shownSteps: shown.rawValue)
  }

  /// Returns a picture of a text line, deskewed and scaled to a height, with a margin of paper. Small lines are enlarged by at most half.
  /// The corners are in pixels of the view, clockwise from the line's upper left. If they are invalid, the whole view is returned.
  func line(_ corners: [Point], height: Double) throws(PageFailure) -> Raster {
    let scale = try view().scale
    let quad = corners.map { Point(x: $0.x / scale, y: $0.y / scale) }
    guard let (image, _) = try levelLine(quad, height: height) else { return try view().image }
    return image
  }

  /// Returns a deskewed text line for corners in page pixels, with the map from page to picture, or `nil` if the corners are invalid.
  func levelLine(_ quad: [Point], height: Double) throws(PageFailure) -> (image: Raster, map: Homography)? {
    guard quad.count == 4 else { return nil }
    let across = hypot(quad[1].x - quad[0].x, quad[1].y - quad[0].y)
    let down = hypot(quad[3].x - quad[0].x, quad[3].y - quad[0].y)
    let factor = min(height / max(down, 1), 1.5)
    let (width, lineHeight) = (max(1, across * factor), max(1, down * factor))
    let (side, above) = (8.0, 4.0)
    guard let level = Homography(quad: quad, toWidth: width, height: lineHeight) else { return nil }
    let placed = level.then(.translation(x: side, y: above))
    let image = try source.warped(
      by: map.then(placed), width: Int(width + 2 * side), height: Int(lineHeight + 2 * above))
    return (image, placed)
  }

  private func scaledImage(
    scale: Double, narrowing: Double = 1, surround: Raster.Surround = .paper, part: Box? = nil
  ) throws(PageFailure) -> Raster {
    if scale == 1, narrowing == 1, surround == .paper {
      let image = try fullImage()
      return if let part { try image.cropped(to: part) } else { image }
    }
    let width = max(1, Int((Double(size.width) * scale * narrowing).rounded()))
    let height = max(1, Int((Double(size.height) * scale).rounded()))
    return try source.warped(
      by: map.then(.scale(x: scale * narrowing, y: scale)), width: width, height: height, surround: surround, part: part
    )
  }

  private func fullImage() throws(PageFailure) -> Raster {
    guard isMoved else { return source }
    let isShownAsItIs = cleaning.map { $0.shownSteps == 0 } ?? true
    if isShownAsItIs, let cachedImage { return cachedImage }
    let image = try source.warped(by: map, width: size.width, height: size.height)
    if isShownAsItIs { cachedImage = image }
    return image
  }
}
