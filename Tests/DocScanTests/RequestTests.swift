// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: requests return correct results, fail alone, and can be cancelled.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanRequests
import DocScanStore
import DocScanVision
import FoundationEssentials
import Testing

@Suite("Requests of programs that import DocScan", .serialized)
struct RequestTests {
  private let folder: TemporaryFolder
  private let service: ScanService

  init() throws {
    folder = try TemporaryFolder()
    service = ScanService(workers: 2, workerProgram: URL(filePath: try Places.product("docscan-worker")))
  }

  /// Returns a page with a few lines as a file.
  private func note(_ lines: [String], named name: String = "note.png") throws -> URL {
    var page = PageDrawing(size: .a5)
    for (index, line) in lines.enumerated() {
      try page.line(line, at: Point(x: 60, y: 80 + 40 * Double(index)), font: .serif(18))
    }
    try page.raster(dpi: 150).write(to: folder / name, as: .png, dpi: 150)
    return URL(filePath: folder / name)
  }

  private func request() -> RecognizeTextRequest {
    var request = RecognizeTextRequest()
    request.recognitionLevel = .fast
    return request
  }

  @Test("Returns lines in order, with confidence and boxes from the lower left")
  func lines() async throws {
    let lines = try await request().perform(on: note(["Harbour Street", "Reading room"]), service: service)
    #expect(lines.map(\.transcript) == ["Harbour Street", "Reading room"])
    // The lines are drawn 80 and 120 points below the upper edge of a page of 595 points.
    let places = lines.map { $0.boundingBox.y * 595.276 }
    #expect(abs(places[0] - 515) < 8 && abs(places[1] - 475) < 8, "\(places)")
    #expect(lines.allSatisfy { (0.5...1).contains($0.confidence) })
    #expect(lines[0].topCandidates(1).map(\.string) == ["Harbour Street"])
    #expect(lines[0].topCandidates(0).isEmpty && lines[0].topCandidates(99).count <= 10)
  }

  @Test("Returns the box of a word in a line")
  func wordBox() async throws {
    let lines = try await request().perform(on: note(["Harbour Street"]), service: service)
    let text = try #require(lines.first?.topCandidates(1).first)
    let range = try #require(text.string.firstRange(of: "Street"))
    let whole = try #require(text.boundingBox(for: text.string.startIndex..<text.string.endIndex)).boundingBox
    let word = try #require(text.boundingBox(for: range)).boundingBox
    #expect(word.x > whole.x + 0.4 * whole.width && abs(word.x + word.width - whole.x - whole.width) < 1e-9)
    #expect(text.boundingBox(for: range.lowerBound..<range.lowerBound) == nil)
  }

