// SPDX-License-Identifier: GPL-3.0-or-later

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanRequests
import FoundationEssentials
import Glibc

// Measures the overhead of requests: of the first one, which starts a worker, of later ones, and of a thousand at once.
//
//   swift run -c release Requests [COUNT]      # DOCSCAN_WORKER may name another worker
//
// Recognizing one short line takes almost no time, and a barcode request on an empty page is pure overhead.

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1000
let folder = try TemporaryFolder()
var page = PageDrawing(size: .a5)
try page.line("Harbour Street", at: Point(x: 60, y: 80), font: .serif(18))
try page.raster(dpi: 100).write(to: folder / "page.png", as: .png, dpi: 100)
let file = URL(filePath: folder / "page.png")
let clock = ContinuousClock()
let program = try ProcessInfo.processInfo.environment["DOCSCAN_WORKER"] ?? Places.product("docscan-worker")

/// Returns a duration in milliseconds.
func milliseconds(_ duration: Duration) -> Double {
  let (seconds, attoseconds) = duration.components
  return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
}

/// Prints the first request of a new service, the median of ten later ones, and the difference: the overhead.
func measure(_ name: String, _ body: (ScanService) async throws -> Void) async throws {
  let service = ScanService(workers: 1, workerProgram: URL(filePath: program))
  let cold = try await clock.measure { try await body(service) }
  var warm: [Double] = []
  for _ in 0..<10 { warm.append(milliseconds(try await clock.measure { try await body(service) })) }
  warm.sort()
  let first = milliseconds(cold).rounded(toPlaces: 1)
  let (median, best) = (warm[5].rounded(toPlaces: 1), warm[0].rounded(toPlaces: 1))
  print(
    "\(name): cold \(first) ms, warm \(median) ms (least \(best)), cold minus warm \((first - median).rounded(toPlaces: 1)) ms"
  )
}

try await measure("page counts") {
  _ = try await DocumentScan(contentsOf: [URL(filePath: folder / "page.png")], straightening: .none, service: $0)
}
try await measure("barcodes") { _ = try await DetectBarcodesRequest().perform(on: file, service: $0) }
for level in RecognizeTextRequest.RecognitionLevel.allCases {
  var request = RecognizeTextRequest()
  request.recognitionLevel = level
  try await measure("text, \(level)") { [request] in _ = try await request.perform(on: file, service: $0) }
}

var usage = rusage()
let service = ScanService(workers: 2, workerProgram: URL(filePath: program))
var request = RecognizeTextRequest()
request.recognitionLevel = .fast
let (answered, cancelled) = await withTaskGroup(of: Bool?.self) { [request, service] group in
  for index in 0..<count {
    group.addTask {
      let task = Task { try await request.perform(on: file, service: service) }
      // Every other request is cancelled.
      if index % 2 == 1 { task.cancel() }
      switch await task.result {
      case .success(let lines): return lines.map(\.transcript) == ["Harbour Street"]
      case .failure(let error): return error is CancellationError ? nil : false
      }
    }
  }
  var counts = (answered: 0, cancelled: 0)
  for await result in group {
    if result == nil { counts.cancelled += 1 }
    if result == true { counts.answered += 1 }
  }
  return (counts.answered, counts.cancelled)
}
_ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(
  "\(count) at once: \(answered) answered, \(cancelled) cancelled, \(count - answered - cancelled) failed, "
    + "\(service.waitingRequests) left; this program's memory at most \(usage.ru_maxrss / 1024) MiB")
