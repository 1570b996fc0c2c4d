// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: every name in the table of `Programming.md` compiles and behaves as on a phone.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanRequests
import DocScanVision
import FoundationEssentials
import Testing

@Suite("Names from Apple's frameworks", .serialized)
struct PortingTests {
  private let folder: TemporaryFolder
  private let service: ScanService

  init() throws {
    folder = try TemporaryFolder()
    service = ScanService(workers: 1, workerProgram: URL(filePath: try Places.product("docscan-worker")))
  }

  private func picture(withCode: Bool = true) throws -> URL {
    var page = PageDrawing(size: .a5)
    try page.line("Harbour Street 12", at: Point(x: 60, y: 80), font: .serif(18))
    try page.line("small print", at: Point(x: 60, y: 500), font: .serif(7))
    var raster = try page.raster(dpi: 150)
    if withCode {
      raster = try raster.with(
        Raster.barcode(.qrCode, "https://example.com/a", width: 200, height: 200), x: 300, y: 500)
    }
    try raster.write(to: folder / "page.png", as: .png, dpi: 150)
    return URL(filePath: folder / "page.png")
  }

  @Test("Provides VNDocumentCameraScan")
  func documentCameraScan() async throws {
    let scan = try await DocumentScan(
      contentsOf: [try picture()], straightening: .none, service: service)
    #expect(scan.pageCount == 1 && scan.title == "page")
    for index in 0..<scan.pageCount {
      let image = try await scan.imageOfPage(at: index)
      #expect(image.size.width == 874 && !image.data.isEmpty)
    }
  }

  @Test("Provides VNRecognizeTextRequest, its observations, and their candidates")
  func recognizeText() async throws {
    var request = RecognizeTextRequest()
    request.recognitionLevel = .fast
    request.recognitionLanguages = ["en-US"]
    request.automaticallyDetectsLanguage = false
    request.customWords = ["Harbour"]
    request.usesLanguageCorrection = true
    // The small print is smaller than that.
    request.minimumTextHeightFraction = 0.015
    request.regionOfInterest = NormalizedRect(x: 0, y: 0, width: 1, height: 1)
    request.progressHandler = { share in #expect((0...1).contains(share)) }
    #expect(try await request.supportedRecognitionLanguages(service: service).contains("en"))
    let observations: [RecognizedTextObservation] = try await request.perform(
      on: picture(withCode: false), service: service)
    #expect(observations.compactMap { $0.topCandidates(1).first?.string } == ["Harbour Street 12"])
    for observation in observations {
      #expect((0...1).contains(observation.confidence) && observation.boundingBox.y > 0.8)
      let size = RasterSize(width: 874, height: 1240, dpi: 150)
      let box = observation.boundingBox.toImageCoordinates(size, origin: .upperLeft)
      // The baseline is 80 points from the upper edge.
      #expect(abs(box.maxY - 167) < 12)
      #expect(abs(observation.boundingBox.toImageCoordinates(size).y - (1240 - box.maxY)) < 1e-6)
      for candidate in observation.topCandidates(3) {
        #expect((0...1).contains(candidate.confidence))
        let range = candidate.string.startIndex..<candidate.string.endIndex
        #expect(try #require(candidate.boundingBox(for: range)).boundingBox.width > 0)
      }
    }
  }

  @Test("Provides VNDetectDocumentSegmentationRequest and VNDetectBarcodesRequest")
  func detect() async throws {
    let photo = try DeskPhoto(of: Documents.letter()[0].raster(dpi: 100, channels: .rgb))
    try photo.image.write(to: folder / "photo.jpg", as: .jpeg)
    let sheet = try await DetectDocumentSegmentationRequest().perform(
      on: URL(filePath: folder / "photo.jpg"), service: service)
    let corners = try #require(sheet)
    #expect(corners.topLeft.y > corners.bottomLeft.y && corners.topRight.x > corners.topLeft.x)
    #expect(corners.bottomRight.y < corners.topRight.y && corners.confidence > 0.5 && corners.boundingBox.width > 0.3)
    var request = DetectBarcodesRequest()
    request.symbologies = [.qr]
    let codes = try await request.perform(on: picture(), service: service)
    #expect(codes.map(\.payloadString) == ["https://example.com/a"] && codes.map(\.symbology) == [.qr])
  }

  @Test("Provides DataScannerViewController and its items")
  func dataScanner() async throws {
    let isAvailable = await DataScanner.isAvailable(service: service)
    #expect(DataScanner.isSupported && isAvailable)
    #expect(try await DataScanner.supportedTextRecognitionLanguages(service: service).contains("en"))
    let scanner = DataScanner(
      recognizedDataTypes: [.text(), .text(textContentType: .URL), .barcode(symbologies: [.qr])], qualityLevel: .fast,
      languages: ["en"])
    var transcripts: [String] = []
    // The item at a point is the one that a user taps.
    let point = NormalizedPoint(x: 0.25, y: 0.87)
    for item in try await scanner.perform(on: picture(), service: service) {
      switch item {
      case .text(let text) where text.boundingBox.contains(point): transcripts.append(text.transcript)
      case .text: break
      case .barcode(let code): transcripts.append(code.payloadStringValue)
      }
    }
    #expect(transcripts == ["Harbour Street 12", "https://example.com/a"])
  }

  @Test("Provides TranslationSession")
  func translation() async throws {
    let session = TranslationSession(from: "es", to: "en")
    let response = try await session.translate("La biblioteca está cerrada")
    #expect(response.sourceText == "La biblioteca está cerrada" && response.targetText == "The library is closed")
    #expect(response.sourceLanguage == session.sourceLanguage && response.targetLanguage == session.targetLanguage)
  }
}
