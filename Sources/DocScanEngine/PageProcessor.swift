// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLayout
internal import DocScanNative
internal import DocScanReading
internal import DocScanVision
internal import DocScanWire

/// Processes a page in a worker, from its file to its result.
final class PageProcessor {
  private typealias Step = StageSequence.Step

  private let files: SourceReader
  private let stages: StageSequence
  private var configuration: WorkerConfiguration { files.configuration }

  init(_ stages: StageSequence, files: SourceReader) { (self.stages, self.files) = (stages, files) }

  /// Loads a page, runs the stages, and writes its pictures. Steps of an earlier run are reused up to the first stage that differs.
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
    let all = isFull ? try stages.steps(for: request) : []
    let textSteps = all.filter { $0.stage is any TextStage }
    let judged = isFull ? try judgedText(of: request.page, in: file, all) : nil
    let own = judged?.text
    if let own, own.treatment == .keep {
      return PageRequest.Reply(
        results: [try keptPage(request, own, judged?.check, judged?.seen, from: file, all, entering)],
        checkpoint: PageCheckpoint())
    }
    let loaded = try file.load(page: request.page.sourcePage, settings: configuration.pages)
    let page = PageContext(reference: request.page, source: loaded.raster, dpi: loaded.dpi, networks: stages.networks)
    // The parent checks the checkpoint against this order.
    var steps = all.filter { !($0.stage is any TextStage) || StageSequence.measures($0) }
    if judged?.staysInPlace == true {
      // Corrections would replace the page's text with a picture.
      steps.removeAll { !type(of: $0.stage).has(.worksBesideEmbeddedText) }
    }
    // Recognized text can't be reused in part: unless all stages that read are the same, the page is read again.
    let cached = isFull ? request.cached : nil
    let isSame =
      cached.map {
        stages.reading($0.stages) == stages.reading(request.stages ?? configuration.stages)
          && $0.checkpoint.pageCount == $0.results.count
      } ?? false
    // Stages that measure pictures may need the text.
    if isSame, let text = cached?.results.first?.page, cached?.results.count == 1 {
      page.recognition = PageContext.Recognition(blocks: text.blocks, languages: text.languages)
    }
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
      if let check = judged?.check { try known.findings.set(check) }
      try noteFields(of: file, on: &known, with: textSteps)
      let recognized = try stages.look(
        at: known.applying(request.edits), with: textSteps, entering: entering
      ).decidingFields(request.edits).withFittingGrids
      entering("picture")
      results.append(try result(of: finished, recognized, part: part, loaded: loaded, request: request, own: own))
    }
    if let sick = judged?.sick, var check = judged?.check, !results.contains(where: { $0.page.isBetter(than: check) }) {
      check.isReplaced = nil
      return PageRequest.Reply(
        results: [try keptPage(request, sick, check, judged?.seen, from: file, textSteps, entering)],
        checkpoint: PageCheckpoint())
    }
    return PageRequest.Reply(results: results, checkpoint: checkpoint)
  }

  private func noteFields(of file: DocumentFile, on page: inout RecognizedPage, with steps: [Step]) throws(PageFailure)
  {
    guard steps.contains(where: { $0.component.name == FormStage.description.name }) else { return }
    let fields = try file.formFields(page: page.page.sourcePage, settings: configuration.pages)
    guard !fields.isEmpty, let source = page.source else { return }
    let map = page.map
    try page.findings.set(
      fields.map { field in
        var field = field
        // The boxes are fractions of the page as loaded.
        let corners = field.box.corners.map {
          map.image(Point(x: $0.x * Double(source.width), y: $0.y * Double(source.height)))
        }
        field.box = Box(around: corners).rounded
        return field
      })
  }

  func revise(_ request: ReviseRequest) throws(PageFailure) -> RecognizedPage {
    try PageFailure.during("edits") { () throws(PageFailure) in
      try stages.look(
        at: request.page.applying(request.edits), with: stages.steps.filter { $0.stage is any TextStage },
        entering: { _ in }
      ).decidingFields(request.edits).withFittingGrids
    }
  }

  private func keptPage(
    _ request: PageRequest, _ own: EmbeddedText, _ check: TextCheck?, _ seen: PageContext?, from file: DocumentFile,
    _ all: [Step], _ entering: (String) -> Void
  ) throws(PageFailure) -> PageResult {
    let steps = all.filter { $0.stage is any TextStage }
    let confidence = own.text == nil ? nil : check?.probability ?? 1
    let blocks = CopiedLayout(own.text?.blocks ?? []).blocks
    var copied = RecognizedPage(
      document: request.document, page: request.page, status: own.text == nil ? .corrected : .copied,
      source: own.shown, image: own.image, corrections: own.turn.map { [$0] } ?? [],
      sourceToImage: own.turn?.matrix ?? .identity, text: pageText(blocks), confidence: confidence,
      expected: check?.expected, blocks: blocks.map { $0.withConfidence(confidence ?? 1) })
    if let check { try copied.findings.set(check) }
    try noteFields(of: file, on: &copied, with: steps)
    try noteBarcodes(of: file, on: &copied, with: all, entering)
    let page = try stages.look(
      at: measured(copied.applying(request.edits), own, seen, from: file, steps, entering), with: steps,
      entering: entering
    ).decidingFields(request.edits).withFittingGrids
    guard request.wantsPicture == .always || !request.extras.isEmpty else {
      return PageResult(page: page, size: own.pageSize, picture: nil, replacesHiddenText: own.hasHiddenText)
    }
    let loaded = try file.load(page: request.page.sourcePage, settings: configuration.pages)
    entering("picture")
    let pictures = PagePictures(request: request, scratch: files.scratch, stageTypes: stages.types, part: 1)
    let inHand = PageContext(reference: request.page, source: loaded.raster, dpi: loaded.dpi)
    if let turn = own.turn(of: inHand.size) { inHand.apply(turn.correction, newSize: turn.size) }
    return PageResult(
      page: page, size: inHand.isMoved ? inHand.size.points : own.pageSize,
      picture: try pictures.shown(inHand, loaded: loaded, isRasterized: false),
      extras: try pictures.extras(of: inHand, recognized: page), replacesHiddenText: own.hasHiddenText)
  }

  private func noteBarcodes(
    of file: DocumentFile, on page: inout RecognizedPage, with steps: [Step], _ entering: (String) -> Void
  ) throws(PageFailure) {
    guard let size = page.source, let step = steps.first(where: { $0.stage is BarcodesStage }) else { return }
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
    let toImage = page.sourceToImage
    try page.findings.set(codes.map { $0.moved { toImage(Point(x: $0.x * across, y: $0.y * down)).rounded } })
  }

  private func picture(of page: PageReference, from file: DocumentFile) throws(PageFailure) -> Raster {
    do {
      return try file.load(page: page.sourcePage, settings: configuration.pages).raster
    } catch {
      guard error.kind == .limit else { throw error }
      return try file.glance(page: page.sourcePage, settings: configuration.pages).image
    }
  }

  // MARK: The page's own text

  private struct JudgedText {
    var text: EmbeddedText?
    var check: TextCheck?
    // The small picture of the page that the text was compared with.
    var seen: PageContext?
    /// Whether the page must not be moved, because its own text stays on it.
    var staysInPlace: Bool
    var sick: EmbeddedText?
  }

  private func judgedText(
    of page: PageReference, in file: DocumentFile, _ steps: [Step]
  ) throws(PageFailure) -> JudgedText {
    let settings = configuration.pages
    let own = try file.embeddedText(page: page.sourcePage, settings: settings)
    let staysInPlace = settings.existingText == .redo && own?.text != nil
    if let own, own.isUnusable, settings.existingText == .heal {
      var check = TextCheck.unusable
      check.isReplaced = true
      return JudgedText(text: try replacement(for: page, in: file, steps), check: check, staysInPlace: true)
    }
    guard let own, own.treatment == .keep, settings.existingText != .strip,
      let look = try EmbeddedTextLook(own, of: page, in: file, settings: settings)
    else { return JudgedText(text: own, staysInPlace: staysInPlace) }
    let reads = steps.contains { type(of: $0.stage).has(.readsText) }
    if reads, look.hasUnreadPicture {
      let visible = try file.embeddedText(page: page.sourcePage, settings: settings.with(.redo))
      return JudgedText(text: visible, staysInPlace: visible?.text != nil && !look.isMostlyUnread)
    }
    var check = try look.check(isThorough: false, read: lineReader(steps, own))
    guard settings.existingText == .heal, reads, check.isSick else {
      return JudgedText(text: own, check: check, seen: look.page, staysInPlace: staysInPlace)
    }
    check.isReplaced = true
    return JudgedText(
      text: try replacement(for: page, in: file, steps), check: check, seen: look.page, staysInPlace: true, sick: own)
  }

  func checkText(_ request: TextCheckRequest, _ input: InputFile) throws(PageFailure) -> TextCheckRequest.Reply {
    try PageFailure.during("load") { () throws(PageFailure) in
      let file = try files.open(input)
      let page = PageReference(number: request.page, source: input.name, sourcePage: request.page)
      let settings = configuration.pages.with(.skip)
      let own = try file.embeddedText(page: request.page, settings: settings)
      var check = own?.isUnusable == true ? TextCheck.unusable : nil
      if let own, own.treatment == .keep, let look = try EmbeddedTextLook(own, of: page, in: file, settings: settings) {
        check = try look.check(isThorough: request.isThorough, read: lineReader(stages.steps, own))
        if look.hasUnreadPicture { check?.missesPictures() }
      }
      return TextCheckRequest.Reply(pageCount: file.pageCount, check: check, words: own?.text?.wordCount ?? 0)
    }
  }

  /// Reads a picture of one line with a recognizer that the user has added.
  func readLine(_ request: ReadLineRequest, _ input: InputFile) throws(PageFailure) -> ReadLineRequest.Reply {
    try PageFailure.during("load") { () throws(PageFailure) in
      guard let reader = stages.networks.added.first(where: { $0.recognizer.name == request.recognizer })?.reader else {
        throw PageFailure(kind: .library, message: "The recognizer \(request.recognizer) is not loaded.")
      }
      let image = try files.open(input).load(page: 1, settings: configuration.pages).raster
      let whole = Box(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
      let line = try reader.line(whole.corners, of: image, onlyLatin: false)
      return ReadLineRequest.Reply(
        words: (line?.words ?? []).map { ReadLineRequest.Reply.Word(text: $0.text, confidence: $0.confidence) })
    }
  }

  private func replacement(
    for page: PageReference, in file: DocumentFile, _ steps: [Step]
  ) throws(PageFailure) -> EmbeddedText? {
    let settings = configuration.pages
    let visible = try file.embeddedText(page: page.sourcePage, settings: settings.with(.redo))
    guard let visible, visible.text != nil || visible.isUnusable else { return visible }
    if visible.hasHiddenText, let look = try EmbeddedTextLook(visible, of: page, in: file, settings: settings),
      try !look.check(isThorough: false, read: lineReader(steps, visible)).isSick
    {
      return visible.recognized
    }
    return visible.silenced
  }

  private func lineReader(_ steps: [Step], _ own: EmbeddedText) -> EmbeddedTextLook.LineReader? {
    guard let stage = steps.lazy.compactMap({ $0.stage as? RecognizeStage }).first, let page = own.text?.text else {
      return nil
    }
    return { (line, dpi, text) throws(PageFailure) in
      try stage.words(in: line, dpi: dpi, supposed: text, on: page)
    }
  }

  // Returns a copied page with what stages measure in its picture, which `seen` shows if its text was compared with it.
  private func measured(
    _ copied: RecognizedPage, _ own: EmbeddedText, _ seen: PageContext?, from file: DocumentFile, _ steps: [Step],
    _ entering: (String) -> Void
  ) throws(PageFailure) -> RecognizedPage {
    guard let size = copied.image, steps.contains(where: StageSequence.measures) else { return copied }
    if let seen { return try stages.measure(copied, in: seen, with: steps, entering: entering) }
    entering("load")
    let view = try file.glance(page: copied.page.sourcePage, settings: configuration.pages).image.turned(
      clockwiseDegrees: own.clockwiseDegrees)
    let page = PageContext(reference: copied.page, view: view, of: size)
    return try stages.measure(copied, in: page, with: steps, entering: entering)
  }

  private func result(
    of page: PageContext, _ recognized: RecognizedPage, part: Int, loaded: LoadedPage, request: PageRequest,
    own: EmbeddedText?
  ) throws(PageFailure) -> PageResult {
    let isRasterized = own?.treatment == .rasterize
    let pictures = PagePictures(request: request, scratch: files.scratch, stageTypes: stages.types, part: part)
    return PageResult(
      page: recognized, size: page.isMoved ? correctedSize(of: page, loaded: loaded, request) : loaded.pageSize,
      picture: try pictures.shown(page, loaded: loaded, isRasterized: isRasterized),
      extras: try pictures.extras(of: page, recognized: recognized), replacesHiddenText: own?.hasHiddenText ?? false,
      silencesText: own?.isSilenced == true ? true : nil)
  }

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

  private func recognizedPage(
    _ page: PageContext, own: EmbeddedText?, loaded: LoadedPage, _ request: PageRequest, earlier: RecognizedPage?
  ) -> RecognizedPage {
    if !page.isMoved, let own, own.treatment != .rasterize, let text = own.text, let recognition = page.recognition {
      page.recognition?.blocks = EmbeddedTextMerge(text, image: own.image, recognizedAs: page.size).blocks(
        recognition.blocks)
    }
    var recognized = earlier ?? recognizedPage(page, request)
    recognized.document = request.document
    recognized.page = request.page
    recognized.capture = loaded.capture
    // Measured now, or reused with the earlier steps.
    for case let type as any TextStage.Type in stages.types {
      recognized.findings.take(type.known, from: page.findings)
    }
    return recognized
  }

  private func recognizedPage(_ page: PageContext, _ request: PageRequest) -> RecognizedPage {
    // Rounding makes an overlay the same as one drawn later from the page's files.
    let blocks = (page.recognition?.blocks ?? []).map { $0.withBoxes(\.rounded) }
    let words = blocks.words
    var findings = page.findings
    // `words` includes the page's own text, which has been merged.
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

extension RecognizedPage {
  /// The maximum error rate of recognized text that may replace a PDF's text.
  private static let mostErrors = ExpectedErrors.Grade.d.limit

  fileprivate func isBetter(than check: TextCheck) -> Bool {
    guard !words.isEmpty, let expected else { return false }
    return expected.characterErrorRate < min(Self.mostErrors, check.expected.characterErrorRate)
  }
}

extension EmbeddedText {
  /// The rotation that makes the displayed text upright, or `nil` if the text is upright.
  fileprivate var turn: Correction? { turn(of: shown)?.correction }

  fileprivate func turn(of size: RasterSize) -> (correction: Correction, size: RasterSize)? {
    guard clockwiseDegrees != 0 else { return nil }
    let isOnSide = clockwiseDegrees % 180 != 0
    let correction = Correction(
      kind: OrientationStage.description.name, confidence: 1, degrees: Double(clockwiseDegrees),
      matrix: .quarterTurns(
        clockwiseDegrees: clockwiseDegrees, width: Double(size.width), height: Double(size.height)))
    return (
      correction,
      RasterSize(
        width: isOnSide ? size.height : size.width, height: isOnSide ? size.width : size.height, dpi: size.dpi)
    )
  }
}

extension Block {
  fileprivate func withConfidence(_ confidence: Double) -> Block {
    withLines { line in
      line.confidence = confidence
      for index in line.words.indices { line.words[index].confidence = confidence }
    }
  }
}

extension PageContext.Recognition {
  fileprivate var droppedText: [DroppedText]? {
    guard !dropped.isEmpty else { return nil }
    return dropped.map {
      // A word of noise may have no part in the box of its line, and a line of noise may be longer than the parent accepts.
      let box = Box(x: $0.box.x, y: $0.box.y, width: max(0, $0.box.width), height: max(0, $0.box.height))
      return DroppedText(
        text: $0.text.prefix(scalars: 1000), confidence: $0.confidence, box: box.rounded, reason: $0.reason)
    }
  }
}
