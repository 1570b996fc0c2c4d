// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers

/// The worker processes of a run.
final class WorkerPool {
  let size: Int
  private(set) var slots: [WorkerSlot] = []

  /// The time limit for building stages. Six languages take 1 s, or 4 s with ten processes per core.
  private static let secondsToStart = 60.0
  private let program: String
  private let configuration: WorkerConfiguration
  /// The engine that reads in addition to Tesseract or instead of it, or `nil` if the pipeline has none.
  let engine: EngineCommand?
  /// The networks and versions that every worker must have loaded, because results depend on them.
  private let networks: [String: String]
  private let output: OutputFolder
  private var startedWorkers = 0
  private var failedStarts = 0
  /// Receives the confinement of the first worker, which applies to all on the same kernel.
  var onFirstConfinement: (Confinement) -> Void = { _ in }
  private var isConfined = false

  /// Creates a pool, which grows on demand. `first` is a worker that has built its stages, or `nil` to begin without workers.
  init(
    size: Int, first: WorkerProcess?, program: String, configuration: WorkerConfiguration, engine: EngineCommand?,
    networks: [String: String], output: OutputFolder
  ) throws(BatchError) {
    (self.engine, self.networks, self.size, self.program) = (engine, networks, size, program)
    (self.configuration, self.output) = (configuration, output)
    guard let first else { return }
    slots = [WorkerSlot(worker: first, scratch: try output.makeScratch("worker-0"))]
  }

  /// Confines the worker with which the pool was created, if any. Throws if the pipeline requires more than the kernel supports.
  func confineFirst() throws(BatchError) {
    guard !isConfined, let first = slots.first else { return }
    note(try Installation.confine(first.worker, configuration.limits.sandbox, scratch: first.scratch))
  }

  private func note(_ confinement: Confinement) {
    guard !isConfined else { return }
    isConfined = true
    onFirstConfinement(confinement)
  }

  var idleSlots: [WorkerSlot] { slots.filter(\.isIdle) }

  /// The number of workers with the run's stages that can take a job now or soon.
  var freeSlots: Int { slots.count { !$0.isBusy && $0.stages == nil } }

  var room: Int { size - slots.count }

  var isQuiet: Bool { slots.allSatisfy(\.isIdle) }

  func contains(_ slot: WorkerSlot) -> Bool { slots.contains { $0 === slot } }

  /// Starts a worker, optionally with other stages. A full pool replaces an idle worker that has different stages, or returns `false` if it has none.
  func start(_ stages: [ResolvedComponent]? = nil) throws(BatchError) -> Bool {
    if room <= 0 {
      guard let slot = slots.first(where: { $0.isIdle && $0.stages != stages }) else { return false }
      _ = slot.worker.kill()
      try remove(slot)
    }
    try add(stages)
    return true
  }

  /// Replaces a worker that has read documents that the job's document must not share a worker with. The new worker begins the job, or repeats its
  /// request, when it's ready.
  func replace(_ slot: WorkerSlot, for job: any Job, repeating request: (any JobRequest)? = nil) throws(BatchError) {
    _ = slot.worker.kill()
    try remove(slot)
    slot.state = .starting(isBuilt: false)
    try add(slot.stages).next = (job, request)
  }

  @discardableResult
  private func add(_ stages: [ResolvedComponent]?) throws(BatchError) -> WorkerSlot {
    var configuration = configuration
    if let stages { (configuration.stages, configuration.variants) = (stages, []) }
    startedWorkers += 1
    let scratch = try output.makeScratch("worker-\(startedWorkers)")
    let worker = try WorkerProcess(program: program)
    if stages == nil { worker.engine = try engine?.start() }
    let slot = WorkerSlot(worker: worker, scratch: scratch, stages: stages, secondsToStart: Self.secondsToStart)
    slots.append(slot)
    worker.limit(WorkerLimits(configuration.limits))
    // A worker that has already ended is detected when its socket is read.
    worker.begin(configuration, scratch: scratch)
    return slot
  }

  /// Handles the replies of a starting worker, which builds its stages and is then confined. Returns the problem with a reply, or `nil`.
  func take(_ message: Message, from slot: WorkerSlot, isBuilt: Bool) throws(BatchError) -> String? {
    let confinement: Confinement
    do throws(InvalidInput) {
      guard isBuilt else {
        let reply = try message.body(ConfigureRequest.Reply.self).bounded
        slot.state = .starting(isBuilt: true)
        return slot.stages != nil || reply.networks == networks ? nil : "it found other models than the first worker"
      }
      confinement = try message.body(ConfineRequest.Reply.self).bounded
    } catch {
      return "\(error)"
    }
    try Installation.check(confinement, configuration.limits.sandbox)
    note(confinement)
    slot.state = .idle
    failedStarts = 0
    return nil
  }

  /// Counts a worker that ended before it was ready. Throws after too many in a row.
  func noteFailedStart(_ message: String) throws(BatchError) {
    failedStarts += 1
    guard failedStarts < RetryPolicy.tolerableStarts else {
      throw .missingPart("\(failedStarts) workers in a row did not start. \(message) The program is \(program).")
    }
  }

  func remove(_ slot: WorkerSlot) throws(BatchError) {
    slots.removeAll { $0 === slot }
    try OutputFolder.removeTree(slot.scratch)
  }

  /// Stops workers that have no job, or whose job can be repeated without loss.
  func stopIdle() throws(BatchError) {
    for slot in slots where !slot.isBusy || slot.isRevising {
      _ = slot.worker.kill()
      try remove(slot)
    }
  }

  func stop() {
    for slot in slots { _ = slot.worker.kill() }
    slots = []
  }
}
