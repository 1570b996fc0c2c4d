// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import DocScanUnderstanding

/// What a worker does with a page, from its file to its result.
final class PageProcessor {
  /// A stage, and what the pipeline says of it.
  private typealias Step = (component: ResolvedComponent, stage: any Stage)

  let configuration: WorkerConfiguration
  private let stageTypes: [any Stage.Type]
  private let steps: [Step]
  private var openFile: (identity: FileIdentity, file: DocumentFile)?
  /// What reads beside Tesseract, or instead of it.
  let engine: Engine?
  /// The folder in which pictures and PDFs are left; nothing else writes there.
  var scratch = "" { didSet { engine?.scratch = scratch } }

  /// The networks that the stages use.
  let networks: NeuralNetworks

  /// Builds the stages; fails when one of them lacks a part.
  init(
    configuration: WorkerConfiguration, stageTypes: [any Stage.Type], engine: Engine? = nil,
    networks: NeuralNetworks = NeuralNetworks()
  ) throws(PipelineError) {
    (self.engine, self.configuration, self.stageTypes, self.networks) = (engine, configuration, stageTypes, networks)
    // A stage that a page has for itself is built when the page comes, and by then nothing can be loaded.
    for component in configuration.stages + configuration.variants {
      guard let type = stageTypes.first(where: { $0.description.name == component.name }) else { continue }
      for model in type.networks(for: component.settings) { try networks.load(model) }
    }
    steps = try configuration.stages.map { (component) throws(PipelineError) in
      try Self.step(component, among: stageTypes, engine, networks)
    }
    for variant in configuration.checksVariants ? configuration.variants : [] {
      _ = try Self.step(variant, among: stageTypes, engine, networks)
    }
  }

  private static func step(
    _ component: ResolvedComponent, among stageTypes: [any Stage.Type], _ engine: Engine?, _ networks: NeuralNetworks
  ) throws(PipelineError) -> Step {
    guard let type = stageTypes.first(where: { $0.description.name == component.name }) else {
      throw .invalid(path: "stages", message: "this worker has no stage \"\(component.name)\".")
    }
    let stage = try type.init(settings: component.settings)
    try stage.use(networks)
    if let engine { try stage.use(engine) }
    return (component, stage)
  }

  /// Puts a PDF together.
  func graft(_ request: GraftRequest, original: InputFile, layers: InputFile) throws(PageFailure) -> PDFGraft.Outcome {
    try PageFailure.during("graft") { () throws(PageFailure) in
      try PDFGraft.graft(
        request, original: original, layers: layers, output: "\(scratch)/\(GraftRequest.outputName)",
        passwords: configuration.passwords)
    }
  }

  /// Counts the pages of a document's files, and reads the e-invoices in a PDF or beside it.
  func inspect(_ request: InspectRequest, _ files: [InputFile]) throws(PageFailure) -> Inspection {
    let pageFiles = request.hasInvoice ? files.dropLast() : files[...]
    let counts = try pageFiles.map { (file) throws(PageFailure) in
      try PageFailure.during("load") { () throws(PageFailure) in try open(file).pageCount }
    }
    let beside = request.hasInvoice ? files.last.map(EInvoiceReader.beside) : nil
    guard pageFiles.count == 1, let facts = openFile?.file.facts() else {
      return Inspection(
        untrustedPageCounts: counts, canGraft: false, untrustedInvoices: beside ?? AttachedInvoices())
    }
    var invoices = facts.invoices
    invoices.invoices += beside?.invoices ?? []
    invoices.unread += beside?.unread ?? []
    return Inspection(
      untrustedPageCounts: counts, canGraft: facts.canGraft, untrustedMetadata: facts.metadata,
      conditions: facts.conditions, untrustedInvoices: invoices)
  }

  /// Compares an e-invoice with the pages of its document.
  func compare(_ request: CompareInvoiceRequest) -> CompareInvoiceRequest.Reply {
    InvoiceComparison(request.invoices, with: request.pages, isWhole: request.isWhole).reply
  }

  /// Looks pages over for separators; a page that cannot be read has none.
  func survey(_ request: SurveyRequest, _ files: [InputFile]) -> [SurveyedPage] {
    request.pages.map { place in
      do {
        return try glance(at: place.page, of: files[place.file])
      } catch {
        return SurveyedPage(untrustedCodes: [], isBlank: false)
      }
    }
  }

