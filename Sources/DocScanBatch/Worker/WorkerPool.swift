// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers

/// The worker processes of a run, at most as many as it may have.
final class WorkerPool {
  /// How many workers there may be.
  let size: Int
  private(set) var slots: [WorkerSlot] = []

  /// A worker that takes longer to build its stages is broken: six languages take 1 s, and 4 s where ten processes wait
  /// for each core.
  private static let secondsToStart = 60.0
  private let program: String
  private let configuration: WorkerConfiguration
  /// What reads beside Tesseract, or instead of it; nil if the pipeline asks for nothing.
  let engine: EngineCommand?
  /// What every worker must have loaded, with its version: results depend on it.
  private let networks: [String: String]
  private let output: OutputFolder
  private var startedWorkers = 0
  private var failedStarts = 0
  /// What holds the first worker, and the others on the same kernel; nil if all are still to come.
  let confinement: Confinement?

  /// A pool that begins with a worker that has built its stages, if there is one, and grows as there is work.
  init(
    size: Int, first: WorkerProcess?, program: String, configuration: WorkerConfiguration, engine: EngineCommand?,
    networks: [String: String], output: OutputFolder
  ) throws(BatchError) {
    (self.engine, self.networks, self.size, self.program) = (engine, networks, size, program)
    (self.configuration, self.output) = (configuration, output)
    guard let first else {
      confinement = nil
      return
    }
    let scratch = try output.makeScratch("worker-0")
    slots = [WorkerSlot(worker: first, scratch: scratch)]
    confinement = try Installation.confine(first, configuration.limits.sandbox, scratch: scratch)
  }

  /// The workers that can take a job.
  var idleSlots: [WorkerSlot] { slots.filter(\.isIdle) }

  /// How many workers with the run's stages can take a job now, or soon.
  var freeSlots: Int { slots.count { !$0.isBusy && $0.stages == nil } }

  /// How many more workers there may be.
  var room: Int { size - slots.count }

  /// Whether no worker is starting or at work.
  var isQuiet: Bool { slots.allSatisfy(\.isIdle) }

  /// Whether a worker is still one of the pool.
  func contains(_ slot: WorkerSlot) -> Bool { slots.contains { $0 === slot } }

  /// Starts one more worker, with stages of its own where it gets some, if there is room, or one that has nothing to do and
  /// other stages can go for it; false if not.
  func start(_ stages: [ResolvedComponent]? = nil) throws(BatchError) -> Bool {
    if room <= 0 {
      guard let slot = slots.first(where: { $0.isIdle && $0.stages != stages }) else { return false }
      _ = slot.worker.kill()
      try remove(slot)
    }
    var configuration = configuration
    if let stages { (configuration.stages, configuration.variants) = (stages, []) }
    startedWorkers += 1
    let scratch = try output.makeScratch("worker-\(startedWorkers)")
    let worker = try WorkerProcess(program: program)
    if stages == nil { worker.engine = try engine?.start() }
    let slot = WorkerSlot(worker: worker, scratch: scratch, stages: stages, secondsToStart: Self.secondsToStart)
    slots.append(slot)
    worker.limit(WorkerLimits(configuration.limits))
    // A worker that is gone already is noticed when its socket is read.
    worker.begin(configuration, scratch: scratch)
    return true
  }

  /// Takes a reply of a worker that starts: first its stages are built, then it is confined. Tells what is wrong with it.
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
    slot.state = .idle
    failedStarts = 0
    return nil
  }

  /// A worker ended before it had built its stages.
  func noteFailedStart(_ message: String) throws(BatchError) {
    failedStarts += 1
    guard failedStarts < RetryPolicy.tolerableStarts else {
      throw .missingPart("\(failedStarts) workers in a row did not start. \(message) The program is \(program).")
    }
  }

  /// Forgets a worker that ended, and what it left behind.
  func remove(_ slot: WorkerSlot) throws(BatchError) {
    slots.removeAll { $0 === slot }
    try OutputFolder.removeTree(slot.scratch)
  }

  /// Ends the workers that have nothing in progress, or only what is done from the beginning again anyway.
  func stopIdle() throws(BatchError) {
    for slot in slots where !slot.isBusy || slot.isRevising {
      _ = slot.worker.kill()
      try remove(slot)
    }
  }

  /// Ends all workers.
  func stop() {
    for slot in slots { _ = slot.worker.kill() }
    slots = []
  }
}
