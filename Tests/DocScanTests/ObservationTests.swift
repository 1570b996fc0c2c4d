// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: programs store and send observations as JSON, and get typed values from receipts, invoices, and forms.

import DocScan
import DocScanBatch
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanRequests
import DocScanVision
import FoundationEssentials
import Testing

@Suite("Observations as values")
struct ObservationTests {
  private let folder: TemporaryFolder
  private let service: ScanService

  init() throws {
    folder = try TemporaryFolder()
    service = ScanService(workers: 1, workerProgram: URL(filePath: try Places.product("docscan-worker")))
  }

  /// Draws rows of text, each with a left and a right part, and returns the picture.
  private func picture(_ rows: [(String, String)]) throws -> URL {
    var page = PageDrawing(size: PageSize(width: 300, height: 60 + 24 * Double(rows.count)))
    for (index, row) in rows.enumerated() {
      let y = 40 + 24 * Double(index)
      try page.line(row.0, at: Point(x: 20, y: y), font: .serif(14))
      if !row.1.isEmpty { try page.line(row.1, endingAt: Point(x: 280, y: y), font: .serif(14)) }
    }
    try page.raster(dpi: 200).write(to: folder / "page.png", as: .png, dpi: 200)
    return URL(filePath: folder / "page.png")
  }

  private var english: RecognizeDocumentsRequest.TextRecognitionOptions {
    var options = RecognizeDocumentsRequest.TextRecognitionOptions()
    (options.automaticallyDetectLanguage, options.recognitionLanguages) = (false, ["en"])
    return options
  }

