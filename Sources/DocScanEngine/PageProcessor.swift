// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import DocScanUnderstanding

/// What a worker does with a page, from its file to its result.
final class PageProcessor {
  private typealias Step = StageSequence.Step

  private let files: SourceReader
  private let stages: StageSequence
  private var configuration: WorkerConfiguration { files.configuration }

  /// Reads with these stages what the files hold.
  init(_ stages: StageSequence, files: SourceReader) { (self.stages, self.files) = (stages, files) }

  /// Loads a page, runs the stages, and leaves its pictures in the scratch folder; a spread gives several results.
  ///
  /// What an earlier run found is taken over as far as the stages are the same.
  func process(
    _ request: PageRequest, _ input: InputFile, entering: (String) -> Void
  ) throws(PageFailure) -> PageRequest.Reply {
    var stage = ""
    return try PageFailure.during(stage) { () throws(PageFailure) in
      try pages(for: request, input) {
        stage = $0
        entering($0)
      }
    }
  }

  private func pages(
    for request: PageRequest, _ input: InputFile, entering: (String) -> Void
  ) throws(PageFailure) -> PageRequest.Reply {
    entering("load")
    let file = try files.open(input)
    let isFull = request.effort == .full
    let own = isFull ? try file.ownText(page: request.page.sourcePage, settings: configuration.pages) : nil
    let all = isFull ? try stages.steps(for: request) : []
    let textSteps = all.filter { $0.stage is any TextStage }
    if let own, own.treatment == .keep {
      return PageRequest.Reply(
        results: [try keptPage(request, own, from: file, all, entering)], checkpoint: PageCheckpoint())
    }
    let loaded = try file.load(page: request.page.sourcePage, settings: configuration.pages)
    let page = PageContext(reference: request.page, source: loaded.raster, dpi: loaded.dpi, networks: stages.networks)
    // In their own order, which the answer is checked against.
    var steps = all.filter { !($0.stage is any TextStage) || StageSequence.measures($0) }
    if configuration.pages.existingText == .redo, own?.text != nil {
      // Corrections would make a picture of the text that is to stay.
      steps.removeAll { !type(of: $0.stage).has(.worksBesideOwnText) }
    }
    // Text cannot be reused in part: it is read again unless every stage is the same, but for those that only look at text.
    let cached = isFull ? request.cached : nil
    let isSame =
      cached.map {
        stages.reading($0.stages) == stages.reading(request.stages ?? configuration.stages)
          && $0.checkpoint.pageCount == $0.results.count
      } ?? false
    var results: [PageResult] = []
    let checkpoint = try stages.run(
      steps[...], on: page, after: cached?.checkpoint, withText: isSame, entering: entering
    ) { (finished) throws(PageFailure) in
      let part = results.count + 1
      let earlier = isSame ? cached?.results.dropFirst(results.count).first : nil
      for step in earlier == nil ? steps : [] {
        try PageFailure.during(step.component.name) { () throws(PageFailure) in try step.stage.finish(finished) }
      }
      var known = recognizedPage(finished, own: own, loaded: loaded, request, earlier: earlier?.page)
      try noteFields(of: file, on: &known, with: textSteps)
      let recognized = try stages.look(
        at: known.applying(request.edits), with: textSteps, entering: entering
      ).decidingFields(request.edits).withFittingGrids
      entering("picture")
      results.append(try result(of: finished, recognized, part: part, loaded: loaded, request: request, own: own))
    }
    return PageRequest.Reply(results: results, checkpoint: checkpoint)
  }

  /// Notes the fields that the page of a PDF has itself, where a stage wants them.
  private func noteFields(of file: DocumentFile, on page: inout RecognizedPage, with steps: [Step]) throws(PageFailure)
  {
    guard steps.contains(where: { $0.component.name == FormStage.description.name }) else { return }
    let fields = try file.formFields(page: page.page.sourcePage, settings: configuration.pages)
    guard !fields.isEmpty, let source = page.source else { return }
    let map = page.map
    try page.findings.set(
      fields.map { field in
        var field = field
        // Their places are shares of the page as it was loaded.
        let corners = field.box.corners.map {
          map.image(Point(x: $0.x * Double(source.width), y: $0.y * Double(source.height)))
        }
        field.box = Box(around: corners).rounded
        return field
      })
  }

