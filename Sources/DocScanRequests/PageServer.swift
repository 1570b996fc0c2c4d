// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanWorkers
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// A server that processes single pages for another program, with one JSON object per line on two streams. Workers stay warm for the same stages.
package final class PageServer: Sendable {
  private struct State {
    /// A service for each set of stages, the most recently used last.
    var services: [(stages: [JSONValue], service: ScanService)] = []
    var serial = 0
    var running: [Int: Task<Void, Never>] = [:]
  }

  /// The maximum number of services. A client that changes stages with each page would otherwise fill the memory with workers.
  private static let mostServices = 4
  private static let protocolName = "docscan-pages/1"

  private let workers: Int?
  private let versions: [String: String]
  private let write: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// Creates a server with this many workers for each set of stages, or `nil` for one per processor. Throws if the worker program is missing.
  package init(workers: Int?, write: @escaping @Sendable (String) -> Void) throws(BatchError) {
    self.workers = workers
    versions = try Installation.libraryVersions().merging(["docscan": Installation.version]) { $1 }
    let lock = Mutex(())
    self.write = { line in lock.withLock { _ in write(line) } }
  }

  /// Answers requests until the stream ends or an interruption arrives. Pending requests are still answered while `output` has a reader. All workers
  /// have ended when this returns.
  package func serve(_ input: Int32, answeringOn output: Int32, until interruption: Interruption) {
    send(["protocol": .string(Self.protocolName), "version": .string(Installation.version)])
    MessageLines.read(input, until: interruption) { message in
      switch message {
      case .line(let line): take(line)
      case .tooLong: refuse(.null, BatchError.usage("The request is longer than \(MessageLines.longest) bytes."))
      }
    }
    while state.withLock({ !$0.running.isEmpty }), Self.isRead(output), !interruption.comes(within: 0.02) {}
    let (left, services) = state.withLock { state in
      defer { state = State() }
      return (Array(state.running.values), state.services)
    }
    for task in left { task.cancel() }
    for each in services { each.service.finish() }
  }

  private static func isRead(_ output: Int32) -> Bool {
    var watched = pollfd(fd: output, events: 0, revents: 0)
    return unsafe poll(&watched, 1, 0) <= 0 || watched.revents & Int16(POLLERR | POLLNVAL) == 0
  }

  private func take(_ line: [UInt8]) {
    let message: JSONValue
    do {
      message = try JSONFile.parse(Data(line))
    } catch {
      return refuse(.null, BatchError.usage("This is not JSON: \(visibleText("\(error)"))."))
    }
    guard case .object(let members) = message, let id = members["id"] else {
      return refuse(.null, BatchError.usage("A request is a JSON object with an \"id\"."))
    }
    do throws(BatchError) {
      let query = try PageQuery(members)
      state.withLock { state in
        let service = self.service(query.stages, &state)
        state.serial += 1
        let serial = state.serial
        // The task can't end before it's registered, because `ended` takes the same lock.
        state.running[serial] = Task { [self] in
          await answer(query, by: service, id)
          ended(serial)
        }
      }
    } catch {
      refuse(id, error)
    }
  }

  private func service(_ stages: [JSONValue], _ state: inout State) -> ScanService {
    let found = state.services.firstIndex { $0.stages == stages }
    let service = found.map { state.services.remove(at: $0).service } ?? ScanService(workers: workers)
    if state.services.count == Self.mostServices { state.services.removeFirst() }
    state.services.append((stages, service))
    return service
  }

  private func answer(_ query: PageQuery, by service: ScanService, _ id: JSONValue) async {
    do {
      let page = try await query.result(by: service, versions: versions)
      write(["id": id], and: page)
    } catch is CancellationError {
      // The client no longer waits for the answer.
    } catch {
      refuse(id, error)
    }
  }

  private func ended(_ serial: Int) { state.withLock { _ = $0.running.removeValue(forKey: serial) } }

  private func refuse(_ id: JSONValue, _ error: any Error) {
    let (message, code) =
      switch error {
      case let error as BatchError: ("\(error)", error.exitCode)
      case let failure as PageFailure: (failure.message, ExitCode.someFailed)
      case _: ("\(error)", ExitCode.someFailed)
      }
    send(["id": id, "error": .string(visibleText(message)), "exitCode": .number(Double(code.rawValue))])
  }

  private func send(_ members: [String: JSONValue]) { write(members, and: nil) }

  private func write(_ members: [String: JSONValue], and page: RecognizedPage?) {
    do {
      var object = members
      if let page { object["page"] = try JSONFile.parse(try JSONText.compact(page)) }
      write(String(decoding: try JSONText.compact(JSONValue.object(object)), as: UTF8.self) + "\n")
    } catch {
      // Only numbers that JSON can't represent fail here, and the page has been checked for these.
      write("{\"error\":\"The answer cannot be written.\",\"exitCode\":1,\"id\":null}\n")
    }
  }
}
