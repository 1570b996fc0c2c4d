// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// What a worker does with a page, from its file to its result.
final class PageProcessor {
  /// A stage with its name in the pipeline.
  private typealias Step = (name: String, stage: any Stage)

  private let configuration: WorkerConfiguration
  private let stageTypes: [any Stage.Type]
  private let steps: [Step]
  private var openFile: (path: String, file: DocumentFile)?

  /// Builds the stages; fails when one of them lacks a part.
  init(configuration: WorkerConfiguration, stageTypes: [any Stage.Type]) throws(PipelineError) {
    self.configuration = configuration
    self.stageTypes = stageTypes
    var steps: [Step] = []
    for component in configuration.stages { steps.append(try Self.step(component, among: stageTypes)) }
    self.steps = steps
    for variant in configuration.variants { _ = try Self.step(variant, among: stageTypes) }
  }

  private static func step(
    _ component: ResolvedComponent, among stageTypes: [any Stage.Type]
  ) throws(PipelineError) -> Step {
    guard let type = stageTypes.first(where: { $0.description.name == component.name }) else {
      throw .invalid(path: "stages", message: "this worker has no stage \"\(component.name)\".")
    }
    return (component.name, try type.init(settings: component.settings))
  }

  /// Puts a PDF together.
  func graft(_ request: GraftRequest) throws(PageFailure) -> PDFGraft.Outcome {
    try PDFGraft.graft(request, passwords: configuration.passwords)
  }

  /// Counts the pages of a document.
  func inspect(_ source: DocumentSource) throws(PageFailure) -> DocumentInspection {
    var counts: [Int] = []
    for path in source.paths { counts.append(try open(path).pageCount) }
    guard source.paths.count == 1, let openFile, openFile.file.kind == .pdf else {
      return DocumentInspection(untrustedPageCounts: counts, canGraft: false)
    }
    let facts = PDFFacts(path: openFile.path, passwords: configuration.passwords, pageCount: counts[0])
    return DocumentInspection(
      untrustedPageCounts: counts, canGraft: facts.canGraft, untrustedMetadata: facts.metadata,
      conditions: facts.conditions)
  }

  /// Loads a page, runs the stages, and leaves its pictures in the scratch folder; a spread gives several results.
  func process(_ request: PageRequest, entering: (String) throws -> Void) throws -> [PageResult] {
    try entering("load")
    let file = try open(request.path)
    let isFull = request.effort == .full
    let own = isFull ? try file.ownText(page: request.page.sourcePage, settings: configuration.pages) : nil
    if let own, own.treatment == .keep { return [try keptPage(request, own, from: file)] }
    let loaded = try file.load(page: request.page.sourcePage, settings: configuration.pages)
    let page = PageInHand(reference: request.page, source: loaded.raster, dpi: loaded.dpi)
    var steps = isFull ? try self.steps(for: request) : []
    if configuration.pages.existingText == .redo, own?.text != nil {
      // Corrections would make a picture of the text that is to stay.
      steps.removeAll { !($0.stage is RecognizeStage) }
    }
    var results: [PageResult] = []
    try run(steps[...], on: page, entering: entering) { finished in
      try entering("picture")
      results.append(try result(of: finished, part: results.count + 1, loaded: loaded, request: request, own: own))
    }
    return results
  }

  /// Runs the stages one after the other; the parts of a spread take the remaining ones each by itself.
  private func run(
    _ steps: ArraySlice<Step>, on page: PageInHand, entering: (String) throws -> Void,
    finish: (PageInHand) throws -> Void
  ) throws {
    for (index, step) in zip(steps.indices, steps) {
      try entering(step.name)
      try step.stage.process(page)
      guard let parts = page.parts else { continue }
      for part in parts { try run(steps[(index + 1)...], on: part, entering: entering, finish: finish) }
      return
    }
    try finish(page)
  }

