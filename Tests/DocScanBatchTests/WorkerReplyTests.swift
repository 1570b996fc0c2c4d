// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a worker that attackers control can't crash or mislead the parent.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanWire
import DocScanWorkers
import Testing

@testable import DocScanBatch

@Suite("Checking workers' replies")
struct WorkerReplyTests {
  @Test("Describes a mismatch at any position", arguments: [1e300, -1e300, 3.4])
  func wildPlace(x: Double) {
    let mismatch = Mismatch(
      .word, page: 2, word: "a", box: Box(x: x, y: 2, width: 1, height: 1), expected: "b", found: "c")
    #expect(mismatch.description == "page 2: the word \"a\"\(x == 3.4 ? " at 3, 2" : ""): expected b, found c")
  }

  @Test("Marks pages whose text layer differs, and distrusts PDFs with other differences")
  func tolerableDifferences() {
    func words(_ count: Int) -> [Word] {
      (0..<count).map { Word(text: "w\($0)", confidence: 1, box: Box(x: Double($0), y: 1, width: 1, height: 1)) }
    }
    func page(_ number: Int, words count: Int) -> ExpectedPage {
      let box = Box(x: 0, y: 0, width: 99, height: 9)
      let line = Line(text: "", confidence: 1, box: box, baseline: [], words: words(count))
      let page = RecognizedPage(
        document: DocumentReference(name: "a", sha256: "", pageCount: 2),
        page: PageReference(number: number, source: "a", sourcePage: number), status: .recognized,
        blocks: [Block(kind: .text, box: box, lines: [line])])
      return ExpectedPage(
        place: PDFPlace(page: number, content: .picture, size: PageSize(width: 99, height: 9)), page: page)
    }
    func differences(_ kind: Mismatch.Kind, page: Int?, _ count: Int) -> [Mismatch] {
      (0..<count).map { Mismatch(kind, page: page, word: "w\($0)", expected: "it there", found: "nothing") }
    }
    let pages = [page(1, words: 100), page(2, words: 4)]
    func verdict(_ differences: [Mismatch], keepsPages: Bool = false) -> VerificationVerdict {
      differences.verdict(on: pages, keepsPages: keepsPages)
    }
    #expect(verdict(differences(.place, page: 1, 10), keepsPages: true) == .marked)
    #expect(verdict(differences(.word, page: 1, 2) + differences(.order, page: 2, 1), keepsPages: true) == .marked)
    #expect(verdict(differences(.place, page: 1, 11), keepsPages: true) == .rebuilt)
    #expect(verdict(differences(.pixels, page: 1, 1), keepsPages: true) == .rebuilt)
    #expect(verdict(differences(.place, page: 1, 49)) == .marked)
    #expect(verdict(differences(.place, page: 1, 50)) == .untrusted)
    #expect(verdict(differences(.picture, page: 1, 1)) == .untrusted)
    #expect(verdict(differences(.file, page: nil, 1)) == .untrusted)
    #expect(verdict(differences(.word, page: 7, 1)) == .untrusted)
  }

  @Test("Sends passwords one at a time, and only for encrypted files", arguments: [100, (1 << 20) - 12])
  func passwords(length: Int) throws {
    let folder = try TemporaryFolder()
    let start = "%PDF-1.7\n" + String(repeating: " ", count: length)
    try folder.write(start, to: "open.pdf")
    try folder.write(start + "trailer<</Encrypt 5 0 R>>", to: "locked.pdf")
    let open = try #require(OpenFile(path: folder / "open.pdf"))
    let locked = try #require(OpenFile(path: folder / "locked.pdf"))
    let passwords = Passwords(["a", "b"])
    #expect((-1...3).allSatisfy { passwords.next(for: open, tried: $0) == nil })
    #expect([0, 1, 2, 3].map { passwords.next(for: locked, tried: $0) } == ["a", "a", "b", nil])
    // The last one fits, so it comes first in the next request.
    #expect(passwords.next(for: locked, tried: 0) == "b")
    #expect(Passwords([]).next(for: locked, tried: 0) == nil)
  }

  @Test("Shortens long messages from workers")
  func longMessages() throws {
    let long = String(repeating: "x", count: 5000)
    let sent = PageFailure(kind: .library, stage: long, message: long, signal: long)
    guard case .failed(let failure) = try received(.failed, sent) else { throw Unexpected() }
    #expect(failure.message.count == 2000 && failure.stage.count == 100 && failure.signal?.count == 100)
    let reply = GraftRequest.Reply(isIdentical: false, notes: Array(repeating: long, count: 1000))
    guard case .done(let grafted) = try received(.done, reply).reply(to: GraftRequest.self) else { throw Unexpected() }
    #expect(grafted.notes.count == 100 && grafted.notes[0].count == 2000)
    let engine = ConfigureRequest.Reply(engine: EngineIdentity(name: "a\u{1B}[31m" + long, version: "1"))
    #expect(engine.bounded.engine?.name.count == 60 && engine.bounded.engine?.name.hasPrefix("a[31m") ?? false)
  }

