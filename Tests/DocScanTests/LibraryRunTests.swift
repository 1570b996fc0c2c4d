// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: runs are tasks like others: they report events, end when they are canceled, and leave other tasks alone.

import DocScan
import DocScanBatch
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Testing

@Suite("Runs of programs that import DocScan", .serialized)
struct LibraryRunTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.makeFolder("in")
    try folder.write(
      #"{"stages": [{"stage": "recognize", "languages": ["eng"]}], "output": {"writers": [{"writer": "text"}]}}"#,
      to: "own.json")
  }

  private func run(into name: String = "out") throws -> BatchRun {
    BatchRun(
      PipelineSource(file: URL(filePath: folder / "own.json")),
      options: BatchOptions(
        inputs: [URL(filePath: folder / "in")], outputDirectory: URL(filePath: folder / name), workers: 1,
        workerProgram: URL(filePath: try Places.product("docscan-worker"))))
  }

  /// Draws pages that differ, because equal ones are read once.
  private func makePages(_ count: Int) throws {
    for number in 1...count {
      var page = try Documents.letter()[0]
      try page.line("Sheet \(number)", at: Point(x: 60, y: 30), font: .serif(14))
      try page.raster(dpi: 100).write(to: folder / "in/\(number).png", as: .png, dpi: 100)
    }
  }

  @Test("Reports events in order, and the report at the end")
  func events() async throws {
    try makePages(2)
    var documents: [String] = []
    var report: BatchReport?
    for try await event in try run().events() {
      #expect(report == nil)
      switch event {
      case .documentFinished(let outcome): documents.append(outcome.name)
      case .finished(let made): report = made
      case _: break
      }
    }
    #expect(documents == ["1", "2"] && report?.totals.pages == 2)
    #expect(try folder.text("out/1/1.txt").contains("Rose Cottage"))
    // All documents are unchanged now.
    #expect(try await run().perform().totals.unchanged == 2)
  }

  @Test("Ends when its task is canceled, and continues in the next run")
  func cancellation() async throws {
    try makePages(6)
    // The second document hangs until the marker is there, which it makes itself, so that the first run can't finish before it is canceled.
    let marker = folder / "marker"
    try folder.write(
      """
      {"stages": [{"stage": "fault", "page": 99}], "limits": {"sandbox": "off", "secondsWithoutProgress": 3600},
       "overrides": {"2.png": {"fault": {"page": 1, "kind": "hang", "marker": "\(marker)"}}},
       "output": {"writers": [{"writer": "json"}]}}
      """, to: "own.json")
    var options = try run().options
    options.workerProgram = URL(filePath: try Places.product("FaultyWorker"))
    let run = BatchRun(try run().source, options: options)
    let finished = Locked<[String]>([])
    let task = Task {
      for try await case .documentFinished(let outcome) in run.events() {
        finished.change { $0.append(outcome.name) }
      }
    }
    while finished.get().isEmpty || !folder.contains("marker") { try await Task.sleep(for: .milliseconds(10)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(finished.get() == ["1"])
    let cancelled = Task { try await run.perform() }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let totals = try await run.perform().totals
    #expect(totals.complete == 5 && totals.unchanged == 1)
  }

  @Test("Ends when it's canceled while a worker starts", .timeLimit(.minutes(30)))
  func earlyCancellation() async throws {
    try makePages(2)
    // A worker that never answers.
    try folder.writeProgram("#!/bin/sh\nexec sleep 600\n", to: "worker")
    var options = try run().options
    options.workerProgram = URL(filePath: folder / "worker")
    let batch = BatchRun(try run().source, options: options)
    (options.name, options.mergesInputs, options.overwritesExistingResults) = ("all", true, true)
    let single = SingleFileRun(batch.source, options: options, to: URL(filePath: folder / "all.pdf"))
    let works: [@Sendable () async throws -> Void] = [
      { _ = try await batch.perform() }, { try await batch.validate() }, { _ = try await single.perform() },
    ]
    for work in works {
      let task = Task(operation: work)
      try await Task.sleep(for: .milliseconds(300))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test("Ends when the program leaves the loop")
  func leaving() async throws {
    try makePages(3)
    let run = try run()
    for try await case .documentOpened in run.events() { break }
    // The output folder is free as soon as the run has stopped.
    var report: BatchReport?
    for _ in 0..<100 where report == nil {
      do {
        report = try await run.perform()
      } catch BatchError.output {
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    // The run may have finished a document before it noticed.
    #expect(report.map { $0.totals.complete + $0.totals.unchanged } == 3)
  }

  @Test("Leaves Swift's cooperative threads to other tasks")
  func ticker() async throws {
    try makePages(2)
    // A run for each cooperative thread, and one more.
    let runs = try (0...ProcessInfo.processInfo.activeProcessorCount).map { try run(into: "out\($0)") }
    let ticks = Locked(0)
    let ticker = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .milliseconds(50))
        ticks.change { $0 += 1 }
      }
    }
    let clock = ContinuousClock()
    let idle = try await clock.measure { try await Task.sleep(for: .seconds(2)) }
    // Other tests in this process block the same threads, and then the ticker says nothing about the runs.
    let isAlone = Double(ticks.get()) > 0.8 * (idle / .milliseconds(50))
    ticks.change { $0 = 0 }
    let time = try await clock.measure {
      try await withThrowingTaskGroup { group in
        for run in runs { group.addTask { try await run.perform() } }
        for try await report in group { #expect(report.totals.complete == 2) }
      }
    }
    ticker.cancel()
    // A blocked ticker got 4% of its ticks. A busy computer costs some.
    #expect(!isAlone || Double(ticks.get()) > 0.3 * (time / .milliseconds(50)), "\(ticks.get()) ticks in \(time)")
  }

  @Test("Writes a single file, and replaces it only if asked to")
  func singleFile() async throws {
    try makePages(2)
    let pages = [1, 2].map { URL(filePath: folder / "in/\($0).png") }
    let worker = URL(filePath: try Places.product("docscan-worker"))
    var options = BatchOptions(inputs: pages, workers: 1, workerProgram: worker, name: "letters", mergesInputs: true)
    let source = PipelineSource(file: URL(filePath: folder / "own.json"))
    let pdf = URL(filePath: folder / "letters.pdf")
    #expect(try await SingleFileRun(source, options: options, to: pdf).perform().totals.pages == 2)
    #expect(try Command("pdftotext", [folder / "letters.pdf", "-"]).check().output.contains("Rose Cottage"))
    let again = SingleFileRun(source, options: options, to: pdf)
    let error = await #expect(throws: BatchError.self) { try await again.perform() }
    #expect("\(try #require(error))".contains("exists already"))
    options.overwritesExistingResults = true
    #expect(try await SingleFileRun(source, options: options, to: pdf).perform().totals.pages == 2)
  }

  @Test("Watches a folder in a program that already has threads, and stops on request")
  func watch() async throws {
    try folder.write(
      #"""
      {"stages": [{"stage": "recognize", "languages": ["eng"]}], "watch": {"settle": 0.1, "quiet": 0.1},
       "output": {"writers": [{"writer": "text"}]}}
      """#, to: "watch.json")
    let service = WatchService(
      PipelineSource(file: URL(filePath: folder / "watch.json")),
      options: WatchOptions(inbox: URL(filePath: folder / "in"), outputDirectory: URL(filePath: folder / "out")))
    try makePages(1)
    var (names, isReloaded, report): ([String], Bool, BatchReport?) = ([], false, nil)
    for try await event in service.events() {
      switch event {
      case .documentFinished(let outcome):
        names.append(outcome.name)
        service.reloadPipeline()
      case .notice(let message) where message.contains("reloaded"):
        isReloaded = true
        service.stop()
      case .finished(let made): report = made
      case _: break
      }
    }
    #expect(names == ["1"] && isReloaded && report?.totals.complete == 1)
  }
}