  private func glance(at page: Int, of input: InputFile) throws(PageFailure) -> SurveyedPage {
    let (image, dpi) = try open(input).glance(page: page, settings: configuration.pages)
    let codes = try Barcodes.read(image).map(\.text)
    guard codes.isEmpty else { return SurveyedPage(untrustedCodes: codes, isBlank: false) }
    return SurveyedPage(untrustedCodes: [], isBlank: try BlankStage.isClearlyBlank(image, dpi: dpi))
  }

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
    let file = try open(input)
    let isFull = request.effort == .full
    let own = isFull ? try file.ownText(page: request.page.sourcePage, settings: configuration.pages) : nil
    let all = isFull ? try self.steps(for: request) : []
    let textSteps = all.filter { $0.stage is any TextStage }
    if let own, own.treatment == .keep {
      return PageRequest.Reply(
        results: [try keptPage(request, own, from: file, textSteps, entering)], checkpoint: PageCheckpoint())
    }
    let loaded = try file.load(page: request.page.sourcePage, settings: configuration.pages)
    let page = PageContext(reference: request.page, source: loaded.raster, dpi: loaded.dpi, networks: networks)
    // In their own order, which the answer is checked against.
    var steps = all.filter { !($0.stage is any TextStage) || measures($0) }
    if configuration.pages.existingText == .redo, own?.text != nil {
      // Corrections would make a picture of the text that is to stay.
      steps.removeAll { !type(of: $0.stage).has(.worksBesideOwnText) }
    }
    // Text cannot be reused in part: it is read again unless every stage is the same, but for those that only look at text.
    let cached = isFull ? request.cached : nil
    let isSame =
      cached.map {
        readingStages($0.stages) == readingStages(request.stages ?? configuration.stages)
          && $0.checkpoint.pageCount == $0.results.count
      } ?? false
    var results: [PageResult] = []
    let checkpoint = try run(
      steps[...], on: page, after: cached?.checkpoint, withText: isSame, entering: entering
    ) { (finished) throws(PageFailure) in
      let part = results.count + 1
      let earlier = isSame ? cached?.results.dropFirst(results.count).first : nil
      for step in earlier == nil ? steps : [] {
        try PageFailure.during(step.component.name) { () throws(PageFailure) in try step.stage.finish(finished) }
      }
      var known = recognizedPage(finished, own: own, loaded: loaded, request, earlier: earlier?.page)
      try noteFields(of: file, on: &known, with: textSteps)
      let recognized = try look(
        at: known.applying(request.edits), with: textSteps, entering: entering
      ).decidingFields(request.edits).withFittingGrids
      entering("picture")
      results.append(try result(of: finished, recognized, part: part, loaded: loaded, request: request, own: own))
    }
    return PageRequest.Reply(results: results, checkpoint: checkpoint)
  }

  /// The stages that decide what is read.
  private func readingStages(_ components: [ResolvedComponent]) -> [ResolvedComponent] {
    components.filter { component in
      !stageTypes.contains { $0 is any TextStage.Type && $0.description.name == component.name }
    }
  }

  /// Whether a stage looks at text, and before that measures something in the picture.
  private func measures(_ step: Step) -> Bool {
    (type(of: step.stage) as? any TextStage.Type).map { !$0.measurements.isEmpty } ?? false
  }

  /// The page with what the stages find in its text, and without what they found there in an earlier run.
  private func look(
    at page: RecognizedPage, with steps: [Step], entering: (String) -> Void
  ) throws(PageFailure) -> RecognizedPage {
    var page = page
    for case let type as any TextStage.Type in stageTypes { page.findings.remove(type.lookedFor) }
    page.forgetStructure()
    for step in steps {
      guard let stage = step.stage as? any TextStage else { continue }
      entering(step.component.name)
      let found = try PageFailure.during(step.component.name) { () throws(PageFailure) in try stage.look(at: page) }
      if let found { try page.findings.set(found) }
      if let further = try PageFailure.during(
        step.component.name, { () throws(PageFailure) in try stage.lookFurther(at: page) })
      {
        try page.findings.set(further)
      }
    }
    page.takeStructure()
    return page
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
      try look(
        at: request.page.applying(request.edits), with: steps.filter { $0.stage is any TextStage }, entering: { _ in }
      ).decidingFields(request.edits).withFittingGrids
    }
  }

  /// Runs the stages one after the other; the parts of a spread take the remaining ones each by itself.
  ///
  /// Stages that ran before with the same settings, after the same stages, are not run again; `withText` says whether that
  /// goes for the reading of text, too.
  private func run(
    _ steps: ArraySlice<Step>, on page: PageContext, after cached: PageCheckpoint?, withText: Bool,
    entering: (String) -> Void, finish: (PageContext) throws(PageFailure) -> Void
  ) throws(PageFailure) -> PageCheckpoint {
    var checkpoint = PageCheckpoint()
    var earlier = (cached?.steps ?? [])[...]
    for (index, step) in zip(steps.indices, steps) {
      if let found = earlier.popFirst(), found.stage == step.component,
        withText || !type(of: step.stage).has(.readsText)
      {
        page.take(found)
      } else {
        earlier = []
        entering(step.component.name)
        try step.stage.correct(page)
      }
      checkpoint.steps.append(page.step(of: step.component))
      guard let parts = page.parts else { continue }
      let isFollowed = cached.map { $0.steps == checkpoint.steps && $0.parts.count == parts.count } ?? false
      for (number, part) in parts.enumerated() {
        checkpoint.parts.append(
          try run(
            steps[(index + 1)...], on: part, after: isFollowed ? cached?.parts[number] : nil, withText: withText,
            entering: entering, finish: finish))
      }
      return checkpoint
    }
    try finish(page)
    return checkpoint
  }

  /// The stages of a page: where its settings are its own, they are built for it.
  private func steps(for request: PageRequest) throws(PageFailure) -> [Step] {
    guard let components = request.stages else { return steps }
    return try components.map { (component) throws(PageFailure) in
      if let index = configuration.stages.firstIndex(of: component) { return steps[index] }
      do throws(PipelineError) {
        return try Self.step(component, among: stageTypes, engine, networks)
      } catch {
        throw PageFailure(kind: .library, stage: component.name, message: error.description)
      }
    }
  }

  /// A page that stays as it is, with a copy of its own text.
  private func keptPage(
    _ request: PageRequest, _ own: OwnText, from file: DocumentFile, _ steps: [Step], _ entering: (String) -> Void
  ) throws(PageFailure) -> PageResult {
    var copied = RecognizedPage(
      document: request.document, page: request.page, status: own.text == nil ? .corrected : .copied,
      source: own.image, image: own.image, text: own.text?.text ?? "", confidence: own.text == nil ? nil : 1,
      blocks: own.text?.blocks ?? [])
    try noteFields(of: file, on: &copied, with: steps)
    let page = try look(at: measured(copied, from: file, steps, entering), with: steps, entering: entering)
    guard request.wantsPicture == .always || !request.extras.isEmpty else {
      return PageResult(page: page, size: own.pageSize, picture: nil, replacesHiddenText: own.hasHiddenText)
    }
    let loaded = try file.load(page: request.page.sourcePage, settings: configuration.pages)
    entering("picture")
    let pictures = PagePictures(request: request, scratch: scratch, stageTypes: stageTypes, part: 1)
    let inHand = PageContext(reference: request.page, source: loaded.raster, dpi: loaded.dpi)
    return PageResult(
      page: page, size: own.pageSize, picture: try pictures.shown(inHand, loaded: loaded, isRasterized: false),
      extras: try pictures.extras(of: inHand, recognized: page), replacesHiddenText: own.hasHiddenText)
  }

  /// A page that stays as it is, with what stages measure in a small picture of it.
  private func measured(
    _ copied: RecognizedPage, from file: DocumentFile, _ steps: [Step], _ entering: (String) -> Void
  ) throws(PageFailure) -> RecognizedPage {
    let steps = steps.filter(measures)
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
    let pictures = PagePictures(request: request, scratch: scratch, stageTypes: stageTypes, part: part)
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
    for case let type as any TextStage.Type in stageTypes { recognized.findings.take(type.known, from: page.findings) }
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

  /// Lets go of the file that is open.
  func close() { openFile = nil }

  /// Keeps the last file open: the pages of a document mostly come one after the other.
  func open(_ input: InputFile) throws(PageFailure) -> DocumentFile {
    if let openFile, openFile.identity == input.identity { return openFile.file }
    openFile = nil
    let file = try DocumentFile(input, limits: configuration.limits, passwords: configuration.passwords)
    openFile = (input.identity, file)
    return file
  }
}

extension PageContext.Recognition {
  /// What was dropped, as files have it; nil where that is nothing.
  fileprivate var droppedText: [DroppedText]? {
    guard !dropped.isEmpty else { return nil }
    return dropped.map {
      DroppedText(text: $0.text, confidence: $0.confidence, box: $0.box.rounded, reason: $0.reason)
    }
  }
}