  /// Makes people's edits in a page that is known already, and has the text stages look at it again.
  func revise(_ request: ReviseRequest) throws(PageFailure) -> RecognizedPage {
    try PageFailure.during("edits") { () throws(PageFailure) in
      try stages.look(
        at: request.page.applying(request.edits), with: stages.steps.filter { $0.stage is any TextStage },
        entering: { _ in }
      ).decidingFields(request.edits).withFittingGrids
    }
  }

  /// A page that stays as it is, with a copy of its own text.
  private func keptPage(
    _ request: PageRequest, _ own: OwnText, from file: DocumentFile, _ all: [Step], _ entering: (String) -> Void
  ) throws(PageFailure) -> PageResult {
    let steps = all.filter { $0.stage is any TextStage }
    var copied = RecognizedPage(
      document: request.document, page: request.page, status: own.text == nil ? .corrected : .copied,
      source: own.image, image: own.image, text: own.text?.text ?? "", confidence: own.text == nil ? nil : 1,
      blocks: own.text?.blocks ?? [])
    try noteFields(of: file, on: &copied, with: steps)
    try noteBarcodes(of: file, on: &copied, with: all, entering)
    let page = try stages.look(
      at: measured(copied.applying(request.edits), from: file, steps, entering), with: steps, entering: entering
    ).decidingFields(request.edits).withFittingGrids
    guard request.wantsPicture == .always || !request.extras.isEmpty else {
      return PageResult(page: page, size: own.pageSize, picture: nil, replacesHiddenText: own.hasHiddenText)
    }
    let loaded = try file.load(page: request.page.sourcePage, settings: configuration.pages)
    entering("picture")
    let pictures = PagePictures(request: request, scratch: files.scratch, stageTypes: stages.types, part: 1)
    let inHand = PageContext(reference: request.page, source: loaded.raster, dpi: loaded.dpi)
    return PageResult(
      page: page, size: own.pageSize, picture: try pictures.shown(inHand, loaded: loaded, isRasterized: false),
      extras: try pictures.extras(of: inHand, recognized: page), replacesHiddenText: own.hasHiddenText)
  }

