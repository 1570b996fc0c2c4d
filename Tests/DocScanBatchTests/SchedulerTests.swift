// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the scheduler assigns work in order, retries once, and trusts no worker.

import DocScanCore
import DocScanFixtures
import DocScanInput
import DocScanStore
import DocScanWire
import DocScanWorkers
import DocScanWriters
import Glibc
import Testing

@testable import DocScanBatch
@testable import DocScanPresets

@Suite("The scheduler")
struct SchedulerTests {
  @Test("Finishes a document's pages before the next document, within a window")
  func window() throws {
    let run = try Run(documents: 2)
    try run.open(pages: 10)
    let handedOut = try (0..<4).map { _ in try run.next(PageJob.self) }
    #expect(handedOut.map(\.index) == [0, 1, 2, 3])
    // Nothing is written yet, so the worker begins the next document.
    #expect(try run.next(InspectJob.self).document.input.name == "d1")
    #expect(try run.nextJob() == nil)
    // Pages that finish out of order wait, and open the window when their turn comes.
    try run.succeed(handedOut[1])
    #expect(try run.nextJob() == nil)
    try run.succeed(handedOut[0])
    #expect(try (0..<2).map { _ in try run.next(PageJob.self).index } == [4, 5])
    #expect(run.finishedPages == ["d0/2 recognized", "d0/1 recognized"])
  }

  @Test("Retries a page once after a worker crash, then fails it")
  func retries() throws {
    let run = try Run(documents: 1)
    try run.open(pages: 2)
    let crash = PageFailure(kind: .crash, stage: "recognize", message: "It ended.")
    try run.next(PageJob.self).failed(.lost(crash))
    let again = try run.next(PageJob.self)
    #expect(again.index == 0 && run.finishedPages == [])
    try again.failed(.lost(crash))
    #expect(run.finishedPages == ["d0/1 failed"])
    try run.succeed(try run.next(PageJob.self))
    #expect(try run.outcomes == ["d0 partial"] && run.scheduler.isAtEnd())
  }

  @Test("Doesn't retry a page that timed out or was refused")
  func noRetry() throws {
    let run = try Run(documents: 1)
    try run.open(pages: 2)
    try run.next(PageJob.self).failed(.lost(PageFailure(kind: .timeout, stage: "recognize", message: "Too long.")))
    try run.next(PageJob.self).failed(.refused(PageFailure(kind: .unreadable, stage: "load", message: "Bad.")))
    #expect(try run.finishedPages == ["d0/1 failed", "d0/2 failed"] && run.outcomes == ["d0 failed"])
  }

  @Test("Inspects a document again after a crash, and fails it the second time")
  func inspection() throws {
    let run = try Run(documents: 2)
    let crash = PageFailure(kind: .crash, stage: "load", message: "It ended.")
    try run.next(InspectJob.self).failed(.lost(crash))
    let again = try run.next(InspectJob.self)
    #expect(try again.document.input.name == "d0" && run.outcomes == [])
    try again.failed(.lost(crash))
    #expect(try run.outcomes == ["d0 failed"])
    #expect(try run.next(InspectJob.self).document.input.name == "d1")
  }

  @Test("Rejects page counts of other files, and results for another page")
  func nonsense() throws {
    let run = try Run(documents: 1)
    let job = try run.next(InspectJob.self)
    let counts = Inspection(untrustedPageCounts: [1, 1], canGraft: false, untrustedUnreadPictures: [0, 0])
    guard case .invalid("page counts of other files") = try job.accept(counts, scratch: run.folder.path) else {
      throw Unexpected()
    }
    _ = try job.accept(
      Inspection(untrustedPageCounts: [2], canGraft: false, untrustedUnreadPictures: [0]), scratch: run.folder.path)
    let (first, second) = (try run.next(PageJob.self), try run.next(PageJob.self))
    guard case .invalid = try first.accept(try run.reply(to: second), scratch: run.scratch) else { throw Unexpected() }
    #expect(run.finishedPages == [])
  }

  @Test("Fails a document that changes during processing")
  func changed() throws {
    let run = try Run(documents: 1)
    try run.open(pages: 1)
    let job = try run.next(PageJob.self)
    _ = try run.folder.write("something else", to: "in/d0.pdf")
    try run.succeed(job)
    #expect(try run.outcomes == ["d0 failed"])
  }

  @Test("Takes recorded pages from the journal, a few in each turn")
  func journal() throws {
    let folder = try TemporaryFolder()
    do {
      let run = try Run(documents: 1, in: folder)
      try run.open(pages: 40)
      for _ in 0..<39 { try run.succeed(try run.next(PageJob.self)) }
    }
    let run = try Run(documents: 1, in: folder)
    try run.open(pages: 40)
    #expect(try run.nextJob() == nil)
    #expect(run.finishedPages.count == 16 && run.scheduler.hasMoreSteps)
    run.scheduler.beginTurn()
    _ = try run.nextJob()
    run.scheduler.beginTurn()
    #expect(try run.next(PageJob.self).index == 39)
    #expect(run.finishedPages.count == 39)
  }