  /// Encodes a value, and checks that decoding returns the same value.
  private func check<Value: Codable & Equatable>(_ value: Value) throws {
    let json = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(Value.self, from: json) == value)
  }

  @Test("Restores lines, documents with tables, barcodes, and items from JSON")
  func coding() async throws {
    let rows = [
      ("Item", "Price"), ("Rye bread", "5.40"), ("Seed roll", "0.80"), ("Plum cake", "7.25"), ("Coffee", "6.10"),
    ]
    var page = PageDrawing(size: .a5)
    for (index, row) in rows.enumerated() {
      try page.line(row.0, at: Point(x: 48, y: 118 + 28 * Double(index)), font: .serif(13))
      try page.line(row.1, at: Point(x: 208, y: 118 + 28 * Double(index)), font: .serif(13))
    }
    for x in [40.0, 200, 300] { page.rule(from: Point(x: x, y: 98), to: Point(x: x, y: 238)) }
    for row in 0...rows.count {
      page.rule(from: Point(x: 40, y: 98 + 28 * Double(row)), to: Point(x: 300, y: 98 + 28 * Double(row)))
    }
    let code = try Raster.barcode(.qrCode, "https://example.com/a", width: 240, height: 240)
    try page.raster(dpi: 200).with(code, x: 300, y: 1000).write(to: folder / "list.png", as: .png, dpi: 200)
    let file = URL(filePath: folder / "list.png")
    var request = RecognizeDocumentsRequest()
    request.textRecognitionOptions = english
    let (documents, codes) = try await ImageRequestHandler(file, service: service).perform(
      request, DetectBarcodesRequest())
    let document = try #require(documents.first)
    let table = try #require(document.document.tables.first)
    #expect(codes.map(\.payloadString) == ["https://example.com/a"])
    try check(document)
    try check(codes)
    let restored = try JSONDecoder().decode(
      DocumentObservation.Container.Table.self, from: try JSONEncoder().encode(table))
    #expect(restored.csv == table.csv && restored.html == table.html && restored.csv.contains("Rye bread"))
    let scanner = DataScanner(recognizedDataTypes: [.text(), .barcode()], qualityLevel: .fast, languages: ["en"])
    try check(try await scanner.perform(on: file, service: service))
  }

  @Test("Rejects JSON of a table with a cell outside of it")
  func wrongTable() throws {
    let content =
      #"{"text": {"transcript": "x", "lines": [], "detectedData": [], "boundingBox": \#(Self.box)}, "paragraphs": [],"#
      + #" "lists": [], "tables": [], "barcodes": [], "boundingBox": \#(Self.box)}"#
    for range in ["[0, 5]", "[-1, 0]"] {
      let json = #"""
        {"rowCount": 1, "columnCount": 1, "confidence": 1, "boundingBox": \#(Self.box), "checks": [], "name": "x",
         "cells": [{"rowRange": \#(range), "columnRange": [0, 0], "content": \#(content), "isHeader": false, "confidence": 1}]}
        """#
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(DocumentObservation.Container.Table.self, from: Data(json.utf8))
      }
    }
  }

  private static let box = #"{"x": 0, "y": 0, "width": 1, "height": 1}"#

  @Test("Returns the typed values of a receipt")
  func receipt() async throws {
    let file = try picture([
      ("KESTREL BAKERY", ""), ("12 Harbour Street, London", ""), ("Date: 25/03/2024 14:05", ""), ("Rye bread", "£5.40"),
      ("Plum cake", "£7.25"), ("TOTAL", "£12.65"), ("CASH", "£20.00"), ("CHANGE", "£7.35"),
    ])
    var request = RecognizeReceiptRequest()
    request.textRecognitionOptions = english
    let receipt = try #require(try await request.perform(on: file, service: service))
    #expect(receipt.total?.value == Decimal(string: "12.65") && receipt.currencyCode == "GBP")
    let day = DateComponents(year: 2024, month: 3, day: 25)
    #expect(receipt.date?.value == day && receipt.date?.alternative == nil)
    #expect(receipt.merchant?.value.lowercased().contains("kestrel") == true)
    let box = try #require(receipt.total?.boundingBox)
    #expect(box.x > 0.5 && box.y > 0.2 && box.y < 0.45, "\(box)")
    try check(receipt)
    #expect(
      try await request.perform(on: try picture([("Dear Ada,", ""), ("thank you.", "")]), service: service) == nil)
  }

  @Test("Returns the typed values of an invoice")
  func invoice() async throws {
    let file = try picture([
      ("Kestrel Supplies Ltd", ""), ("INVOICE", ""), ("Invoice number: KS-2024-117", ""),
      ("Invoice date: 25 March 2024", ""), ("Due date: 24 April 2024", ""), ("Paper", "£400.00"),
      ("Subtotal", "£400.00"),
      ("VAT 20%", "£80.00"), ("Total", "£480.00"),
    ])
    var request = RecognizeInvoiceRequest()
    request.textRecognitionOptions = english
    let invoice = try #require(try await request.perform(on: file, service: service))
    #expect(invoice.number?.value == "KS-2024-117" && invoice.total?.value == Decimal(480))
    #expect(invoice.date?.value == DateComponents(year: 2024, month: 3, day: 25))
    try check(invoice)
  }

  @Test("Returns the fields of a form")
  func form() async throws {
    var page = PageDrawing(size: .a5)
    for (index, label) in ["Name:", "Town:", "Telephone:"].enumerated() {
      let y = 80 + 40 * Double(index)
      try page.line(label, at: Point(x: 40, y: y), font: .serif(14))
      try page.line(
        ["Ada Whitcombe", "Harbour", "020 7946 0018"][index], at: Point(x: 140, y: y - 2), font: .serif(14))
      page.rule(from: Point(x: 135, y: y + 3), to: Point(x: 380, y: y + 3))
    }
    try page.raster(dpi: 200).write(to: folder / "form.png", as: .png, dpi: 200)
    var request = RecognizeFormRequest()
    request.textRecognitionOptions = english
    let fields = try await request.perform(on: URL(filePath: folder / "form.png"), service: service)
    let name = try #require(fields.first { $0.label.hasPrefix("Name") }, "\(fields)")
    #expect(name.value == "Ada Whitcombe" && name.kind == .text && name.boundingBox.y > 0.7, "\(fields)")
    try check(fields)
  }

  @Test("Has docscan's presets in every program")
  func presets() async throws {
    let worker = URL(filePath: try Places.product("docscan-worker"))
    for preset in [Preset.archive, .books, .photos, .receipts, .scan, .textOnly] {
      try await BatchRun(PipelineSource(preset: preset), options: BatchOptions(workerProgram: worker)).validate()
    }
    #expect(Preset(named: "receipts") != nil && Preset(named: "nothing") == nil)
  }
}
