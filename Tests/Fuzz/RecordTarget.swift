// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
import DocScanStore
internal import DocScanWire
internal import FoundationEssentials

@testable internal import DocScanChecks

/// Records of documents, pages, and runs in an output folder that others may have changed.
enum RecordTarget {
  static func run(_ bytes: [UInt8]) {
    read(DocumentRecord.self, bytes) { record in
      _ = VerificationRun.missingPages(in: record)
      _ = PageSelection(stored: record.selection)?.description
    }
    read(RecognizedPage.self, bytes) { page in
      let map = page.map
      _ = map.source(map.image(Point(x: 3, y: 4)))
      _ = page.withoutCopiedText.words
      _ = PageLine(page)
      _ = GraftRequest.Page(PageResult(page: page, size: PageSize(width: 9, height: 9), picture: nil))
    }
    read(BatchReport.self, bytes) { report in _ = report.totals }
  }

  private static func read<Record: Codable>(_ type: Record.Type, _ bytes: [UInt8], use: (Record) -> Void) {
    do {
      let record = try JSONDecoder().decode(type, from: Data(bytes))
      use(record)
      _ = try JSONText.pretty(record)
    } catch {
      _ = "\(error)"
    }
  }

  static func seeds() throws -> [[UInt8]] {
    let record = DocumentRecord(
      name: "scan", source: ["scan.pdf"], sha256: "00",
      pipeline: DocumentRecord.PipelineIdentity(name: "p", sha256: "00"), status: .partial, pageCount: 2,
      selection: "1-2",
      pages: [
        DocumentRecord.Page(
          number: 1, status: .recognized, file: "pages/0001.json", source: "scan.pdf", sourcePage: 1, confidence: 0.9,
          grade: nil,
          pdf: PDFPlace(page: 1, content: .overlay, size: PageSize(width: 9, height: 9), isCleared: true), failure: nil)
      ], failure: nil, quality: DocumentRecord.Quality(meanConfidence: 0.9, words: 2), notes: ["n"], versions: [:])
    var page = MessageTarget.samplePage
    page.corrections = [
      Correction(kind: "deskew", confidence: 0.9, degrees: -1.2, matrix: .scale(x: 2, y: 2))
    ]
    return [try JSONText.compact(record), try JSONText.compact(page)].map { [UInt8]($0) }
  }
}
