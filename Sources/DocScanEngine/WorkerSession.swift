// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import Glibc

/// A worker process: answers its parent's requests, one after the other, until the parent goes away.
public struct WorkerSession: ~Copyable {
  private let stageTypes: [any Stage.Type]
  private var channel = WorkerChannel()
  private var processor: PageProcessor?
  private var isConfined = false
  private var verifier: PDFVerifier?

  /// A session that knows the given stages.
  public init(stages: [any Stage.Type] = builtInStages) { stageTypes = stages }

  /// Does what the program's arguments ask for: becomes an engine, or serves requests.
  public mutating func run(arguments: [String]) throws {
    guard let launch = EngineLaunch(arguments: arguments.dropFirst()) else { return try run() }
    let message = Array((EngineLauncher(launch).run() + "\n").utf8)
    _ = unsafe message.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(127)
  }

  /// Serves requests on descriptor 3. Returns when the parent closes it, which is how a worker ends, or when something in
  /// this process has used up its open files, or its engine is lost: the pages after it are better off in a fresh one.
  private mutating func run() throws {
    while try serveNext(), channel.hasRoom, processor?.engine?.isUsable ?? true {}
  }

  /// Answers one request, and lets go of its files; false when the parent has gone.
  private mutating func serveNext() throws -> Bool {
    guard let arrival = try channel.receive() else { return false }
    return try channel.send(try answer(arrival.request, arrival.files))
  }

  private mutating func answer(_ request: WorkerRequest, _ files: [InputFile]) throws -> WorkerReply {
    do {
      switch request {
      case .describe:
        return .description(try describe())
      case .configure(let configuration):
        let engine = try configuration.hasEngine ? Engine(files, limits: configuration.limits) : nil
        processor = try PageProcessor(configuration: configuration, stageTypes: stageTypes, engine: engine)
        verifier = PDFVerifier(limits: configuration.limits, passwords: configuration.passwords)
        return .configured(engine?.identity)
      case .confine(let sandbox, let scratch):
        isConfined = true
        processor?.scratch = scratch ?? ""
        return .confined(sandbox == .off ? Confinement() : Sandbox.enter(scratch: scratch))
      case .inspect:
        verifier?.close()
        return .inspected(try configured(processor).inspect(files))
      case .survey(let request):
        verifier?.close()
        return .surveyed(try configured(processor).survey(request, files))
      case .page(let request):
        // What is mapped into memory counts against the request's limit, and only its own files are allowed for.
        verifier?.close()
        let outcome = try configured(processor).process(request, files[0]) { channel.tell(stage: $0) }
        return .pages(outcome.results, checkpoint: outcome.checkpoint)
      case .graft(let request):
        processor?.close()
        verifier?.close()
        let outcome = try configured(processor).graft(request, original: files[0], layers: files[1])
        return .grafted(isIdentical: outcome.isIdentical, notes: outcome.notes)
      case .verify(let request):
        processor?.close()
        let verifier = try configured(verifier)
        let differences = try PageFailure.during("verify") { () throws(PageFailure) in
          try verifier.verify(request, pdf: files[0], original: files.count > 1 ? files[1] : nil)
        }
        return .verified(differences)
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
      versions: versions, stages: stageTypes.map { $0.description }, formats: builtInFormats,
      languages: packs.languages,
      hasOrientationPack: packs.hasOrientationPack)
  }

  /// Something that is there once the worker is configured; nothing is read before it is confined as well.
  private func configured<Part>(_ part: Part?) throws(PageFailure) -> Part {
    guard let part, isConfined else {
      throw PageFailure(
        kind: .protocolViolation, stage: "load", message: "The worker was not configured and confined.")
    }
    return part
  }
}
