// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanVision
internal import DocScanWire

/// The stages of a pipeline, which a worker creates once and runs on every page.
final class StageSequence {
  typealias Step = (component: ResolvedComponent, stage: any Stage)

  let configuration: WorkerConfiguration
  let types: [any Stage.Type]
  let engine: Engine?
  let networks: NeuralNetworks
  let steps: [Step]

  init(
    _ configuration: WorkerConfiguration, types: [any Stage.Type], engine: Engine? = nil,
    networks: NeuralNetworks = NeuralNetworks()
  ) throws(PipelineError) {
    (self.engine, self.configuration, self.types, self.networks) = (engine, configuration, types, networks)
    // Stages with a page's own settings are created later, when the sandbox prevents loading.
    for component in configuration.stages + configuration.variants {
      guard let type = types.first(where: { $0.description.name == component.name }) else { continue }
      let models = type.networks(for: component.settings)
      for model in models { try networks.load(model) }
      if models.contains(.textRecognition) {
        try networks.loadRecognizers(for: RecognizeStage.languages(in: component.settings))
      }
    }
    steps = try configuration.stages.map { (component) throws(PipelineError) in
      try Self.step(component, among: types, engine, networks)
    }
    for variant in configuration.checksVariants ? configuration.variants : [] {
      _ = try Self.step(variant, among: types, engine, networks)
    }
  }

  private static func step(
    _ component: ResolvedComponent, among types: [any Stage.Type], _ engine: Engine?, _ networks: NeuralNetworks
  ) throws(PipelineError) -> Step {
    guard let type = types.first(where: { $0.description.name == component.name }) else {
      throw .invalid(path: "stages", message: "this worker has no stage \"\(component.name)\".")
    }
    let stage = try type.init(settings: component.settings)
    try stage.use(networks)
    if let engine { try stage.use(engine) }
    return (component, stage)
  }

  func reading(_ components: [ResolvedComponent]) -> [ResolvedComponent] {
    components.filter { component in
      !types.contains { $0 is any TextStage.Type && $0.description.name == component.name }
    }
  }

  /// Returns whether a stage analyzes text after measuring the picture.
  static func measures(_ step: Step) -> Bool {
    (type(of: step.stage) as? any TextStage.Type).map { !$0.measurements.isEmpty } ?? false
  }

  // Adds to a copied page what stages measure in its picture.
  func measure(
    _ copied: RecognizedPage, in page: PageContext, with steps: [Step], entering: (String) -> Void
  ) throws(PageFailure) -> RecognizedPage {
    var text = PageContext.Recognition(blocks: copied.blocks, languages: [])
    text.isCopied = true
    page.recognition = text
    for step in steps where Self.measures(step) {
      entering(step.component.name)
      try PageFailure.during(step.component.name) { () throws(PageFailure) in try step.stage.process(page) }
    }
    var copied = copied
    copied.blocks = page.recognition?.blocks ?? copied.blocks
    copied.findings.add(page.findings)
    return copied
  }

  func look(
    at page: RecognizedPage, with steps: [Step], entering: (String) -> Void
  ) throws(PageFailure) -> RecognizedPage {
    var page = page
    for case let type as any TextStage.Type in types { page.findings.remove(type.lookedFor) }
    page.forgetStructure()
    for step in steps {
      guard let stage = step.stage as? any TextStage else { continue }
      entering(step.component.name)
      let found = try PageFailure.during(step.component.name) { () throws(PageFailure) in try stage.findings(on: page) }
      for finding in found { try page.findings.set(finding) }
    }
    page.takeStructure()
    return page
  }

  /// Runs the stages in order. Results are reused if a stage and all before it have the same settings, recognized text only with `withText`.
  func run(
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

  func steps(for request: PageRequest) throws(PageFailure) -> [Step] {
    guard let components = request.stages else { return steps }
    return try components.map { (component) throws(PageFailure) in
      if let index = configuration.stages.firstIndex(of: component) { return steps[index] }
      do throws(PipelineError) {
        return try Self.step(component, among: types, engine, networks)
      } catch {
        throw PageFailure(kind: .library, stage: component.name, message: error.description)
      }
    }
  }
}