  /// The stages of a page: where its settings are its own, they are built for it.
  private func steps(for request: PageRequest) throws(PageFailure) -> [Step] {
    guard let components = request.stages else { return steps }
    var result: [Step] = []
    for component in components {
      let index = configuration.stages.firstIndex(of: component)
      do throws(PipelineError) {
        if let index { result.append(steps[index]) } else { result.append(try Self.step(component, among: stageTypes)) }
      } catch {
        throw PageFailure(kind: .engine, stage: component.name, message: error.description)
      }
    }
    return result
  }

  /// A page that stays as it is, with a copy of its own text.
  private func keptPage(
    _ request: PageRequest, _ own: OwnText, from file: DocumentFile
  ) throws(PageFailure) -> PageResult {
    let page = RecognizedPage(
      document: request.document, page: request.page, status: own.text == nil ? .corrected : .copied,
      source: own.image, image: own.image, text: own.text?.text ?? "", confidence: own.text == nil ? nil : 1,
      blocks: own.text?.blocks ?? [])
    guard request.wantsPicture || !request.extras.isEmpty else {
      return PageResult(page: page, size: own.pageSize, picture: nil, replacesHiddenText: own.hasHiddenText)
    }
    let loaded = try file.load(page: request.page.sourcePage, settings: configuration.pages)
    let pictures = PagePictures(request: request, part: 1)
    let inHand = PageInHand(reference: request.page, source: loaded.raster, dpi: loaded.dpi)
    return PageResult(
      page: page, size: own.pageSize, picture: try pictures.shown(inHand, loaded: loaded, isRasterized: false),
      extras: try pictures.extras(of: inHand, recognized: page), replacesHiddenText: own.hasHiddenText)
  }

  private func result(
    of page: PageInHand, part: Int, loaded: LoadedPage, request: PageRequest, own: OwnText?
  ) throws(PageFailure) -> PageResult {
    let isRasterized = own?.treatment == .rasterize
    if !page.isMoved, !isRasterized, let own, let text = own.text, let recognition = page.recognition {
      page.recognition?.blocks = OwnTextMerge(text, image: own.image, recognizedAs: page.size).blocks(
        recognition.blocks)
    }
    let pictures = PagePictures(request: request, part: part)
    let recognized = recognizedPage(page, request)
    return PageResult(
      page: recognized, size: page.isMoved ? correctedSize(of: page, loaded: loaded) : loaded.pageSize,
      picture: try pictures.shown(page, loaded: loaded, isRasterized: isRasterized),
      extras: try pictures.extras(of: page, recognized: recognized), replacesHiddenText: own?.hasHiddenText ?? false)
  }

  /// A page that kept its pixel size keeps its exact size on paper too.
  private func correctedSize(of page: PageInHand, loaded: LoadedPage) -> PageSize {
    let sameSize = page.size.width == page.source.width && page.size.height == page.source.height
    return sameSize ? loaded.pageSize : page.size.points
  }

  private func recognizedPage(_ page: PageInHand, _ request: PageRequest) -> RecognizedPage {
    let blocks = page.recognition?.blocks ?? []
    let words = blocks.flatMap { $0.lines.flatMap(\.words) }
    let status: PageStatus = page.isBlank ? .blank : page.recognition == nil ? .corrected : .recognized
    return RecognizedPage(
      document: request.document, page: request.page, status: status,
      source: RasterSize(width: page.source.width, height: page.source.height, dpi: page.sourceDPI),
      image: page.size, corrections: page.corrections, sourceToImage: page.sourceToImage, blank: page.blank,
      quality: page.quality, text: pageText(blocks),
      confidence: words.isEmpty ? nil : meanConfidence(words).rounded(toPlaces: 3),
      languages: page.recognition?.languages ?? [], blocks: blocks)
  }

  /// Keeps the last file open: the pages of a document mostly come one after the other.
  private func open(_ path: String) throws(PageFailure) -> DocumentFile {
    if let openFile, openFile.path == path { return openFile.file }
    openFile = nil
    let file = try DocumentFile(path: path, limits: configuration.limits, passwords: configuration.passwords)
    openFile = (path, file)
    return file
  }
}
