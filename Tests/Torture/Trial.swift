// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScan
internal import DocScanCore
internal import DocScanFixtures
internal import FoundationEssentials
internal import Glibc

/// One run with a fault, one run after it, and the complaints about both.
struct Trial {
  let moment: Moment
  /// Whether the fault happened before the run ended.
  private(set) var isHit = false
  /// Whether the second run finished everything by itself.
  private(set) var isResumed = false
  private(set) var lostInputs = 0
  private(set) var partialDocuments = 0
  private(set) var differences = 0
  private(set) var wrongExits = 0
  /// The number of changed files that aren't docscan's.
  private(set) var touched = 0
  /// The faults in words.
  private(set) var complaints: [String] = []

  private let batch: Batch
  private let reference: Reference
  private let foreign: ForeignFiles

  /// Performs both runs.
  init(_ moment: Moment, seed: UInt64, batch: Batch, reference: Reference) throws {
    self.moment = moment
    self.batch = batch
    self.reference = reference
    foreign = try batch.prepare(withEarlierResults: moment.hasEarlierResults)
    let result: CommandResult
    if moment.fault.isOfCall {
      let control = try FaultControl(in: batch.folder, watching: batch.output, moment: moment)
      result = try batch.command(environment: control.environment).run()
      let seen = try control.read()
      isHit = seen.hits > 0
      if isHit, let call = seen.list.first(where: { $0.number == moment.number }) { complaints = ["\(call)"] }
    } else {
      var generator = SeededGenerator(seed: seed &+ UInt64(moment.number))
      result = try kill(after: Double.random(in: 0...(reference.seconds * 1.05), using: &generator), using: &generator)
    }
    let context = complaints
    complaints = []
    try checkExit(result)
    try checkInputs()
    try checkVisible()
    try resume()
    // The call explains its effect.
    if !complaints.isEmpty { complaints = context + complaints }
  }

  /// Kills the moment's processes this many seconds after the start.
  private mutating func kill(after seconds: Double, using generator: inout SeededGenerator) throws -> CommandResult {
    let running = try batch.command().start()
    usleep(UInt32(seconds * 1e6))
    let workers = children(of: running.process)
    switch moment.fault {
    case .parent, .all: isHit = Glibc.kill(running.process, SIGKILL) == 0
    case .worker, .kill, .tear, .short, .enospc, .eio, .full: break
    }
    if moment.fault == .all { for worker in workers { _ = Glibc.kill(worker, SIGKILL) } }
    if moment.fault == .worker, let worker = workers.randomElement(using: &generator) {
      isHit = Glibc.kill(worker, SIGKILL) == 0
    }
    return try running.wait()
  }

  private func children(of process: Int32) -> [Int32] {
    do {
      let text = try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
      return text.split(separator: " ").compactMap { Int32($0) }
    } catch {
      // The process has ended.
      return []
    }
  }

  private mutating func checkExit(_ result: CommandResult) throws {
    let isRight: Bool
    switch result.exitCode {
    case nil: isRight = !result.timedOut && result.signal == SIGKILL && moment.fault.kills
    case 0: isRight = try isFinal("The run ended with 0")
    case 6:
      let names = ["disk is full", "disk may be full", "disk reports an error"].contains { result.errors.contains($0) }
      isRight = isHit && !moment.fault.kills && moment.fault != .short && names && result.errors.contains(batch.output)
    // The first worker checks the pipeline before anything is written; if it is killed, no run begins.
    case 5: isRight = isHit && moment.fault == .worker
    case _: isRight = false
    }
    if !isRight {
      wrongExits += 1
      complaints.append("wrong end: \(result.summary)")
    }
  }

  private mutating func checkInputs() throws {
    let changed = try foreign.touched()
    if !changed.isEmpty {
      touched += changed.count
      complaints.append("not docscan's, and touched: \(changed.joined(separator: ", "))")
    }
    guard try !batch.inputsAreWhole() else { return }
    lostInputs += 1
    complaints.append("an input was changed")
  }

  /// Finds documents that are neither complete nor the complete earlier result.
  private mutating func checkVisible() throws {
    let files = try batch.results(beside: foreign)
    for document in Batch.documents {
      func part(_ files: [String: Data]) -> [String: Data] { files.filter { $0.key.hasPrefix(document + "/") } }
      let found = part(files)
      let mayBeMissing = !moment.hasEarlierResults && document != Batch.decided
      let isWhole =
        found == part(reference.final) || mayBeMissing && found.isEmpty
        || !mayBeMissing && found == part(reference.earlier)
      guard !isWhole else { continue }
      partialDocuments += 1
      complaints.append(
        "\(document) is not whole: \(differingFiles(found, part(reference.final)).joined(separator: ", "))")
    }
    let strangers = files.keys.filter { file in !Batch.documents.contains { file.hasPrefix($0 + "/") } }
    if !strangers.isEmpty {
      partialDocuments += 1
      complaints.append("files that do not belong there: \(strangers.sorted().joined(separator: ", "))")
    }
    try checkReport()
  }

  private mutating func checkReport() throws {
    guard batch.folder.contains("out/report.json") else { return }
    do {
      _ = try JSONDecoder().decode(BatchReport.self, from: batch.folder.data("out/report.json"))
    } catch {
      partialDocuments += 1
      complaints.append("report.json is damaged: \(error)")
    }
  }

  private mutating func resume() throws {
    let result = try batch.command().run()
    guard result.exitCode == 0 else {
      wrongExits += 1
      return complaints.append("the next run does not end well: \(result.summary)")
    }
    isResumed = true
    _ = try isFinal("The next run ended with 0")
    try checkInputs()
    try checkReport()
    if !batch.folder.contains("out/report.json") {
      differences += 1
      complaints.append("report.json is missing")
    }
    for name in ["partial", "scratch"] where batch.folder.contains("out/.docscan/\(name)") {
      let left = try FileManager.default.subpathsOfDirectory(atPath: batch.output + "/.docscan/" + name)
      guard !left.isEmpty else { continue }
      differences += 1
      complaints.append("left behind in .docscan/\(name): \(left.sorted().joined(separator: ", "))")
    }
  }

  /// Returns whether the results are those of an undisturbed run; adds a complaint if they aren't.
  private mutating func isFinal(_ situation: String) throws -> Bool {
    let different = differingFiles(try batch.results(beside: foreign), reference.final)
    guard !different.isEmpty else { return true }
    differences += different.count
    complaints.append("\(situation), but these differ: \(different.joined(separator: ", "))")
    return false
  }
}
