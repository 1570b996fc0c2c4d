// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
public import DocScanNative
internal import Glibc

/// The page that the stages work on: the pixels it was loaded with, and the map from them to the corrected page.
///
/// Corrections only compose maps. Pixels are resampled once, from the source, when a stage asks for the corrected image.
public final class PageContext {
  /// Which page of which file it is.
  public let reference: PageReference
  /// The page as loaded.
  public let source: Raster
  /// The source's resolution in pixels per inch.
  public let sourceDPI: Double
  /// The size of the corrected page.
  public private(set) var size: RasterSize
  /// The way from source pixels to pixels of the corrected page, and back.
  public private(set) var map = PageMap()
  /// The product of the corrections' matrices.
  package private(set) var sourceToImage = Homography.identity
  /// What each correction found, in the order in which they ran.
  public private(set) var corrections: [Correction] = []
  /// The pages that a spread was split into, in reading order; nil for a single page.
  package private(set) var parts: [PageContext]?
  /// What the stages found, beside text; places are in pixels of the source until the stages are done.
  public private(set) var findings = PageFindings()
  /// What is needed to walk the same way again; `step` takes it.
  private var stepCorrections: [PageCheckpoint.Placed] = []
  private var stepParts: [PageCheckpoint.Placed] = []
  private var stepFindings = PageFindings()
  /// How the picture is cleaned before it is read, or shown; nil if it is good as it is.
  package private(set) var cleaning: PageCheckpoint.Cleaning? { didSet { cachedImage = nil } }
  /// Whether the page counts as blank: then nothing is read from it.
  public var isBlank = false
  /// Whether a person said so, or wants pages with so little on them to count as blank.
  var isBlankGiven = false
  /// What the recognize stage read; nil until it ran.
  package var recognition: Recognition?

  private var cachedImage: Raster?
  private var cachedView: (image: Raster, scale: Double)?
  /// The source as a small grey image, which the parts of a spread share.
  private var sourceView: (image: Raster, scale: Double)?
  private var cachedText: Vision.Text?
  /// What the view of the source showed of text, so that it is not looked at twice.
  private var sourceText: Vision.Text?
  /// The lines of writing that the view of the source shows, and those that the network for them finds.
  private var writing: [SourceLine]?
  private var found: [SourceLine]?
  /// The networks that are loaded.
  private let networks: NeuralNetworks?

  /// The text of a page.
  package struct Recognition {
    /// The text, in pixels of the corrected page.
    package var blocks: [Block]
    /// The packs that it was read with.
    package var languages: [String]
    /// How wrong the text is likely to be; nil if nothing was recognized.
    package var expected: ExpectedErrors?
    /// Noise: what was read but is not text.
    package var dropped: [DroppedText]
    /// How sure it is that these are the languages; nil if they were given.
    package var languageConfidence: Double?

    /// What was read.
    package init(blocks: [Block], languages: [String], languageConfidence: Double? = nil, dropped: [DroppedText] = []) {
      (self.blocks, self.languages) = (blocks, languages)
      (self.languageConfidence, self.dropped) = (languageConfidence, dropped)
    }
  }

  /// A page as it was loaded; no stage has seen it.
  package init(reference: PageReference, source: Raster, dpi: Double, networks: NeuralNetworks? = nil) {
    (self.reference, self.source, self.networks) = (reference, source, networks)
    sourceDPI = dpi
    size = RasterSize(width: source.width, height: source.height, dpi: dpi)
  }

  /// A page that stays as it is, with a small grey picture of it for stages that only look.
  init(reference: PageReference, view: Raster, of size: RasterSize) {
    (self.reference, source, self.size) = (reference, view, size)
    (sourceDPI, networks) = (size.dpi, nil)
    sourceView = (view, Double(view.width) / Double(size.width))
    cachedView = sourceView
  }

