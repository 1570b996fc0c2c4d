// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// What a worker does with a page, from its file to its result.
final class PageProcessor {
  private let configuration: WorkerConfiguration
  private let stages: [(name: String, stage: any Stage)]
  private var openFile: (path: String, file: DocumentFile)?

  /// Builds the stages; fails when one of them lacks a part.
  init(configuration: WorkerConfiguration, stageTypes: [any Stage.Type]) throws(PipelineError) {
    self.configuration = configuration
    var stages: [(name: String, stage: any Stage)] = []
    for component in configuration.stages {
      guard let type = stageTypes.first(where: { $0.description.name == component.name }) else {
        throw .invalid(path: "stages", message: "this worker has no stage \"\(component.name)\".")
      }
      stages.append((component.name, try type.init(settings: component.settings)))
    }
    self.stages = stages
  }

  /// Counts the pages of a document.
  func inspect(_ source: DocumentSource) throws(PageFailure) -> DocumentInspection {
    var counts: [Int] = []
    for path in source.paths { counts.append(try open(path).pageCount) }
    guard source.paths.count == 1, let openFile, openFile.file.kind == .pdf else {
      return DocumentInspection(untrustedPageCounts: counts, canGraft: false)
    }
    return DocumentInspection(
      untrustedPageCounts: counts, canGraft: PDFGraft.canGraft(path: openFile.path, pageCount: counts[0]))
  }

  /// Loads a page, runs the stages, and leaves the picture for the PDF in the scratch folder.
  func process(_ request: PageRequest, entering: (String) throws -> Void) throws -> PageResult {
    try entering("load")
    let file = try open(request.path)
    if request.effort == .full, let copied = try copiedPage(request, from: file) { return copied }
    let loaded = try file.load(page: request.page.sourcePage, settings: configuration.pages)
    let page = PageInHand(reference: request.page, source: loaded.raster, dpi: loaded.dpi)
    if request.effort == .full {
      for (name, stage) in stages {
        try entering(name)
        try stage.process(page)
      }
    }
    try entering("picture")
    let picture = try picture(of: page, loaded: loaded, request: request)
    let size = page.isCorrected ? correctedSize(of: page, loaded: loaded) : loaded.pageSize
    return PageResult(page: recognizedPage(page, request), size: size, picture: picture)
  }

  /// The page's own text, when it has some and the pipeline wants it kept.
  private func copiedPage(_ request: PageRequest, from file: DocumentFile) throws(PageFailure) -> PageResult? {
    guard configuration.pages.existingText == .copy,
      let existing = try file.existingText(page: request.page.sourcePage, settings: configuration.pages)
    else { return nil }
    let page = RecognizedPage(
      document: request.document, page: request.page, status: .copied, source: existing.image, image: existing.image,
      text: existing.text.text, confidence: 1, blocks: existing.text.blocks)
    guard request.wantsPicture else { return PageResult(page: page, size: existing.pageSize, picture: nil) }
    let loaded = try file.load(page: request.page.sourcePage, settings: configuration.pages)
    let picture = try picture(
      of: PageInHand(reference: request.page, source: loaded.raster, dpi: loaded.dpi), loaded: loaded, request: request)
    return PageResult(page: page, size: existing.pageSize, picture: picture)
  }

  /// An unchanged page passes its own compressed bytes through, or needs no picture at all when the original is kept.
  private func picture(
    of page: PageInHand, loaded: LoadedPage, request: PageRequest
  ) throws(PageFailure) -> PagePicture? {
    let name = "\(request.page.number).picture"
    if !page.isCorrected {
      guard request.wantsPicture else { return nil }
      if let original = loaded.passThrough {
        return try PictureEncoder.passThrough(original, to: request.scratch, name: name)
      }
    }
    return try PictureEncoder.encode(
      try page.image(), bitonal: page.source.isBitonal, dpi: page.size.dpi, to: request.scratch, name: name)
  }

  /// A page that kept its pixel size keeps its exact size on paper too.
  private func correctedSize(of page: PageInHand, loaded: LoadedPage) -> PageSize {
    let sameSize = page.size.width == page.source.width && page.size.height == page.source.height
    return sameSize ? loaded.pageSize : page.size.points
  }

  private func recognizedPage(_ page: PageInHand, _ request: PageRequest) -> RecognizedPage {
    let blocks = page.recognition?.blocks ?? []
    let words = blocks.flatMap { $0.lines.flatMap(\.words) }
    return RecognizedPage(
      document: request.document, page: request.page, status: page.recognition == nil ? .corrected : .recognized,
      source: RasterSize(width: page.source.width, height: page.source.height, dpi: page.sourceDPI),
      image: page.size, corrections: page.corrections, sourceToImage: page.sourceToImage, text: pageText(blocks),
      confidence: words.isEmpty ? nil : meanConfidence(words).rounded(toPlaces: 3),
      languages: page.recognition?.languages ?? [], blocks: blocks)
  }

  /// Keeps the last file open: the pages of a document mostly come one after the other.
  private func open(_ path: String) throws(PageFailure) -> DocumentFile {
    if let openFile, openFile.path == path { return openFile.file }
    openFile = nil
    let file = try DocumentFile(path: path, limits: configuration.limits)
    openFile = (path, file)
    return file
  }
}
