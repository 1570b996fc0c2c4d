// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
package import DocScanWire
internal import FoundationEssentials
internal import Glibc

/// The installed programs.
package enum Installation {
  package static let version = "0.1.0"

  package static let released = "November 23, 2026"

  /// Starts the worker program, and returns its description. Throws if it can't be found or started.
  package static func describe(checkingKernels: Bool = false) throws(BatchError) -> WorkerDescription {
    try describe(WorkerProcess(program: try workerProgram()), checkingKernels: checkingKernels)
  }

  /// Starts the worker program. Returns its description, and how this kernel confines it.
  package static func examine() throws(BatchError) -> (WorkerDescription, Confinement) {
    let worker = try WorkerProcess(program: try workerProgram())
    return (try describe(worker, checkingKernels: true), try confine(worker, .auto, scratch: nil))
  }

  /// Confines a worker that has built its stages. Returns its confinement. Throws if the pipeline requires more than the kernel supports.
  package static func confine(
    _ worker: WorkerProcess, _ sandbox: LimitSettings.Sandbox, scratch: String?
  ) throws(BatchError) -> Confinement {
    guard case .done(let confinement) = worker.ask(ConfineRequest(sandbox, scratch: scratch.map(shownPath))) else {
      throw .missingPart("The worker program cannot be confined: it \(worker.awaitEnd().description).")
    }
    try check(confinement, sandbox)
    return confinement
  }

  /// Throws if the pipeline requires confinement that is missing.
  package static func check(_ confinement: Confinement, _ sandbox: LimitSettings.Sandbox) throws(BatchError) {
    guard sandbox == .require, !confinement.missing.isEmpty else { return }
    throw .missingPart(
      "The pipeline requires confined workers (limits.sandbox), but this kernel does not support all of it: "
        + "\(confinement.missing.joined(separator: "; ")). \"sandbox\": \"auto\" uses what there is.")
  }

  package static func libraryVersions() throws(BatchError) -> [String: String] { try cachedDescription().versions }

  package static func formats() throws(BatchError) -> InputFormats { try cachedDescription().formats }

  /// Returns the worker program's description. Starts the program only if something has changed.
  private static func cachedDescription() throws(BatchError) -> WorkerDescription {
    var cache = WorkerDescriptionCache(workerProgram: try workerProgram())
    if let description = cache.description { return description }
    let description = try describe()
    cache.remember(description)
    return description
  }

  package static func describe(
    _ worker: WorkerProcess, checkingKernels: Bool = false
  ) throws(BatchError) -> WorkerDescription {
    switch worker.ask(DescribeRequest(checkingKernels: checkingKernels)) {
    case .done(let description): return description
    case .misconfigured(let error): throw .missingPart("\(error)")
    case _: throw worker.silence()
    }
  }

  /// Returns the path of the worker program: DOCSCAN_WORKER, or `docscan-worker` in this program's folder or on the search path.
  package static func workerProgram() throws(BatchError) -> String {
    let environment = ProcessInfo.processInfo.environment
    if let program = environment["DOCSCAN_WORKER"], !program.isEmpty {
      guard unsafe access(program, X_OK) == 0 else {
        throw .missingPart("DOCSCAN_WORKER names \(program), which is not a program.")
      }
      return program
    }
    let beside = ownFolder().map { [$0] } ?? []
    for folder in beside {
      let program = folder + "/docscan-worker"
      if unsafe access(program, X_OK) == 0 { return program }
    }
    if let program = TrustedPath.program(named: "docscan-worker") { return program }
    throw .missingPart(
      "The program docscan-worker was not found in \(beside.first ?? "this program's folder") or on the search path. "
        + "docscan's packages contain it, and in a Swift package that uses docscan, "
        + "swift build --product docscan-worker builds it next to your program. DOCSCAN_WORKER can name another path.")
  }

  /// Returns the folder of this program, or `nil` if the kernel doesn't provide it.
  package static func ownFolder() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0 else { return nil }
    let path = String(decoding: buffer[..<length], as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
