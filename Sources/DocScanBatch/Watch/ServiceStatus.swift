// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials
internal import Glibc

/// How a watch folder and its service are: what `docscan status` tells, schema `docscan-status/1`.
public struct ServiceStatus: Codable, Hashable, Sendable {
  /// The name of the format, with its version.
  public static let schema = "docscan-status/1"
  /// A running service writes its state every minute; after so many seconds without, something is wrong with it.
  private static let longestSilence = 600
  /// With less than so many bytes the disk counts as full.
  private static let leastRoom = 8 << 20
  /// So many failures are listed.
  private static let listedFailures = 10

  public var schema = Self.schema
  /// The process that writes to the output folder; nil when none does.
  public var process: Int32?
  public var output: String
  /// What the service says of itself, or the last one said.
  public var service: ServiceState?
  /// How many originals are in the folder for failed ones.
  public var failures: Int
  /// Some of them, the latest first.
  public var latestFailures: [FailureReason]
  /// Bytes that can be written to the disk of the output folder.
  public var freeBytes: Int
  /// What needs a person, in whole sentences.
  public var problems: [String]
  /// What a monitor is told.
  public var exitCode: Int32

  /// Looks at an output folder; `places` are the pipeline's, where that is known.
  public init(output: String, places: WatchPlaces? = nil) throws(BatchError) {
    guard unsafe access(output + "/.docscan", F_OK) == 0 else {
      throw .noInput("There is no output folder of docscan at \(output).")
    }
    self.output = output
    let owner = OutputFolder.process(writingTo: output)
    var state = ServiceState.read(output: output)
    let isRunning = owner != nil && owner == state?.process
    if !isRunning { state?.inHand = [] }
    (process, service) = (owner, state)
    let reasons = (places?.failed ?? state?.failed).map { FailedOriginals(folder: $0).reasons() } ?? []
    failures = reasons.count
    latestFailures = Array(reasons.sorted { $0.failed > $1.failed }.prefix(Self.listedFailures))
    var disk = statvfs()
    freeBytes = unsafe statvfs(output, &disk) == 0 ? Int(disk.f_bavail) * Int(disk.f_frsize) : 0
    problems = []
    var code = ExitCode.success
    if let service {
      let silence = time(nil) - service.updated
      if let paused = service.paused, isRunning {
        problems.append("The service is paused: \(paused)")
        code = .outputFailed
      } else if isRunning, silence > Self.longestSilence {
        problems.append(
          "The service (process \(service.process)) has not written its state for \(silence / 60) minutes.")
      } else if !isRunning, process == nil, service.waiting > 0 {
        problems.append("The service is not running, and \(service.waiting) files waited when it ended.")
      }
    }
    // A service that waits for room cannot write that it does.
    if freeBytes < Self.leastRoom {
      problems.append("The disk of the output folder is full: \(freeBytes >> 20) MiB are free.")
      code = .outputFailed
    }
    if failures > 0 {
      problems.append(
        "\(failures) \(failures == 1 ? "original" : "originals") failed. Read the reason beside each, then try again "
          + "with docscan retry.")
    }
    if !problems.isEmpty, code == .success { code = .someFailed }
    exitCode = code.rawValue
  }
}