  @Test(
    "Rejects a distant baseline, and more words than a page can have",
    arguments: [(1e300, 1), (Double(5), 200_001), (Double(5), 1)])
  func results(y: Double, words: Int) throws {
    let reference = (
      DocumentReference(name: "a", sha256: "", pageCount: 1), PageReference(number: 1, source: "a", sourcePage: 1)
    )
    let size = RasterSize(width: 100, height: 100, dpi: 100)
    let box = Box(x: 1, y: 1, width: 9, height: 9)
    let line = Line(
      text: "a", confidence: 1, box: box, baseline: [Point(x: 1, y: y), Point(x: 9, y: 5)],
      words: Array(repeating: Word(text: "a", confidence: 1, box: box), count: words))
    let page = RecognizedPage(
      document: reference.0, page: reference.1, status: .recognized, source: size, image: size,
      blocks: [Block(kind: .text, box: box, lines: [line])])
    let request = PageRequest(
      document: reference.0, page: reference.1, wantsPicture: .never, effort: .full, fileStem: "1-0")
    let result = PageResult(page: page, size: PageSize(width: 72, height: 72), picture: nil)
    #expect(try isTaken(result, request) == (y == 5 && words == 1))
  }

  @Test(
    "Rejects camera names that aren't one short line, and impossible positions",
    arguments: [
      ("Canon", 38.7, true), ("Ca\nnon", 38.7, false), ("\u{202E}Canon", 38.7, false), ("", 38.7, false),
      (String(repeating: "x", count: 101), 38.7, false), ("Canon", 90.1, false), ("Canon", 1e300, false),
    ])
  func capture(make: String, latitude: Double, isFine: Bool) throws {
    let size = RasterSize(width: 100, height: 100, dpi: 100)
    let page = RecognizedPage(
      document: DocumentReference(name: "a", sha256: "", pageCount: 1),
      page: PageReference(number: 1, source: "a", sourcePage: 1), status: .corrected, source: size, image: size,
      capture: PageCapture(make: make, gps: .init(latitude: latitude, longitude: 9)))
    let request = PageRequest(
      document: page.document, page: page.page, wantsPicture: .never, effort: .full, fileStem: "1-0")
    let result = PageResult(page: page, size: PageSize(width: 72, height: 72), picture: nil)
    #expect(try isTaken(result, request) == isFine)
  }

  @Test(
    "Rejects candidates that are too many, too long, or not the word's own",
    arguments: [
      (["a"], 0.5, true), (["a", "b"], 0.5, true), ([], 0.5, false), (["b", "a"], 0.5, false),
      (["a", "b"], 1.5, false),
      (["a", String(repeating: "b", count: 100)], 0.5, false), (["a", "\0"], 0.5, false),
      (Array(repeating: "a", count: 11), 0.5, false),
    ])
  func candidates(texts: [String], confidence: Double, isFine: Bool) throws {
    let document = DocumentReference(name: "a", sha256: "", pageCount: 1)
    let reference = PageReference(number: 1, source: "a", sourcePage: 1)
    let size = RasterSize(width: 100, height: 100, dpi: 100)
    let box = Box(x: 1, y: 1, width: 9, height: 9)
    let word = Word(
      text: "a", confidence: 1, box: box,
      candidates: texts.map { Word.Candidate(text: $0, confidence: confidence) })
    let line = Line(text: "a", confidence: 1, box: box, baseline: [], words: [word])
    let page = RecognizedPage(
      document: document, page: reference, status: .recognized, source: size, image: size,
      blocks: [Block(kind: .text, box: box, lines: [line])])
    let request = PageRequest(
      document: document, page: reference, wantsPicture: .never, effort: .full, fileStem: "1-0")
    let result = PageResult(page: page, size: PageSize(width: 72, height: 72), picture: nil)
    #expect(try isTaken(result, request) == isFine)
  }

  @Test(
    "Rejects dropped text outside the page or with an invalid confidence",
    arguments: [(5.0, 0.1, true), (500.0, 0.1, false), (5.0, 7.0, false), (5.0, -1.0, false)])
  func dropped(x: Double, confidence: Double, isRight: Bool) throws {
    let document = DocumentReference(name: "a", sha256: "", pageCount: 1)
    let reference = PageReference(number: 1, source: "a", sourcePage: 1)
    let size = RasterSize(width: 100, height: 100, dpi: 100)
    let box = Box(x: x, y: 1, width: 9, height: 9)
    let page = RecognizedPage(
      document: document, page: reference, status: .recognized, source: size, image: size,
      dropped: [DroppedText(text: "EE", confidence: confidence, box: box, reason: .speck)])
    let request = PageRequest(
      document: document, page: reference, wantsPicture: .never, effort: .full, fileStem: "1-0")
    let result = PageResult(page: page, size: PageSize(width: 72, height: 72), picture: nil)
    #expect(try isTaken(result, request) == isRight)
  }

  /// Returns whether a worker's result for a page is accepted.
  private func isTaken(_ result: PageResult, _ request: PageRequest) throws -> Bool {
    let check = ResultCheck(
      request: request, pipeline: try Pipeline(value: [:], stages: [], writers: []), scratch: "/")
    return check.complaint(about: [result], checkpoint: PageCheckpoint()) == nil
  }

  /// Returns the message that arrives when a worker sends an answer.
  private func received(
    _ name: WorkerAnswer<Message>.Name, _ body: some Encodable
  ) throws -> WorkerAnswer<Message> {
    var buffer = FrameBuffer()
    buffer.append(try Frame.encode(name, body))
    return try WorkerAnswer(try #require(try buffer.next()))
  }

  private struct Unexpected: Error {}
}
