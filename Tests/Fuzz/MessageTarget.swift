// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFixtures
internal import DocScanWire
import DocScanWorkers
internal import DocScanWriters
internal import FoundationEssentials

@testable internal import DocScanBatch

/// Messages between parent and worker. An attacker who made the document may control the worker.
enum MessageTarget {
  private static let document = DocumentReference(name: "scan", sha256: "00", pageCount: 3)
  private static let page = PageReference(number: 1, source: "scan.pdf", sourcePage: 1)

  private static let request = PageRequest(
    document: document, page: page, wantsPicture: .ifChanged, effort: .full, fileStem: "1-0")

  private static let folder: TemporaryFolder = {
    do {
      return try TemporaryFolder()
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// Bytes as they arrive on the socket: every writer must accept a message that passes the check.
  static func runReplies(_ bytes: [UInt8]) {
    var buffer = FrameBuffer()
    do {
      for start in stride(from: 0, to: bytes.count, by: 4096) {
        buffer.append(bytes[start..<min(start + 4096, bytes.count)])
        while let message = try buffer.next() { try take(WorkerAnswer(message)) }
      }
    } catch is InvalidInput {
      return
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Handles an answer as one to each kind of request.
  private static func take(_ answer: WorkerAnswer<Message>) throws {
    if let reply = reply(answer, to: PageRequest.self),
      ResultCheck(request: request, pipeline: try pipeline(), scratch: "/nowhere")
        .complaint(about: reply.results, checkpoint: reply.checkpoint) == nil
    {
      try write(reply.results)
    }
    _ = reply(answer, to: VerifyRequest.self)?.mismatches.map(\.description)
    _ = reply(answer, to: DescribeRequest.self)
    _ = reply(answer, to: ConfigureRequest.self)
    _ = reply(answer, to: ConfineRequest.self)
    _ = reply(answer, to: InspectRequest.self).flatMap { InvoiceCheck.complaint(about: $0.untrustedInvoices) }
    _ = reply(answer, to: CompareInvoiceRequest.self)
    _ = reply(answer, to: CompletenessRequest.self)
    _ = reply(answer, to: SurveyRequest.self)
    _ = reply(answer, to: GraftRequest.self)
  }

  private static func reply<Request: JobRequest>(
    _ answer: WorkerAnswer<Message>, to _: Request.Type
  ) -> Request.Reply? {
    do throws(InvalidInput) {
      guard case .done(let reply) = try answer.reply(to: Request.self) else { return nil }
      return reply
    } catch {
      return nil
    }
  }

  private static func write(_ results: [PageResult]) throws {
    for result in results {
      _ = GraftRequest.Page(result)
      _ = try JSONText.compact(PageLine(result.page))
    }
    let destination = WriterDestination(directory: folder.path, baseName: "scan")
    for type in builtInWriters {
      let settings = try type.description.table.resolve([:], path: "")
      guard type.pictures(settings).isEmpty else { continue }
      let writer = try type.init(settings: settings, destination: destination)
      for result in results { try writer.append(WriterPage(result: result, picturePath: nil)) }
      try writer.finish()
    }
  }

  /// Returns a pipeline with stages that have findings.
  private static func pipeline() throws -> Pipeline {
    let stages = [BlankEvidence.description, PageQuality.description, Barcode.description].map {
      ComponentDescription(name: $0.key, abstract: "", settings: [], finding: $0)
    }
    return try Pipeline(
      value: ["stages": .array(stages.map { ["stage": .string($0.name)] })], stages: stages, writers: [])
  }

  /// Bytes as they arrive at a worker.
  static func runRequests(_ bytes: [UInt8]) {
    var buffer = FrameBuffer()
    buffer.append(bytes)
    do {
      while let message = try buffer.next() {
        try take(message, as: PageRequest.self)
        try take(message, as: VerifyRequest.self)
        try take(message, as: GraftRequest.self)
        try take(message, as: SurveyRequest.self)
        try take(message, as: ConfigureRequest.self)
      }
    } catch {
      _ = "\(error)"
    }
  }

  private static func take<Request: JobRequest>(_ message: Message, as _: Request.Type) throws {
    guard message.name == Request.name else { return }
    _ = try Frame.encode(try message.body(Request.self))
  }

  /// A page as a worker returns it.
  static var samplePage: RecognizedPage {
    let size = RasterSize(width: 400, height: 300, dpi: 150)
    let words = ["Total", "31.50"].enumerated().map { index, text in
      Word(text: text, confidence: 0.9, box: Box(x: Double(20 + 90 * index), y: 40, width: 80, height: 20))
    }
    let line = Line(
      text: "Total 31.50", confidence: 0.9, box: Box(x: 20, y: 40, width: 170, height: 20),
      baseline: [Point(x: 20, y: 58), Point(x: 190, y: 59)], words: words)
    return RecognizedPage(
      document: document, page: page, status: .recognized, source: size, image: size, text: "Total 31.50\n",
      confidence: 0.9, languages: ["eng"],
      blocks: [
        Block(kind: .text, box: line.box, lines: [line]),
        Block(kind: .table, box: Box(x: 0, y: 80, width: 300, height: 90), lines: [line]),
      ])
  }

  static func replies() throws -> [[UInt8]] {
    var page = samplePage
    try page.findings.set(BlankEvidence(confidence: 0, ink: 0.1))
    try page.findings.set([Barcode(format: .ean8, text: "1", quad: Array(repeating: Point(x: 9, y: 9), count: 4))])
    let component = ResolvedComponent(name: "blank", settings: ResolvedSettings(values: [:]))
    let step = PageCheckpoint.Step(stage: component, findings: page.findings)
    let result = PageResult(page: page, size: PageSize(width: 192, height: 144), picture: nil)
    let mismatch = Mismatch(
      .word, page: 1, word: "a", box: Box(x: 1, y: 2, width: 3, height: 4), expected: "a", found: "b")
    let replies = [
      try Frame.encode(.done, ConfigureRequest.Reply(engine: EngineIdentity(name: "engine", version: "1"))),
      try Frame.encode(.stage, "load"),
      try Frame.encode(.done, PageRequest.Reply(results: [result], checkpoint: PageCheckpoint(steps: [step]))),
      try Frame.encode(.done, VerifyRequest.Reply(mismatches: [mismatch])),
      try Frame.encode(.done, Inspection(untrustedPageCounts: [3], canGraft: true)),
      try Frame.encode(.failed, PageFailure(kind: .library, stage: "recognize", message: "no")),
      try Frame.encode(.done, GraftRequest.Reply(isIdentical: false, notes: ["n"])),
    ]
    return replies + [replies.flatMap(\.self)]
  }

  static func requests() throws -> [[UInt8]] {
    [
      try Frame.encode(DescribeRequest()), try Frame.encode(InspectRequest(fileNames: ["a.pdf"])),
      try Frame.encode(request),
      try Frame.encode(GraftRequest(pages: [GraftRequest.Page(number: 1, source: .overlay)])),
      try Frame.encode(
        VerifyRequest(
          pdf: "a.pdf", original: nil, originalPageCount: 1, pageCount: 1, checksFile: true,
          pages: [
            ExpectedPage(
              place: PDFPlace(page: 1, content: .picture, size: PageSize(width: 9, height: 9), isCleared: nil),
              page: samplePage)
          ])),
    ]
  }
}
