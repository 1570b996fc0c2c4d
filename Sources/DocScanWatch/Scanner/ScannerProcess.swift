// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
package import DocScanWire
internal import DocScanWorkers
internal import Glibc

/// The process that communicates with scanners. Its messages are as untrusted as a worker's, because it parses data from devices.
package final class ScannerProcess {
  /// The time limit for an answer. Discovery on the network takes seconds, and waking up a scanner takes longer.
  private static let secondsToAnswer = 90.0
  /// The time limit between rows of a page, including the scanner's warm-up.
  private static let secondsWithoutRows = 180.0
  /// The time limit for closing the scanner, which may have to park its lamp.
  private static let millisecondsToClose: Int32 = 5000
  /// The memory limit in bytes: the drivers of many scanners and a large page.
  private static let mostMemory = 2 << 30
  /// The file size limit in bytes: a page of 700 megapixels that compresses badly.
  private static let largestFile = 5 << 30

  package static let installation = "apt-get install libsane1 sane-airscan"

  private let worker: WorkerProcess
  package let connection: ConnectScannersRequest.Reply
  /// The time of the last message about the current page, or `nil` if no page is being scanned.
  private var silentSince: ContinuousClock.Instant?

  /// A descriptor that is readable when a message arrives.
  var descriptor: Int32 { worker.descriptor }

  /// Starts the process as confined as the kernel allows, even if SANE is missing.
  package init() throws(BatchError) {
    worker = try WorkerProcess(program: try Installation.workerProgram(), argument: ScannerLaunch.word)
    worker.limit(WorkerLimits(memory: Self.mostMemory, fileSize: Self.largestFile))
    connection = try Self.ask(worker, ConnectScannersRequest())
  }

  /// Throws if SANE is missing, or if the process isn't confined as required.
  package func check(_ sandbox: LimitSettings.Sandbox) throws(BatchError) {
    try Installation.check(connection.confinement, sandbox)
    guard let missing = connection.missing else { return }
    throw .missingPart("SANE, which scanners need, is not available: \(missing). Install it: \(Self.installation)")
  }

  package func list() throws(BatchError) -> [ScannerName] {
    try Self.value(try Self.ask(worker, ListScannersRequest())).map(\.bounded)
  }

  package func open(_ device: String) throws(BatchError) -> Result<ScannerFeatures, ScannerTrouble> {
    let reply = try Self.ask(worker, OpenScannerRequest(device: device))
    if let trouble = reply.trouble { return .failure(trouble) }
    return .success(try Self.value(reply).bounded)
  }

  func prepare(_ settings: ScanSettings) throws(BatchError) -> Result<PreparedScan, ScannerTrouble> {
    let reply = try Self.ask(worker, PrepareScanRequest(settings: settings))
    if let trouble = reply.trouble { return .failure(trouble) }
    return .success(try Self.value(reply))
  }

  func begin(pageIn file: OpenFile) -> Bool {
    silentSince = .now
    return worker.send(ScanPageRequest(), files: [file])
  }

  /// The state of the page that was started.
  enum Progress {
    case scanning
    case page(ScannedImage)
    case empty
    case trouble(ScannerTrouble)
  }

  /// The time at which a silent scanner counts as lost, or `nil` if no page is being scanned.
  var nextLook: ContinuousClock.Instant? { silentSince.map { $0 + .seconds(Self.secondsWithoutRows) } }

  /// Reads the available messages without blocking.
  func progress() -> Progress {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&watched, 1, 0) > 0 else {
      guard nextLook.map({ $0 <= .now }) ?? false else { return .scanning }
      return lost("it did not answer for \(Int(Self.secondsWithoutRows)) seconds")
    }
    silentSince = .now
    let arrival = worker.receive()
    for answer in arrival.answers {
      do throws(InvalidInput) {
        switch try answer.reply(to: ScanPageRequest.self) {
        case .stage: continue
        case .failed, .misconfigured, .password: return lost("an answer to no request")
        case .done(let reply):
          silentSince = nil
          if let trouble = reply.trouble { return .trouble(trouble) }
          guard let next = reply.value else { return lost("an answer without content") }
          guard let page = next.page else { return .empty }
          guard page.isPlausible else { return lost("an impossible page") }
          return .page(page)
        }
      } catch {
        return lost("\(error)")
      }
    }
    if let complaint = arrival.complaint { return lost(complaint) }
    if arrival.isAtEnd { return lost("the process that talks to scanners \(worker.awaitEnd().description)") }
    return .scanning
  }

  private func lost(_ reason: String) -> Progress {
    silentSince = nil
    _ = worker.kill()
    return .trouble(ScannerTrouble(.lost, reason))
  }

  /// Asks the process to close the scanner, and waits a few seconds.
  package func finish() {
    shutdown(descriptor, Int32(SHUT_WR))
    // The process closes its end of the socket when it ends.
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&watched, 1, Self.millisecondsToClose)
    _ = worker.awaitEnd()
  }

  private static func ask<Request: JobRequest>(
    _ worker: WorkerProcess, _ request: Request
  ) throws(BatchError) -> Request.Reply {
    guard worker.send(request) else { throw worker.silence() }
    let end = ContinuousClock.now + .seconds(secondsToAnswer)
    while true {
      var watched = pollfd(fd: worker.descriptor, events: Int16(POLLIN), revents: 0)
      let isReadable = unsafe poll(&watched, 1, 200) > 0
      guard isReadable || end > .now else {
        _ = worker.kill()
        throw .missingPart(
          "The scanner did not answer for \(Int(secondsToAnswer)) seconds. Switch it off and on, and try again.")
      }
      guard isReadable else { continue }
      let arrival = worker.receive()
      do throws(InvalidInput) {
        for answer in arrival.answers {
          if case .done(let reply) = try answer.reply(to: Request.self) { return reply }
        }
      } catch {
        throw .missingPart("The process that talks to scanners sent an invalid answer: \(error).")
      }
      if arrival.isAtEnd || arrival.complaint != nil {
        throw .missingPart("The process that talks to scanners \(worker.awaitEnd().description).")
      }
    }
  }

  private static func value<Value>(_ reply: ScannerReply<Value>) throws(BatchError) -> Value {
    if let trouble = reply.trouble { throw .missingPart("Scanners cannot be listed: \(trouble.detail).") }
    guard let value = reply.value else { throw .missingPart("The process that talks to scanners sent nothing.") }
    return value
  }
}

extension ScannerName {
  fileprivate var bounded: Self {
    let text = { (text: String) in text.prefix(scalars: 200) }
    return Self(name: text(name), vendor: text(vendor), model: text(model), kind: text(kind))
  }
}

extension ScannerFeatures {
  fileprivate var bounded: Self {
    let extent = { (value: Double?) in value.flatMap { $0.isFinite && (0...100_000).contains($0) ? $0 : nil } }
    return Self(
      sources: sources.prefix(ScanSource.allCases.count).map { source in
        Source(
          source: source.source, resolutions: source.resolutions.prefix(100).filter { (1...100_000).contains($0) },
          isRange: source.isRange && source.resolutions.count == 2, width: extent(source.width),
          height: extent(source.height))
      }, modes: Array(modes.prefix(ScanMode.allCases.count)))
  }
}

extension ScannedImage {
  fileprivate var isPlausible: Bool {
    (1...1_000_000).contains(width) && (1...1_000_000_000).contains(height)
      && dpi.map { $0.isFinite && (0...100_000).contains($0) } ?? true
  }
}
