// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFixtures
internal import DocScanWriters
internal import FoundationEssentials

@testable internal import DocScanBatch

/// Messages between parent and worker. A worker may be under the control of whoever made the document.
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

  /// Bytes as they arrive on the socket: what passes the check must be written by every writer.
  static func runReplies(_ bytes: [UInt8]) {
    var buffer = FrameBuffer()
    do {
      for start in stride(from: 0, to: bytes.count, by: 4096) {
        buffer.append(bytes[start..<min(start + 4096, bytes.count)])
        while let reply = try buffer.next(WorkerReply.self) { try take(reply) }
      }
    } catch is FrameBuffer.Violation {
      return
    } catch is DecodingError {
      return
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static func take(_ reply: WorkerReply) throws {
    switch reply {
    case .pages(let results, _):
      guard ResultCheck(request: request, scratch: "/nowhere").complaint(about: results) == nil else { return }
      try write(results)
    case .verified(let mismatches): _ = mismatches.map(\.description)
    case .description, .configured, .confined, .misconfigured, .inspected, .surveyed, .stage, .grafted, .failed: break
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

  /// The same on the worker's side.
  static func runRequests(_ bytes: [UInt8]) {
    var buffer = FrameBuffer()
    buffer.append(bytes)
    do {
      while let request = try buffer.next(WorkerRequest.self) { _ = try Frame.encode(request) }
    } catch {
      _ = "\(error)"
    }
  }

  /// A page as a worker makes it.
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
    let result = PageResult(page: samplePage, size: PageSize(width: 192, height: 144), picture: nil)
    let mismatch = Mismatch(
      .word, page: 1, word: "a", box: Box(x: 1, y: 2, width: 3, height: 4), expected: "a", found: "b")
    let replies: [WorkerReply] = [
      .configured(EngineIdentity(name: "engine", version: "1")), .stage("load"),
      .pages([result], checkpoint: PageCheckpoint()),
      .verified([mismatch]),
      .inspected(Inspection(untrustedPageCounts: [3], canGraft: true)),
      .failed(PageFailure(kind: .library, stage: "recognize", message: "no")),
      .grafted(isIdentical: false, notes: ["n"]),
    ]
    return try replies.map(Frame.encode) + [replies.flatMap(Frame.encode)]
  }

  static func requests() throws -> [[UInt8]] {
    let requests: [WorkerRequest] = [
      .describe, .inspect(DocumentSource(names: ["a.pdf"])), .page(request),
      .graft(
        GraftRequest(pages: [GraftRequest.Page(number: 1, source: .overlay)])),
      .verify(
        VerifyRequest(
          pdf: "a.pdf", original: nil, originalPageCount: 1, pageCount: 1, checksFile: true,
          pages: [
            ExpectedPage(
              place: PDFPlace(page: 1, content: .picture, size: PageSize(width: 9, height: 9), isCleared: nil),
              page: samplePage)
          ])),
    ]
    return try requests.map(Frame.encode)
  }
}