  @Test("Skips unchanged documents, a few in each turn")
  func unchanged() throws {
    let folder = try TemporaryFolder()
    do {
      let run = try Run(documents: 20, in: folder)
      for number in 1...20 {
        run.scheduler.beginTurn()
        try run.open(pages: 1)
        try run.succeed(try run.next(PageJob.self))
        #expect(try run.outcomes.count == number)
      }
      #expect(try run.scheduler.isAtEnd())
    }
    let run = try Run(documents: 20, in: folder)
    for turn in 1...5 {
      run.scheduler.beginTurn()
      #expect(try run.nextJob() == nil)
      #expect(try run.outcomes.count == 4 * turn)
    }
    #expect(try run.scheduler.isAtEnd())
    #expect(try run.outcomes.allSatisfy { $0.hasSuffix("unchanged") })
  }

  @Test("Splits an input at separators, and publishes its documents together")
  func division() throws {
    let run = try Run(documents: 1, more: ["input": ["separators": "barcodes"]])
    _ = try run.next(InspectJob.self).accept(
      Inspection(untrustedPageCounts: [3], canGraft: false, untrustedUnreadPictures: [0]), scratch: run.scratch)
    let survey = try run.next(SurveyJob.self)
    #expect(try run.nextJob() == nil)
    let pages = ["", "PATCHT", ""].map { SurveyedPage(untrustedCodes: $0.isEmpty ? [] : [$0], isBlank: false) }
    _ = try survey.accept(SurveyRequest.Reply(pages: pages), scratch: run.scratch)
    try run.succeed(try run.next(PageJob.self))
    #expect(try run.outcomes == [])
    try run.succeed(try run.next(PageJob.self))
    #expect(try run.outcomes == ["d0/1 complete", "d0/2 complete"] && run.scheduler.isAtEnd())
  }
}

private struct Unexpected: Error {}

/// A scheduler for one worker, with its own files and output folder.
private final class Run {
  let folder: TemporaryFolder
  private(set) var scheduler: BatchScheduler
  private let log: Log

  private final class Log {
    var pages: [String] = []
    var outcomes: [String] = []
  }

  /// The folder for a worker's files.
  var scratch: String { folder / "scratch" }
  var finishedPages: [String] { log.pages }
  /// The reported outcomes, once pending documents are published.
  var outcomes: [String] {
    get throws {
      while scheduler.isPlacing {
        try scheduler.takeFiles(isStopping: false)
        usleep(1000)
      }
      return log.outcomes
    }
  }

  /// Opens the folder. A program that another test is starting may hold the lock of an earlier run for a moment.
  private static func output(_ path: String) throws -> OutputFolder {
    for _ in 0..<20 {
      if let folder = try? OutputFolder(path: path) { return folder }
    }
    return try OutputFolder(path: path)
  }

  init(documents count: Int, in folder: TemporaryFolder? = nil, more: [String: JSONValue] = [:]) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    _ = try folder.makeFolder("in")
    _ = try folder.makeFolder("scratch")
    let paths = try (0..<count).map { number in
      let name = "in/d\(number).pdf"
      return folder.contains(name) ? folder / name : try folder.write("\(number)", to: name)
    }
    let pipeline = try Pipeline(
      value: .object(["output": ["writers": [["writer": "text"], ["writer": "json"]]]].merging(more) { $1 }),
      stages: [],
      writers: builtInWriters.map { $0.description })
    let log = Log()
    self.log = log
    let documents = zip(0..., paths).map { number, path in
      InputDocument(name: "d\(number)", source: path, identity: path, paths: [path])
    }
    scheduler = try BatchScheduler(
      feed: ListFeed(documents), output: try Self.output(folder / "out"),
      pipelines: DecidedPipelines(pipeline) { _ in nil }, versions: [:],
      packs: [], options: BatchOptions(), workers: 1
    ) { event in
      switch event {
      case .pageFinished(let document, let page, let status, _): log.pages.append("\(document)/\(page) \(status)")
      case .documentFinished(let outcome): log.outcomes.append("\(outcome.name) \(outcome.status)")
      case .started, .documentOpened, .documentNamed, .pageRetried, .notice, .measured, .finished: break
      }
    }
  }

  /// Returns the next job, after pending files were hashed.
  func nextJob() throws -> (any Job)? {
    try scheduler.hashAhead()
    while scheduler.documents.contains(where: { $0.isAhead && $0.task != nil }) {
      try scheduler.takeFiles(isStopping: false)
      usleep(1000)
    }
    return try scheduler.nextJob(lastDocument: nil)
  }

  /// Returns the next job, which must be of this kind.
  func next<Kind: Job>(_ kind: Kind.Type) throws -> Kind {
    try #require(try nextJob() as? Kind)
  }

  /// Answers the next job, an inspection.
  func open(pages: Int) throws {
    let inspection = Inspection(untrustedPageCounts: [pages], canGraft: false, untrustedUnreadPictures: [0])
    guard case .finished = try next(InspectJob.self).accept(inspection, scratch: scratch) else { throw Unexpected() }
  }

  /// Returns a worker's answer for a page.
  func reply(to job: PageJob) throws -> PageRequest.Reply {
    let request = try #require(job.request())
    let size = RasterSize(width: 100, height: 100, dpi: 100)
    let page = RecognizedPage(
      document: request.document, page: request.page, status: .recognized, source: size, image: size)
    let result = PageResult(page: page, size: PageSize(width: 72, height: 72), picture: nil)
    return PageRequest.Reply(results: [result], checkpoint: PageCheckpoint())
  }

  func succeed(_ job: PageJob) throws {
    guard case .finished = try job.accept(try reply(to: job), scratch: scratch) else { throw Unexpected() }
  }
}
