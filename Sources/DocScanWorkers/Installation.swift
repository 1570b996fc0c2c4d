// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// The installed programs.
package enum Installation {
  /// The version of docscan.
  package static let version = "0.1.0"

  /// The day of this version, such as "November 23, 2026".
  package static let released = "November 23, 2026"

  /// Asks the worker program what it is made of; fails when it cannot be found or started.
  package static func describe(checkingKernels: Bool = false) throws(BatchError) -> WorkerDescription {
    try describe(WorkerProcess(program: try workerProgram()), checkingKernels: checkingKernels)
  }

  /// What the worker program is made of, and what confines it on this kernel.
  package static func examine() throws(BatchError) -> (WorkerDescription, Confinement) {
    let worker = try WorkerProcess(program: try workerProgram())
    return (try describe(worker, checkingKernels: true), try confine(worker, .auto, scratch: nil))
  }

  /// Confines a worker that has built its stages; fails when something is missing that the pipeline requires.
  package static func confine(
    _ worker: WorkerProcess, _ sandbox: LimitSettings.Sandbox, scratch: String?
  ) throws(BatchError) -> Confinement {
    guard case .done(let confinement) = worker.ask(ConfineRequest(sandbox, scratch: scratch.map(shownPath))) else {
      throw .missingPart("The worker program cannot be confined: it \(worker.awaitEnd().description).")
    }
    try check(confinement, sandbox)
    return confinement
  }

  /// Fails when something is missing that has to confine workers.
  package static func check(_ confinement: Confinement, _ sandbox: LimitSettings.Sandbox) throws(BatchError) {
    guard sandbox == .require, !confinement.missing.isEmpty else { return }
    throw .missingPart(
      "The pipeline requires confined workers (limits.sandbox), but this kernel does not support all of it: "
        + "\(confinement.missing.joined(separator: "; ")). \"sandbox\": \"auto\" uses what there is.")
  }

  /// The versions of the libraries that the worker program uses; starts it only if something was installed since.
  package static func libraryVersions() throws(BatchError) -> [String: String] { try facts().versions }

  /// The formats of files that the worker program reads; starts it only if something was installed since.
  package static func formats() throws(BatchError) -> InputFormats { try facts().formats }

  private static func facts() throws(BatchError) -> WorkerCache.Facts {
    let cache = WorkerCache(workerProgram: try workerProgram())
    if let facts = cache.facts { return facts }
    let description = try describe()
    let facts = WorkerCache.Facts(versions: description.versions, formats: description.formats)
    cache.remember(facts)
    return facts
  }

  /// Asks a running worker what it is made of.
  package static func describe(
    _ worker: WorkerProcess, checkingKernels: Bool = false
  ) throws(BatchError) -> WorkerDescription {
    switch worker.ask(DescribeRequest(checkingKernels: checkingKernels)) {
    case .done(let description): return description
    case .misconfigured(let error): throw .missingPart("\(error)")
    case _: throw worker.silence()
    }
  }

  /// The worker program: DOCSCAN_WORKER, or `docscan-worker` beside this program or on the search path.
  package static func workerProgram() throws(BatchError) -> String {
    let environment = ProcessInfo.processInfo.environment
    if let program = environment["DOCSCAN_WORKER"], !program.isEmpty {
      guard unsafe access(program, X_OK) == 0 else {
        throw .missingPart("DOCSCAN_WORKER names \(program), which is not a program.")
      }
      return program
    }
    let beside = ownFolder().map { [$0] } ?? []
    let searchPath = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    for folder in beside + searchPath {
      let program = folder + "/docscan-worker"
      if unsafe access(program, X_OK) == 0 { return program }
    }
    throw .missingPart(
      "The program docscan-worker is missing. It belongs beside docscan; DOCSCAN_WORKER can name another path.")
  }

  /// The folder of this program; nil if the kernel does not tell.
  package static func ownFolder() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0 else { return nil }
    let path = String(decoding: buffer[..<length], as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
