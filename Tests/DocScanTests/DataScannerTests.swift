// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: programs get typed data in the same form in every language.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanRequests
import FoundationEssentials
import Testing

@Suite("Typed data in many languages", .serialized)
struct DataScannerTests {
  /// A note in one language: lines with an email address, a date, and an amount, whose values are the same everywhere.
  struct Note: Sendable, CustomTestStringConvertible {
    var language: String
    var family: PageFont.Family = .serif
    var lines: [String]
    var money: String
    /// Further languages, because email addresses have Latin letters, which the pack for Korean doesn't support.
    var others: [String] = []

    var testDescription: String { language }
  }

  private static let notes = [
    Note(
      language: "en", lines: ["Please pay $1,234.50 by 12 March 2024.", "Write to office@example.com"],
      money: "1234.50"),
    Note(
      language: "de",
      lines: ["Bitte zahlen Sie 1.234,50 € bis zum 12. März 2024.", "Schreiben Sie an office@example.com"],
      money: "1234.50"),
    Note(
      language: "fr", lines: ["Veuillez payer 1 234,50 € avant le 12 mars 2024.", "Écrivez à office@example.com"],
      money: "1234.50"),
    Note(
      language: "it",
      lines: ["Si prega di pagare 1.234,50 € entro il 12 marzo 2024.", "Scrivere a office@example.com"],
      money: "1234.50"),
    Note(
      language: "es", lines: ["Pague 1.234,50 € antes del 12 de marzo de 2024.", "Escriba a office@example.com"],
      money: "1234.50"),
    Note(
      language: "pt", lines: ["Pague 1.234,50 € até 12 de março de 2024.", "Escreva para office@example.com"],
      money: "1234.50"),
    Note(
      language: "zh-Hans", family: .chinese, lines: ["请在2024年3月12日之前支付¥1,234。", "联系邮箱 office@example.com"],
      money: "1234"),
    Note(
      language: "ko", family: .chinese, lines: ["2024년 3월 12일까지 1,234원을 내 주십시오.", "문의 office@example.com"],
      money: "1234", others: ["en"]),
    Note(
      language: "ja", family: .japanese, lines: ["2024年3月12日までに1,234円をお支払いください。", "連絡先 office@example.com"],
      money: "1234"),
  ]

  private let folder: TemporaryFolder
  private let service: ScanService

  init() throws {
    folder = try TemporaryFolder()
    service = ScanService(workers: 1, workerProgram: URL(filePath: try Places.product("docscan-worker")))
  }

  private func picture(of note: Note) throws -> URL {
    var page = PageDrawing(size: PageSize(width: 480, height: 140))
    for (index, line) in note.lines.enumerated() {
      try page.line(line, at: Point(x: 30, y: 50 + 40 * Double(index)), font: PageFont(note.family, size: 15))
    }
    try page.raster(dpi: 200).write(to: folder / "note.png", as: .png, dpi: 200)
    return URL(filePath: folder / "note.png")
  }

  private func values(
    of note: Note, _ quality: DataScanner.QualityLevel
  ) async throws -> [DataScanner.TextContentType?: [String]] {
    let scanner = DataScanner(
      recognizedDataTypes: [
        .text(textContentType: .emailAddress), .text(textContentType: .dateTimeDuration),
        .text(textContentType: .currency),
      ], qualityLevel: quality, languages: [note.language] + note.others)
    let texts = try await scanner.perform(on: picture(of: note), service: service).compactMap { item in
      if case .text(let text) = item { text } else { nil }
    }
    #expect(texts.allSatisfy { (0...1).contains($0.confidence) && $0.boundingBox.width > 0 })
    return Dictionary(grouping: texts, by: \.textContentType).mapValues { $0.map(\.value) }
  }

  @Test("Normalizes dates, amounts, and addresses in every language", arguments: notes)
  func languages(_ note: Note) async throws {
    let found = try await values(of: note, .balanced)
    #expect(found[.dateTimeDuration] == ["2024-03-12"] && found[.emailAddress] == ["office@example.com"], "\(found)")
    #expect(found[.currency] == [note.money], "\(found)")
  }

  @Test("Finds data at every quality level", arguments: DataScanner.QualityLevel.allCases)
  func levels(_ level: DataScanner.QualityLevel) async throws {
    let found = try await values(of: Self.notes[0], level)
    #expect(found[.dateTimeDuration] == ["2024-03-12"] && found[.currency] == ["1234.50"], "\(found)")
  }

  @Test("Supports all nine languages")
  func supported() async throws {
    let languages = try await DataScanner.supportedTextRecognitionLanguages(service: service)
    #expect(Set(Self.notes.map(\.language)).subtracting(languages).isEmpty, "\(languages)")
    #expect(DataScanner.isSupported)
  }
}
