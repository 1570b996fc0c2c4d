// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// The counts of the service's work, published for users, monitors, and the service manager, in bounded space.
final class ServiceLog {
  private static let reportedDocuments = 100
  /// The minimum and maximum interval between writes of the state.
  private static let shortestPause: Duration = .seconds(1)
  private static let longestPause: Duration = .seconds(60)

  private(set) var state: ServiceState
  private var saved: ServiceState?
  private var lastSaved: ContinuousClock.Instant?
  private let began = ContinuousClock.now
  private let startDate = Date()
  private var totals = BatchReport.Totals()
  private var recent: [DocumentOutcome] = []
  private var stageSeconds: [String: Double] = [:]
  private var megapixels = 0.0
  private var isReportOld = true

  /// Continues the totals of an earlier service for the same output folder.
  init(places: WatchPlaces, originals: WatchSettings.Originals) {
    state = ServiceState(
      inbox: places.inbox, processed: places.processed, failed: places.failed, process: getpid(),
      started: Date().formatted(.iso8601))
    state.keepsOriginals = originals == .keep
    guard let earlier = ServiceState.read(output: places.output) else { return }
    state.total = earlier.total
    state.last = earlier.last
    if earlier.today.day == state.today.day { state.today = earlier.today }
  }

  func move(to places: WatchPlaces, originals: WatchSettings.Originals) {
    (state.inbox, state.processed, state.failed) = (places.inbox, places.processed, places.failed)
    state.keepsOriginals = originals == .keep
  }

  func count(_ outcome: DocumentOutcome) {
    state.count(outcome)
    totals.count(outcome)
    recent.append(outcome)
    if recent.count > Self.reportedDocuments { recent.removeFirst() }
    isReportOld = true
  }

  func count(_ result: BatchLoop.Result) {
    stageSeconds.merge(result.stageSeconds) { $0 + $1 }
    megapixels += result.megapixels
  }

  func note(waiting: Int, processing: [String], ignored: [ServiceState.Ignored.File]) {
    state.waiting = waiting
    state.inHand = processing
    state.ignored = ServiceState.Ignored(ignored)
  }

  func noteEnd() { state.inHand = [] }

  func note(paused: String?) {
    state.paused = paused
    lastSaved = nil
  }

  var isReportDue: Bool { isReportOld && state.waiting == 0 && state.inHand.isEmpty }

  var nextSave: ContinuousClock.Instant? {
    state == saved ? nil : lastSaved.map { $0 + Self.shortestPause }
  }

  func save(to output: OutputFolder) throws(BatchError) {
    if let lastSaved {
      let pause = ContinuousClock.now - lastSaved
      guard pause >= Self.longestPause || pause >= Self.shortestPause && state != saved else { return }
    }
    lastSaved = .now
    saved = state
    var fresh = state
    fresh.updated = Glibc.time(nil)
    try writing(replaceJSON(fresh, at: "service.json", in: output.hiddenFolder))
    let counts = state.total
    let failures = counts.failed + counts.partial
    ServiceManager.tell(
      "STATUS=" + (state.paused.map { "Paused: \($0) " } ?? "")
        + "\(state.waiting) waiting, \(state.inHand.count) in progress, \(counts.complete) complete, \(failures) failed"
    )
  }

  func report(of run: PipelineRun, interrupted: Bool) -> BatchReport {
    BatchReport(
      pipeline: run.pipeline.name, started: startDate.formatted(.iso8601),
      seconds: seconds(from: began, to: .now).rounded(toPlaces: 3), workers: run.workers,
      confinement: run.confinement, interrupted: interrupted,
      totals: totals, documents: recent, megapixels: megapixels,
      stageSeconds: stageSeconds.mapValues { $0.rounded(toPlaces: 3) }, versions: run.versions)
  }

  func write(_ report: BatchReport, to output: OutputFolder) throws(BatchError) {
    // Without a report file in the output folder, the report goes to the hidden folder. `service.json` has the same totals.
    _ = try output.write(report)
    isReportOld = false
  }
}
