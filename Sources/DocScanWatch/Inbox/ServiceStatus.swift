// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
package import DocScanStore
internal import DocScanWorkers
internal import FoundationEssentials
internal import Glibc

/// How a watch folder and its service are: what `docscan status` tells, schema `docscan-status/1`.
package struct ServiceStatus: Codable, Hashable, Sendable {
  /// The name of the format, with its version.
  package static let schema = "docscan-status/1"
  /// A running service writes its state every minute; after this many seconds without, something is wrong with it.
  private static let longestSilence = 600
  /// With less free space than this, in bytes, the disk counts as full.
  private static let leastRoom = 8 << 20
  /// So many failures are listed.
  private static let listedFailures = 10

  /// The name of this format.
  package var schema = Self.schema
  /// The process that writes to the output folder; nil when none does.
  package var process: Int32?
  /// The folder for results.
  package var output: String
  /// What the service says of itself, or the last one said.
  package var service: ServiceState?
  /// How many originals are in the folder for failed ones.
  package var failures: Int
  /// Some of them, the latest first.
  package var latestFailures: [FailureReason]
  /// The documents with settings of their own; nil if none has.
  package var settings: DocumentSettings?
  /// Bytes that can be written to the disk of the output folder.
  package var freeBytes: Int
  /// What needs a person, in whole sentences.
  package var problems: [String]
  /// What a monitor is told.
  package var exitCode: Int32

  /// Looks at an output folder; `places` are the pipeline's, where that is known. What a service says goes before them.
  package init(output: String, places: WatchPlaces? = nil) throws(BatchError) {
    guard unsafe access(output + "/.docscan", F_OK) == 0 else {
      throw .noInput("\(output) is not a docscan output folder.")
    }
    self.output = output
    let hidden = HiddenFolder.existing(in: output)
    let owner = OutputFolder.process(writingTo: hidden)
    var state = ServiceState.read(output: output)
    let isRunning = owner != nil && owner == state?.process
    let places = state.map { WatchPlaces($0, output: output) } ?? places
    let inbox: (waiting: Int, ignored: ServiceState.Ignored?)? =
      if owner == nil, let places { try Self.inbox(places, after: state) } else { nil }
    if !isRunning { state?.inHand = [] }
    if let inbox {
      state?.waiting = inbox.waiting
      state?.ignored = inbox.ignored
    }
    (process, service) = (owner, state)
    let reasons = places.map { FailedOriginals($0).reasons() } ?? []
    failures = reasons.count
    latestFailures = Array(reasons.sorted { $0.failed > $1.failed }.prefix(Self.listedFailures))
    settings = DocumentSettings(in: Folder(root: output), hidden: hidden)
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
          "The service (process \(service.process)) has not reported for \(silence / 60) minutes.")
      }
    }
    if let waiting = inbox?.waiting, waiting > 0, let places {
      let files = waiting == 1 ? "1 file waits" : "\(waiting) files wait"
      problems.append("The service is not running, and \(files) in \(places.inbox). Start it with docscan watch.")
    }
    // A service that waits for room cannot write that it does.
    if freeBytes < Self.leastRoom {
      problems.append("The disk of the output folder is full: \(freeBytes >> 20) MiB are free.")
      code = .outputFailed
    }
    if failures > 0, let places {
      let isUsual = RetryRequest.isUsual(places.failed, of: places.inbox)
      let words =
        ["docscan", "retry", "-o", WatchPlaces.absolute(output)] + (isUsual ? [] : ["--inbox", places.inbox])
      problems.append(
        "\(failures) \(failures == 1 ? "original" : "originals") failed. Read the reason beside \(failures == 1 ? "it" : "each one") in \(places.failed), "
          + "then try again: \(words.map(Escape.shellWord).joined(separator: " "))")
    }
    if !problems.isEmpty, code == .success { code = .someFailed }
    exitCode = code.rawValue
  }

  /// How many documents lie in an inbox that no service looks at, and what is none; what the last service said where it
  /// cannot be read.
  private static func inbox(
    _ places: WatchPlaces, after state: ServiceState?
  ) throws(BatchError) -> (waiting: Int, ignored: ServiceState.Ignored?)? {
    let formats = try Installation.formats()
    let scan = InboxScan(places, group: .file, formats: formats)
    guard scan.failure == nil else { return state.map { ($0.waiting, $0.ignored) } }
    var documents: [InboxScan.File] = []
    var ignored = scan.refused.map { ServiceState.Ignored.File(path: $0.key, reason: $0.value) }
    ignored += scan.unfinished.map { .init(path: $0, reason: InboxScan.unfinishedReason) }
    for file in scan.items.flatMap(\.files) {
      if formats.fitName(of: file.path) || scan.root.flatMap({ formats.format(of: file.path, in: $0) }) != nil {
        documents.append(file)
      } else {
        ignored.append(.init(path: file.path, reason: InboxEntry.noDocumentReason))
      }
    }
    // Originals that are done are still there if they are kept.
    let waiting =
      state.flatMap { state in
        state.keepsOriginals == true
          ? state.waiting + documents.count { $0.version.isChanged(since: state.updated) } : nil
      } ?? documents.count
    return (waiting, ServiceState.Ignored(ignored))
  }
}
