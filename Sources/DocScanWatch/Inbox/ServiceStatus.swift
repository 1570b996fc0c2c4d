// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
package import DocScanStore
internal import DocScanWorkers
internal import FoundationEssentials
internal import Glibc

/// The status of a watched folder and its service: the output of `docscan status`, schema `docscan-status/1`.
package struct ServiceStatus: Codable, Hashable, Sendable {
  package static let schema = "docscan-status/1"
  /// The number of seconds without a written state after which a running service counts as stuck. A healthy service writes every minute.
  private static let longestSilence = 600
  /// The free space in bytes below which the disk counts as full.
  private static let leastRoom = 8 << 20
  private static let listedFailures = 10

  package var schema = Self.schema
  /// The ID of the process that writes to the output folder, or `nil` if there is none.
  package var process: Int32?
  package var output: String
  package var service: ServiceState?
  package var failures: Int
  package var latestFailures: [FailureReason]
  package var settings: DocumentSettings?
  package var freeBytes: Int
  package var problems: [String]
  package var exitCode: Int32

  /// Examines an output folder. The folders in a service's state take precedence over `places`.
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
    // A service that waits for disk space can't write its state.
    if freeBytes < Self.leastRoom {
      problems.append("The disk of the output folder is full: \(freeBytes >> 20) MiB are free.")
      code = .outputFailed
    }
    if failures > 0, let places {
      let isUsual = RetryRequest.isUsual(places.failed, of: places.inbox)
      let words =
        ["docscan", "retry", "-o", WatchPlaces.absolute(output)] + (isUsual ? [] : ["--inbox", places.inbox])
      problems.append(
        "\(failures) \(failures == 1 ? "original" : "originals") failed. Read the reason next to \(failures == 1 ? "it" : "each one") in \(places.failed), "
          + "then try again: \(words.map(Escape.shellWord).joined(separator: " "))")
    }
    if !problems.isEmpty, code == .success { code = .someFailed }
    exitCode = code.rawValue
  }

  /// Returns the number of documents in an inbox without a running service, and the ignored files; those of `state` if the inbox can't be read.
  private static func inbox(
    _ places: WatchPlaces, after state: ServiceState?
  ) throws(BatchError) -> (waiting: Int, ignored: ServiceState.Ignored?)? {
    let formats = try Installation.formats()
    let scan = InboxScan(places, group: .file, formats: formats)
    guard scan.failure == nil else { return state.map { ($0.waiting, $0.ignored) } }
    var documents: [InboxScan.File] = []
    var ignored = scan.refused.map { ServiceState.Ignored.File(path: $0.key.path, reason: $0.value) }
    ignored += scan.unfinished.map { .init(path: $0, reason: InboxScan.unfinishedReason) }
    for file in scan.items.flatMap(\.files) {
      if formats.fitName(of: file.path) || scan.root.flatMap({ formats.format(of: file.path, in: $0) }) != nil {
        documents.append(file)
      } else {
        ignored.append(.init(path: file.path, reason: InboxEntry.noDocumentReason))
      }
    }
    // If originals are kept, the inbox also contains finished ones.
    let waiting =
      state.flatMap { state in
        state.keepsOriginals == true
          ? state.waiting + documents.count { $0.version.isChanged(since: state.updated) } : nil
      } ?? documents.count
    return (waiting, ServiceState.Ignored(ignored))
  }
}
