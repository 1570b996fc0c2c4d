// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import DocScanUnderstanding

/// What a worker process has to work with.
///
/// What is mapped into memory counts against a request's limit, and only its own files are allowed for: so whoever works
/// has the others let go of their files.
final class Worker {
  private let stageTypes: [any Stage.Type]
  /// Those of stages that are not docscan's.
  private let ownVersions: [String: String]
  private var processor: PageProcessor?
  private var verifier: PDFVerifier?
  private var isConfined = false

  init(stageTypes: [any Stage.Type], ownVersions: [String: String]) {
    (self.stageTypes, self.ownVersions) = (stageTypes, ownVersions)
  }

  /// Whether it can go on: false once its engine is lost.
  var isUsable: Bool { processor?.engine?.isUsable ?? true }

  /// What it is made of.
  func describe(_ request: DescribeRequest) throws(PipelineError) -> WorkerDescription {
    var versions = NativeVersions.all.merging(UnderstandingVersions.all) { own, _ in own }
    versions["Tesseract"] = Tesseract.version
    versions["OpenCV"] = Vision.version
    versions["qpdf"] = PDFGraft.libraryVersion
    let packs = try LanguagePacks()
    return WorkerDescription(
      versions: versions.merging(ownVersions) { own, _ in own }, stages: stageTypes.map { $0.description },
      formats: builtInFormats,
      languages: packs.languages, packSizes: packs.sizes, hasOrientationPack: packs.hasOrientationPack,
      kernels: request.checksKernels
        ? try TesseractKernels.state(languages: packs.languages, dataFolder: packs.folder) : nil,
      networks: InstalledModels.find()?.versions ?? [:])
  }

  /// Builds the stages, with the pipes of an engine.
  func configure(_ request: ConfigureRequest, _ pipes: [InputFile]) throws -> ConfigureRequest.Reply {
    let configuration = request.configuration
    TesseractKernels.use(configuration.limits.kernels == .auto)
    let engine = try request.hasEngine ? Engine(pipes, limits: configuration.limits) : nil
    processor = try PageProcessor(configuration: configuration, stageTypes: stageTypes, engine: engine)
    verifier = PDFVerifier(limits: configuration.limits, passwords: configuration.passwords)
    return ConfigureRequest.Reply(engine: engine?.identity, networks: processor?.networks.versions ?? [:])
  }

  /// Gives up all rights that reading does not take.
  func confine(_ request: ConfineRequest) -> Confinement {
    isConfined = true
    processor?.scratch = request.scratch ?? ""
    return request.sandbox == .off ? Confinement() : Sandbox.enter(scratch: request.scratch)
  }

  /// What reads documents.
  func reader() throws(PageFailure) -> PageProcessor {
    verifier?.close()
    return try ready(processor)
  }

  /// What puts PDFs together.
  func assembler() throws(PageFailure) -> PageProcessor {
    processor?.close()
    return try reader()
  }

  /// What compares PDFs.
  func comparer() throws(PageFailure) -> PDFVerifier {
    processor?.close()
    return try ready(verifier)
  }

  /// Something that is there once the worker is configured; nothing is read before it is confined as well.
  private func ready<Part>(_ part: Part?) throws(PageFailure) -> Part {
    guard let part, isConfined else {
      throw PageFailure(kind: .protocolViolation, stage: "load", message: "The worker was not configured and confined.")
    }
    return part
  }
}