  /// The same page, to go on with by itself.
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
    (writing, found, networks) = (page.writing, page.found, page.networks)
  }

  /// Whether any correction moved pixels.
  ///
  /// The left half of a spread may lie where it lay, and is cut off all the same.
  package var isMoved: Bool { !map.isIdentity || size.width != source.width || size.height != source.height }

  /// Whether the corrected page looks different from the source.
  package var isCorrected: Bool { isMoved || cleaning.map { $0.shownSteps != 0 } == true }

  /// Whether it is a sheet in a photograph, as far as the corrections tell: no scanner tilts or bends a page.
  package var isPhotograph: Bool {
    map.mesh != nil || corrections.contains { $0.kind == PerspectiveStage.description.name && $0.movesPixels }
  }

  /// Whether it is a sheet that a camera saw at an angle: of sheets on a scanner, which are cut out as well, no edge is shortened.
  var isTilted: Bool {
    corrections.contains { correction in
      guard correction.kind == PerspectiveStage.description.name, correction.movesPixels else { return false }
      let rows = correction.matrix.rows
      let tilt = abs(rows[6]) * Double(source.width) + abs(rows[7]) * Double(source.height)
      return tilt > Self.leastTilt * abs(rows[8])
    }
  }

  /// By this share, a sheet has to look smaller at one side than at the other.
  private static let leastTilt = 0.01

  /// Notes a correction; its matrix maps the page as it was to the page as it is from now on.
  public func apply(_ correction: Correction, newSize: RasterSize) {
    corrections.append(correction)
    stepCorrections.append(PageCheckpoint.Placed(correction: correction, size: newSize))
    guard correction.movesPixels || newSize != size else { return }
    map.append(correction)
    sourceToImage = sourceToImage.then(correction.matrix)
    size = newSize
    (cachedImage, cachedView, cachedText) = (nil, nil, nil)
  }

  /// What a correction changes.
  struct State {
    let size: RasterSize
    let map: PageMap
    let isBlank: Bool
    let cleaning: PageCheckpoint.Cleaning?
    /// What the view showed of text; nil if nobody looked.
    let text: Vision.Text?
    fileprivate let view: (image: Raster, scale: Double)?
    fileprivate let sourceToImage: Homography
    fileprivate let corrections: [Correction]
    fileprivate let stepCorrections: [PageCheckpoint.Placed]

    /// Whether anything happened to the page; what a stage only looked at did not.
    func differs(from other: State) -> Bool {
      map != other.map || size != other.size || isBlank != other.isBlank || cleaning != other.cleaning
    }
  }

  /// The page as it is.
  var state: State {
    State(
      size: size, map: map, isBlank: isBlank, cleaning: cleaning, text: cachedText, view: cachedView,
      sourceToImage: sourceToImage, corrections: corrections, stepCorrections: stepCorrections)
  }

  /// Whether a person gave what the last stage did.
  var isStepGiven: Bool { isBlankGiven || (stepCorrections + stepParts).contains { $0.correction.given == true } }

  /// Makes the page what it was before a stage, and notes that.
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

  /// Notes that a correction looked and found nothing to do.
  package func noteUnchanged(
    _ kind: String, confidence: Double, degrees: Double? = nil, steps: [String]? = nil,
    textOutside: TextOutside? = nil, given: Bool = false
  ) {
    let correction = Correction(
      kind: kind, confidence: confidence.rounded(toPlaces: 3), degrees: degrees, steps: steps,
      textOutside: textOutside, given: given, matrix: .identity)
    apply(correction, newSize: size)
  }

  /// Adds what a stage found to the page.
  public func note(_ finding: some Finding) throws(PageFailure) {
    try stepFindings.set(finding)
    findings.add(stepFindings)
  }

  /// Makes several pages of this one, in reading order; each goes on by itself.
  package func split(into corrections: [PageCheckpoint.Placed]) {
    stepParts = corrections
    parts = corrections.map { placed in
      let part = PageContext(self)
      part.apply(placed.correction, newSize: placed.size)
      part.stepCorrections = []
      return part
    }
  }

  /// What a stage has just found.
  func step(of stage: ResolvedComponent) -> PageCheckpoint.Step {
    defer { (stepCorrections, stepParts, stepFindings) = ([], [], PageFindings()) }
    return PageCheckpoint.Step(
      stage: stage, corrections: stepCorrections, parts: stepParts, cleaning: cleaning, isBlank: isBlank,
      findings: stepFindings)
  }

  /// Takes over what a stage found in an earlier run.
  func take(_ step: PageCheckpoint.Step) {
    for placed in step.corrections { apply(placed.correction, newSize: placed.size) }
    if !step.parts.isEmpty { split(into: step.parts) }
    cleaning = step.cleaning
    isBlank = step.isBlank
    stepFindings = step.findings
    findings.add(stepFindings)
  }

  /// The corrected page at its full resolution, as it is shown.
  public func image() throws(PageFailure) -> Raster {
    if let cachedImage { return cachedImage }
    let image = try scaledImage(scale: 1)
    let shown = try shown(image, dpi: size.dpi)
    cachedImage = shown
    return shown
  }

  /// The corrected page as it is shown, at a scale of at most 1.
  package func shownImage(scale: Double) throws(PageFailure) -> Raster {
    guard scale < 1 else { return try image() }
    let image = try scaledImage(scale: scale)
    return try shown(image, dpi: size.dpi * scale)
  }

  /// A picture of the page with this resolution in pixels per inch, as it is shown.
  private func shown(_ image: Raster, dpi: Double) throws(PageFailure) -> Raster {
    guard let cleaning else { return image }
    let steps = Vision.CleaningSteps(rawValue: cleaning.shownSteps)
    let even = try steps.contains(.whitePaper) ? text().inEvenLight(image) : image
    let rest = steps.subtracting(.whitePaper)
    return try rest.isEmpty ? even : even.cleaned(rest, dpi: dpi)
  }

  /// The corrected page as it is read, at any scale; `narrowing` is a further factor for its width.
  package func textImage(scale: Double, narrowing: Double = 1) throws(PageFailure) -> Raster {
    let image = try scaledImage(scale: scale, narrowing: narrowing)
    return try cleaning?.read(image, dpi: size.dpi * scale) ?? image
  }

  /// The corrected page, grey and small, about as large as A4 at 150 dpi: what most stages look at. Its scale goes with it.
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

  /// Borders reach to its edge as in the source: a page that was turned has no edge of its own around it.
  private func movedView() throws(PageFailure) -> (image: Raster, scale: Double) {
    let scale = min(1, (Vision.viewPixels / (Double(size.width) * Double(size.height))).squareRoot())
    let small = try viewOfSource()
    // A sheet that is a small part of a photograph has too few pixels in a small view of it.
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

  /// A rectangle of the page, widened to hold all lines of text, and whether any reached beyond it; nil for no rectangle.
  ///
  /// `map` takes pixels of the page to a rectangle of this size with its top-left corner at the origin; so is the result.
  /// `sides` says how sure it is that the sheet ends at its upper, right, lower and left side.
  func roomForText(
    in size: (width: Double, height: Double), after map: Homography, sides: [Double] = [0, 0, 0, 0]
  ) throws(PageFailure) -> (box: Box, isWidened: Bool)? {
    let scale = try view().scale
    let room = try text().room(in: size, after: Homography.scale(x: 1 / scale, y: 1 / scale).then(map), sides: sides)
    return room.map { ($0.box, $0.cutLines > 0) }
  }

  /// What the view shows of text lines.
  package func text() throws(PageFailure) -> Vision.Text {
    if let cachedText { return cachedText }
    let text = try Vision.Text(try view().image)
    cachedText = text
    if !isMoved { sourceText = text }
    return text
  }

  /// The lines of text in the source, as the network finds them where somebody asked it; otherwise those that are writing
  /// for certain.
  func sourceLines() throws(PageFailure) -> [SourceLine] {
    if let found { return found }
    if let writing { return writing }
    // A page that was moved before anybody looked is looked at as it was.
    let (view, scale) = try viewOfSource()
    let known = sourceText ?? (isMoved ? nil : cachedText)
    let text = if let known { known } else { try Vision.Text(view) }
    if !isMoved { cachedText = text }
    let lines = try text.writing().compactMap { SourceLine($0.map { Point(x: $0.x / scale, y: $0.y / scale) }) }
    writing = lines
    return lines
  }

  /// The lines of text that the network finds in the source; nil if it is not there.
  func foundLines() throws(PageFailure) -> [SourceLine]? {
    if let found { return found }
    guard let network = networks?[.textDetection] else { return nil }
    let lines = try LineFinder(network).lines(of: source, letterHeight: 0).compactMap(SourceLine.init).filter(\.isLong)
    found = lines
    return lines
  }

  /// The lines that the network found; nil if it was not asked.
  var knownLines: [SourceLine]? { found }

  /// Whether a stage has looked for something to clean.
  var wasLookedAtForCleaning: Bool { corrections.contains { $0.kind == CleanStage.description.name } }

  /// Which of these steps the page needs.
  func cleaningNeeded(of wanted: Vision.CleaningSteps) throws(PageFailure) -> Vision.CleaningSteps {
    let (view, scale) = try view()
    return try text().cleaningNeeded(by: view, dpi: size.dpi * scale, of: wanted)
  }

  /// Notes how the page is to be cleaned before it is read, and before it is shown, if it is.
  func clean(_ needed: Vision.CleaningSteps, shown: Vision.CleaningSteps = []) {
    noteUnchanged(CleanStage.description.name, confidence: 1, steps: needed.union(shown).names)
    guard !needed.isEmpty || !shown.isEmpty else { return }
    cleaning = .init(steps: needed.rawValue, shownSteps: shown.rawValue)
  }

  /// A text line of the view, level and as high as `height`, with a little paper around it.
  ///
  /// Its corners are clockwise from the line's upper left. Small lines are enlarged by half at most.
  func line(_ corners: [Point], height: Double) throws(PageFailure) -> Raster {
    let scale = try view().scale
    let quad = corners.map { Point(x: $0.x / scale, y: $0.y / scale) }
    guard let (image, _) = try levelLine(quad, height: height) else { return try view().image }
    return image
  }

  /// The same for corners in pixels of the page, with the map from the page to that picture; nil if the corners are none
  /// of a line.
  func levelLine(_ quad: [Point], height: Double) throws(PageFailure) -> (image: Raster, map: Homography)? {
    guard quad.count == 4 else { return nil }
    let across = hypot(quad[1].x - quad[0].x, quad[1].y - quad[0].y)
    let down = hypot(quad[3].x - quad[0].x, quad[3].y - quad[0].y)
    let factor = min(height / max(down, 1), 1.5)
    let (width, lineHeight) = (max(1, across * factor), max(1, down * factor))
    let (side, above) = (8.0, 4.0)
    guard let level = Homography(quad: quad, toWidth: width, height: lineHeight) else { return nil }
    let placed = level.then(.translation(x: side, y: above))
    let image = try resampled(
      map.then(placed), width: Int(width + 2 * side), height: Int(lineHeight + 2 * above))
    return (image, placed)
  }

  /// The corrected page at a scale.
  private func scaledImage(
    scale: Double, narrowing: Double = 1, surround: Raster.Surround = .paper
  ) throws(PageFailure) -> Raster {
    if scale == 1, narrowing == 1, surround == .paper {
      guard isMoved else { return source }
      let isShownAsItIs = cleaning.map { $0.shownSteps == 0 } ?? true
      if isShownAsItIs, let cachedImage { return cachedImage }
      let image = try resampled(map, width: size.width, height: size.height)
      if isShownAsItIs { cachedImage = image }
      return image
    }
    let width = max(1, Int((Double(size.width) * scale * narrowing).rounded()))
    let height = max(1, Int((Double(size.height) * scale).rounded()))
    return try resampled(
      map.then(.scale(x: scale * narrowing, y: scale)), width: width, height: height, surround: surround)
  }

  private func resampled(
    _ map: PageMap, width: Int, height: Int, surround: Raster.Surround = .paper
  ) throws(PageFailure) -> Raster {
    try source.warped(by: map, width: width, height: height, surround: surround)
  }
}

extension PageCheckpoint.Cleaning {
  /// A picture of the page with this resolution in pixels per inch, as it is read.
  fileprivate func read(_ image: Raster, dpi: Double) throws(PageFailure) -> Raster {
    steps == 0 ? image : try image.cleaned(Vision.CleaningSteps(rawValue: steps), dpi: dpi)
  }
}
