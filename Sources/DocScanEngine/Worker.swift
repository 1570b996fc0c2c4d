// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import DocScanTypedData
internal import DocScanUnderstanding
internal import DocScanVision
internal import DocScanWire
internal import DocScanWords
internal import Synchronization

/// The parts of a worker process. Mapped files count toward a request's memory limit, so each part first closes the files of the others.
final class Worker {
  private let stageTypes: [any Stage.Type]
  private let ownVersions: [String: String]
  private let record: (any PageRecord)?
  private struct Tools {
    let engine: Engine?
    let files: SourceReader
    let processor: PageProcessor
    let verifier: PDFVerifier
  }

  private var tools: Tools?
  private var isConfined = false

  init(stageTypes: [any Stage.Type], ownVersions: [String: String], record: (any PageRecord)? = nil) {
    (self.stageTypes, self.ownVersions, self.record) = (stageTypes, ownVersions, record)
  }

  /// Whether the worker can continue. A worker that has lost its engine can't.
  var isUsable: Bool { tools?.engine?.isUsable ?? true }

  func describe(_ request: DescribeRequest) throws(PipelineError) -> WorkerDescription {
    var versions = NativeVersions.all.merging(UnderstandingVersions.all) { own, _ in own }
    versions["Tesseract"] = Tesseract.version
    versions["OpenCV"] = Vision.version
    versions["qpdf"] = PDFGraft.libraryVersion
    versions["own words"] = try WordLists.load()
    let packs = try LanguagePacks()
    return WorkerDescription(
      versions: versions.merging(ownVersions) { own, _ in own }, stages: stageTypes.map { $0.description },
      formats: builtInFormats,
      languages: packs.languages, packSizes: packs.sizes, hasOrientationPack: packs.hasOrientationPack,
      kernels: request.checksKernels
        ? try TesseractKernels.state(languages: packs.languages, dataFolder: packs.folder) : nil,
      networks: InstalledModels.find()?.versions ?? [:],
      sources: packs.sources + InstalledModels.manifests + WordLists.sources)
  }

  func configure(_ request: ConfigureRequest, _ pipes: [InputFile]) throws -> ConfigureRequest.Reply {
    _ = try WordLists.load()
    let configuration = request.configuration
    TesseractKernels.use(configuration.limits.kernels == .auto)
    let engine = try request.hasEngine ? Engine(pipes, limits: configuration.limits) : nil
    let stages = try StageSequence(configuration, types: stageTypes, engine: engine)
    let files = SourceReader(configuration)
    tools = Tools(
      engine: engine, files: files, processor: PageProcessor(stages, files: files),
      verifier: PDFVerifier(limits: configuration.limits))
    return ConfigureRequest.Reply(engine: engine?.identity, networks: stages.networks.versions)
  }

  /// Drops all rights that reading documents doesn't need.
  func confine(_ request: ConfineRequest) -> Confinement {
    isConfined = true
    if let scratch = request.scratch { Tesseract.folder.withLock { $0 = scratch } }
    tools?.files.scratch = request.scratch ?? ""
    tools?.engine?.scratch = request.scratch ?? ""
    return request.sandbox == .off ? Confinement() : Sandbox.enter(scratch: request.scratch)
  }

  func files() throws(PageFailure) -> SourceReader {
    let tools = try ready()
    tools.verifier.close()
    return tools.files
  }

  func processor() throws(PageFailure) -> PageProcessor {
    let tools = try ready()
    tools.verifier.close()
    return tools.processor
  }

  func read(
    _ request: PageRequest, _ file: InputFile, entering: @escaping (String) -> Void
  ) throws(PageFailure) -> PageRequest.Reply {
    let processor = try processor()
    // An external engine's answers don't come from this program, so they aren't recorded.
    guard let record, tools?.engine == nil else { return try processor.process(request, file, entering: entering) }
    return try record.reply(to: request, for: file, entering: entering) { (entering) throws(PageFailure) in
      try processor.process(request, file, entering: entering)
    }
  }

  func graft(_ request: GraftRequest, original: InputFile, layers: InputFile) throws(PageFailure) -> PDFGraft.Outcome {
    let files = try files()
    files.close()
    return try PageFailure.during("graft") { () throws(PageFailure) in
      try PDFGraft.graft(
        request, original: original, layers: layers, output: "\(files.scratch)/\(GraftRequest.outputName)")
    }
  }

  func verifier() throws(PageFailure) -> PDFVerifier {
    let tools = try ready()
    tools.files.close()
    return tools.verifier
  }

  /// Returns the parts of a configured and confined worker. Nothing is read before.
  private func ready() throws(PageFailure) -> Tools {
    guard let tools, isConfined else {
      throw PageFailure(kind: .protocolViolation, stage: "load", message: "The worker was not configured and confined.")
    }
    return tools
  }
}