  /// Notes the barcodes of a page that stays as it is.
  private func noteBarcodes(
    of file: DocumentFile, on page: inout RecognizedPage, with steps: [Step], _ entering: (String) -> Void
  ) throws(PageFailure) {
    guard let size = page.image, let step = steps.first(where: { $0.stage is BarcodesStage }) else { return }
    entering("load")
    let picture = try picture(of: page.page, from: file)
    entering(step.component.name)
    let drawn = PageContext(reference: page.page, source: picture, dpi: size.dpi)
    try PageFailure.during(step.component.name) { () throws(PageFailure) in
      try step.stage.process(drawn)
      try step.stage.finish(drawn)
    }
    let (across, down) = (
      Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height)
    )
    let codes = drawn.findings.get([Barcode].self) ?? []
    try page.findings.set(codes.map { $0.moved { Point(x: $0.x * across, y: $0.y * down).rounded } })
  }

  /// The page's picture at full resolution, or a small one if the page is too large to be drawn so.
  private func picture(of page: PageReference, from file: DocumentFile) throws(PageFailure) -> Raster {
    do {
      return try file.load(page: page.sourcePage, settings: configuration.pages).raster
    } catch {
      guard error.kind == .limit else { throw error }
      return try file.glance(page: page.sourcePage, settings: configuration.pages).image
    }
  }

  /// A page that stays as it is, with what stages measure in a small picture of it.
  private func measured(
    _ copied: RecognizedPage, from file: DocumentFile, _ steps: [Step], _ entering: (String) -> Void
  ) throws(PageFailure) -> RecognizedPage {
    let steps = steps.filter(StageSequence.measures)
    guard let size = copied.image, !steps.isEmpty else { return copied }
    entering("load")
    let view = try file.glance(page: copied.page.sourcePage, settings: configuration.pages).image
    let page = PageContext(reference: copied.page, view: view, of: size)
    for step in steps {
      entering(step.component.name)
      try PageFailure.during(step.component.name) { () throws(PageFailure) in try step.stage.process(page) }
    }
    var copied = copied
    copied.findings.add(page.findings)
    return copied
  }

  /// A page's result, with its pictures; they are made again where an earlier run has read the page.
  private func result(
    of page: PageContext, _ recognized: RecognizedPage, part: Int, loaded: LoadedPage, request: PageRequest,
    own: OwnText?
  ) throws(PageFailure) -> PageResult {
    let isRasterized = own?.treatment == .rasterize
    let pictures = PagePictures(request: request, scratch: files.scratch, stageTypes: stages.types, part: part)
    return PageResult(
      page: recognized, size: page.isMoved ? correctedSize(of: page, loaded: loaded, request) : loaded.pageSize,
      picture: try pictures.shown(page, loaded: loaded, isRasterized: isRasterized),
      extras: try pictures.extras(of: page, recognized: recognized), replacesHiddenText: own?.hasHiddenText ?? false)
  }

  /// A page that kept its pixel size keeps its exact size on paper too; a photographed sheet has that of its paper.
  private func correctedSize(of page: PageContext, loaded: LoadedPage, _ request: PageRequest) -> PageSize {
    let perspective = (request.stages ?? configuration.stages).first { $0.name == PerspectiveStage.description.name }
    if page.isTilted, let paper = perspective.flatMap({ PerspectiveStage.paper(for: $0.settings) }),
      let size = paper.size(fitting: page.size.points)
    {
      return size
    }
    let sameSize = page.size.width == page.source.width && page.size.height == page.source.height
    return sameSize ? loaded.pageSize : page.size.points
  }

  /// What is known of a page after its stages; what an earlier run knows is taken over.
  private func recognizedPage(
    _ page: PageContext, own: OwnText?, loaded: LoadedPage, _ request: PageRequest, earlier: RecognizedPage?
  ) -> RecognizedPage {
    if !page.isMoved, let own, own.treatment != .rasterize, let text = own.text, let recognition = page.recognition {
      page.recognition?.blocks = OwnTextMerge(text, image: own.image, recognizedAs: page.size).blocks(
        recognition.blocks)
    }
    var recognized = earlier ?? recognizedPage(page, request)
    recognized.document = request.document
    recognized.page = request.page
    recognized.capture = loaded.capture
    // Measured now, or taken over with the steps before.
    for case let type as any TextStage.Type in stages.types {
      recognized.findings.take(type.known, from: page.findings)
    }
    return recognized
  }

  private func recognizedPage(_ page: PageContext, _ request: PageRequest) -> RecognizedPage {
    // What is drawn over the page now is what another run draws that knows the page from its files.
    let blocks = (page.recognition?.blocks ?? []).map { $0.withBoxes(\.rounded) }
    let words = blocks.words
    var findings = page.findings
    // The page's own text counts, which is beside what was read by now.
    if !words.isEmpty { findings.remove([NoText.description]) }
    let status: PageStatus = page.isBlank ? .blank : page.recognition == nil ? .corrected : .recognized
    return RecognizedPage(
      document: request.document, page: request.page, status: status,
      source: RasterSize(width: page.source.width, height: page.source.height, dpi: page.sourceDPI),
      image: page.size, corrections: page.corrections, sourceToImage: page.sourceToImage, findings: findings,
      text: pageText(blocks), confidence: words.isEmpty ? nil : meanConfidence(words).rounded(toPlaces: 3),
      expected: page.recognition?.expected, languages: page.recognition?.languages ?? [],
      languageConfidence: page.recognition?.languageConfidence, blocks: blocks, dropped: page.recognition?.droppedText)
  }

}

extension PageContext.Recognition {
  /// What was dropped, as files have it; nil if that is nothing.
  fileprivate var droppedText: [DroppedText]? {
    guard !dropped.isEmpty else { return nil }
    return dropped.map {
      DroppedText(text: $0.text, confidence: $0.confidence, box: $0.box.rounded, reason: $0.reason)
    }
  }
}
