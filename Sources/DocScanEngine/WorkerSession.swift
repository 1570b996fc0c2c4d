// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanNative

/// A worker process: answers its parent's requests, one after the other, until the parent goes away.
public struct WorkerSession: ~Copyable {
  private let stageTypes: [any Stage.Type]
  private var channel = WorkerChannel()
  private var processor: PageProcessor?
  private var verifier: PDFVerifier?

  /// A session that knows the given stages.
  public init(stages: [any Stage.Type] = builtInStages) { stageTypes = stages }

  /// Serves requests on descriptor 3. Returns when the parent closes it, which is how a worker ends.
  public mutating func run() throws {
    linux_disable_core_files()
    while let request = try channel.receive() {
      guard try channel.send(try answer(request)) else { return }
    }
  }

  private mutating func answer(_ request: WorkerRequest) throws -> WorkerReply {
    do {
      switch request {
      case .describe:
        return .description(try describe())
      case .configure(let configuration):
        linux_limit_address_space(UInt64(configuration.limits.megabytesPerWorker) << 20)
        processor = try PageProcessor(configuration: configuration, stageTypes: stageTypes)
        verifier = PDFVerifier(limits: configuration.limits, passwords: configuration.passwords)
        return .configured
      case .inspect(let source):
        return .inspected(try configured(processor).inspect(source))
      case .survey(let request):
        return .surveyed(try configured(processor).survey(request))
      case .page(let request):
        let outcome = try configured(processor).process(request) { stage in _ = try channel.send(.stage(stage)) }
        return .pages(outcome.results, trail: outcome.trail)
      case .graft(let request):
        let outcome = try configured(processor).graft(request)
        return .grafted(isIdentical: outcome.isIdentical, notes: outcome.notes)
      case .verify(let request):
        return .verified(try configured(verifier).verify(request))
      }
    } catch let failure as PageFailure {
      return .failed(failure)
    } catch let error as PipelineError {
      if case .missingPart(let message) = error { return .misconfigured(message: message, missingPart: true) }
      return .misconfigured(message: error.description, missingPart: false)
    }
  }

  private func describe() throws(PipelineError) -> WorkerDescription {
    var versions = NativeVersions.all
    versions["Tesseract"] = Tesseract.version
    versions["OpenCV"] = Vision.version
    versions["qpdf"] = PDFGraft.libraryVersion
    let packs = try LanguagePacks()
    return WorkerDescription(
      versions: versions, stages: stageTypes.map { $0.description }, languages: packs.languages,
      hasOrientationPack: packs.hasOrientationPack)
  }

  /// Something that is there once the worker is configured.
  private func configured<Part>(_ part: Part?) throws(PageFailure) -> Part {
    guard let part else {
      throw PageFailure(kind: .protocolViolation, stage: "load", message: "The worker was not configured.")
    }
    return part
  }
}