  @Test("Reads only the region of interest, and returns boxes in it")
  func region() async throws {
    var request = request()
    // The region from 15% to 28% of the height, measured from the upper edge, contains only the second line.
    request.regionOfInterest = NormalizedRect(x: 0, y: 0.72, width: 1, height: 0.13)
    let lines = try await request.perform(on: note(["Harbour Street", "Reading room"]), service: service)
    #expect(lines.map(\.transcript) == ["Reading room"])
    let size = RasterSize(width: 874, height: 1240, dpi: 150)
    let box = try #require(lines.first).boundingBox.toImageCoordinates(
      from: request.regionOfInterest, imageSize: size, origin: .upperLeft)
    // The baseline is at 120 points.
    #expect(abs(box.maxY - 250) < 12, "\(box)")
  }

  @Test("Reports progress up to 1, and explains an unknown language")
  func progressAndErrors() async throws {
    let shares = Locked<[Double]>([])
    var request = request()
    request.progressHandler = { share in shares.change { $0.append(share) } }
    _ = try await request.perform(on: note(["Harbour Street"]), service: service)
    let values = shares.get()
    #expect(values.last == 1 && values == values.sorted() && values.count > 1)
    request.recognitionLanguages = ["tlh"]
    let file = try note(["Harbour Street"])
    let unknown = request
    let error = await #expect(throws: BatchError.self) { try await unknown.perform(on: file, service: service) }
    #expect("\(try #require(error))".contains("tlh"))
    #expect(try await RecognizeTextRequest().supportedRecognitionLanguages(service: service).contains("en"))
  }

  @Test("Returns all pages of all files, and straightens photographed sheets")
  func scan() async throws {
    let letter = try Documents.letter()
    let photo = try DeskPhoto(of: letter[0].raster(dpi: 150, channels: .rgb))
    try photo.image.write(to: folder / "page 2.jpg", as: .jpeg)
    try PageDrawing.writePDF(letter, to: folder / "page 10.pdf")
    let scan = try await DocumentScan(contentsOfFolder: URL(filePath: folder.path), title: "letters", service: service)
    #expect(scan.title == "letters" && scan.pageCount == 3)
    let image = try await scan.imageOfPage(at: 0)
    #expect(image.data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // The result is a sheet of A4 without the desk around it.
    #expect(abs(Double(image.size.height) / Double(image.size.width) - 1.414) < 0.05, "\(image.size)")
    await #expect(throws: BatchError.self) { try await scan.imageOfPage(at: 3) }
    let sheet = try #require(try await DetectDocumentSegmentationRequest().perform(on: scan.pages[0]))
    let corner = sheet.topLeft.toImageCoordinates(
      RasterSize(width: 1500, height: 2000, dpi: 72), origin: .upperLeft)
    #expect(abs(corner.x - photo.quad[0].x) < 15 && abs(corner.y - photo.quad[0].y) < 15, "\(corner)")
    var texts: [String] = []
    for await page in scan.perform(request()) {
      texts.append(try page.result.get().map(\.transcript).joined(separator: " "))
    }
    #expect(texts.count == 3 && texts[0].contains("Rose Cottage") && texts[2].contains("Thomas Ashdown"))
  }

  @Test("Reads a picture's bytes like its file")
  func data() async throws {
    let file = try note(["Harbour Street"])
    let scan = try await DocumentScan(data: [Data(contentsOf: file)], straightening: .none, service: service)
    #expect(try await request().perform(on: scan.pages[0]) == request().perform(on: file, service: service))
  }

  @Test("Fails only a broken file, and continues with the others")
  func brokenPage() async throws {
    let good = try note(["Harbour Street"])
    let bytes = try Data(contentsOf: good)
    let scan = try await DocumentScan(contentsOf: [good], straightening: .none, service: service)
    // A file that was replaced isn't read.
    try folder.write(Data("no picture".utf8), to: "note.png")
    var failures = 0
    for await page in scan.perform(request()) { if case .failure = page.result { failures += 1 } }
    #expect(failures == 1)
    await #expect(throws: PageFailure.self) {
      try await request().perform(on: Data("no picture".utf8), service: service)
    }
    #expect(try await request().perform(on: bytes, service: service).count == 1)
  }

  @Test("Returns barcodes and typed data with VisionKit's kinds")
  func dataScanner() async throws {
    var page = PageDrawing(size: .a5)
    try page.line("Write to office@example.com", at: Point(x: 60, y: 80), font: .serif(16))
    let code = try Raster.barcode(.qrCode, "https://example.com/a", width: 240, height: 240)
    try page.raster(dpi: 150).with(code, x: 300, y: 500).write(to: folder / "page.png", as: .png, dpi: 150)
    let file = URL(filePath: folder / "page.png")
    let scanner = DataScanner(
      recognizedDataTypes: [.text(textContentType: .emailAddress), .barcode(symbologies: [.qr])], qualityLevel: .fast,
      languages: ["en"])
    let items = try await scanner.perform(on: file, service: service)
    #expect(items.count == 2)
    guard case .text(let text)? = items.first, case .barcode(let barcode)? = items.last else {
      Issue.record("\(items)")
      return
    }
    #expect(text.value == "office@example.com" && text.textContentType == .emailAddress)
    #expect(barcode.payloadStringValue == "https://example.com/a")
    // The barcode is in the lower half, as drawn.
    #expect(barcode.observation.boundingBox.y < 0.6 && barcode.observation.boundingBox.y > 0.35)
    var request = DetectBarcodesRequest()
    request.symbologies = [.ean13]
    #expect(try await request.perform(on: file, service: service).isEmpty)
  }

  @Test("Reports a missing worker")
  func missingWorker() async throws {
    let service = ScanService(workerProgram: URL(filePath: "/nowhere/docscan-worker"))
    let file = try note(["Harbour Street"])
    let error = await #expect(throws: BatchError.self) { try await request().perform(on: file, service: service) }
    #expect("\(try #require(error))".contains("/nowhere/docscan-worker"))
    #expect(await !DataScanner.isAvailable(service: service))
  }

  @Test("Answers many requests at once, and drops cancelled ones immediately")
  func many() async throws {
    let file = try note(["Harbour Street"])
    let request = request()
    let service = service
    let answers = try await withThrowingTaskGroup { group in
      for _ in 0..<40 { group.addTask { try await request.perform(on: file, service: service).map(\.transcript) } }
      return try await group.reduce(into: [[String]]()) { $0.append($1) }
    }
    #expect(answers == Array(repeating: ["Harbour Street"], count: 40))
    let tasks = (0..<200).map { _ in Task { try await request.perform(on: file, service: service) } }
    for task in tasks { task.cancel() }
    for task in tasks {
      let result = await task.result
      if case .failure(let error) = result { #expect(error is CancellationError) }
    }
    #expect(service.waitingRequests == 0)
    #expect(try await request.perform(on: file, service: service).count == 1)
  }

  @Test("Never answers with the previous picture")
  func pictures() async throws {
    let service = ScanService(workers: 1, workerProgram: URL(filePath: try Places.product("docscan-worker")))
    // Pictures of the same size, in quick succession: the system gives each temporary file the inode of the one before.
    let pictures = try ["first", "other"].map { text in
      let code = try Raster.barcode(.qrCode, text, width: 80, height: 80)
      let page = try PageDrawing(size: PageSize(width: 90, height: 90)).raster(dpi: 100).with(code, x: 20, y: 20)
      try page.write(to: folder / "\(text).pnm", as: .pnm, dpi: 100)
      return (text, try Data(contentsOf: URL(filePath: folder / "\(text).pnm")))
    }
    var wrong = 0
    for number in 0..<400 {
      let (text, data) = pictures[number % 2]
      let codes = try await DetectBarcodesRequest().perform(on: data, service: service)
      if codes.map(\.payloadString) != [text] { wrong += 1 }
    }
    #expect(wrong == 0)
  }
}
