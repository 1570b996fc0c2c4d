// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative
internal import DocScanWire
internal import Glibc

/// A worker process, which serves its parent's requests one after the other until the parent exits.
struct WorkerSession: ~Copyable {
  private let worker: Worker
  private let record: (any PageRecord)?
  private var channel = WorkerChannel()

  init(stages: [any Stage.Type], versions: [String: String], record: (any PageRecord)?) {
    self.record = record
    worker = Worker(stageTypes: stages, ownVersions: versions, record: record)
  }

  mutating func run(arguments: [String]) throws {
    if arguments.dropFirst().elementsEqual([ScannerLaunch.word]) {
      var session = ScannerSession()
      return try session.run()
    }
    guard let launch = EngineLaunch(arguments: arguments.dropFirst()) else { return try run() }
    let message = Array((EngineLauncher(launch: launch).run() + "\n").utf8)
    _ = unsafe message.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(127)
  }

  /// Serves requests on descriptor 3 until it closes. Ends after a descriptor leak or loss of the engine, so that the parent starts a new worker.
  private mutating func run() throws {
    let earlier = record?.earlier ?? []
    for (index, arrival) in earlier.enumerated() {
      guard try serve(arrival, isAnswered: index < earlier.count - 1) else { return }
    }
    while try serveNext(), channel.hasRoom, worker.isUsable {}
  }

  private mutating func serveNext() throws -> Bool {
    guard let arrival = try channel.receive() else { return false }
    return try serve(arrival, isAnswered: false)
  }

  private func serve(_ arrival: (message: Message, files: [InputFile]), isAnswered: Bool) throws -> Bool {
    guard let task = builtInTasks.first(where: { $0.name == arrival.message.name }) else {
      throw InvalidInput("a request of an unknown kind")
    }
    do {
      let reply = try task.perform(arrival.message, arrival.files, worker)
      record?.record(reply, to: arrival.message, with: arrival.files)
      return try isAnswered || WorkerChannel.send(.done, reply)
    } catch let failure as PageFailure {
      return try WorkerChannel.send(.failed, failure)
    } catch let error as PipelineError {
      return try WorkerChannel.send(.misconfigured, error)
    }
  }
}
