// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers
internal import DocScanWriters
internal import FoundationEssentials

/// The pages to compare with a PDF, in files to save memory. The selection depends only on the document's digest and the page's number.
final class VerificationSample {
  /// The number of pages per request, which bounds the message size and the time of a worker.
  static let pagesPerRequest = 8

  private let share: Double
  private let sha256: String
  private let folder: String
  private var kept = 0
  private var compared = 0
  private var requested: [ExpectedPage] = []
  var retry = RetryPolicy()

  /// Creates a sample. `folder` is temporary, and contains no other files.
  init(share: Double, sha256: String, folder: String) {
    (self.share, self.sha256, self.folder) = (share, sha256, folder)
  }

  var isWaiting: Bool { compared < kept }

  var isAtStart: Bool { compared == 0 }

  /// Adds a page if it's selected. A page that couldn't be read has nothing to compare.
  func keep(_ page: ExpectedPage) throws(OutputError) {
    guard page.page.status != .failed || page.place.content == .note, isChosen(page.page.page.number) else { return }
    let json: Data
    do {
      json = try JSONText.compact(page)
    } catch {
      throw OutputError(operation: "write", path: path(kept), detail: "\(error)")
    }
    let file = try OutputFile(path: path(kept))
    try file.write(json)
    try file.close()
    kept += 1
  }

  /// Returns the next pages to compare, or empty after the last ones.
  func nextPages() throws(OutputError) -> [ExpectedPage] {
    var pages: [ExpectedPage] = []
    for index in compared..<min(compared + Self.pagesPerRequest, kept) {
      do {
        pages.append(try JSONDecoder().decode(ExpectedPage.self, from: Data(contentsOf: URL(filePath: path(index)))))
      } catch {
        throw OutputError(operation: "read", path: path(index), detail: "\(error)")
      }
    }
    requested = pages
    return pages
  }

  func advance() {
    for index in compared..<compared + requested.count { removeFile(path(index)) }
    compared += requested.count
    requested = []
  }

  /// Returns whether the PDF can be trusted despite these differences of the last pages.
  func isTolerable(_ mismatches: [Mismatch]) -> Bool { mismatches.areTolerable(in: requested) }

  private func path(_ index: Int) -> String { "\(folder)/expected-\(index).json" }

  private func isChosen(_ number: Int) -> Bool {
    // Thirteen hexadecimal digits have as many bits as the fraction of a double.
    let digits = ContentDigest.sha256(Data("\(sha256)/\(number)".utf8)).prefix(13)
    return Double(Int(digits, radix: 16) ?? 0) / 0x1p52 < share
  }
}

extension [Mismatch] {
  /// The share of a page's words that may differ, and the number of words that always may.
  private static var tolerance: (share: Double, count: Int) { (0.1, 3) }

  /// Returns whether the differences from the compared pages are few, and concern the invisible text alone. Nearly all words are then found.
  func areTolerable(in pages: [ExpectedPage]) -> Bool {
    let words = Dictionary(
      pages.map { ($0.page.page.number, $0.page.words.count) }, uniquingKeysWith: { first, _ in first })
    let counts = Dictionary(grouping: self, by: \.page)
    return counts.allSatisfy { page, differences in
      guard let page, let words = words[page], differences.allSatisfy(\.isOfTextLayer) else { return false }
      return differences.count <= Swift.max(Self.tolerance.count, Int(Self.tolerance.share * Double(words)))
    }
  }
}

extension Mismatch {
  /// Whether the difference concerns only the text that was laid over the page.
  fileprivate var isOfTextLayer: Bool {
    switch kind {
    case .word, .place, .foreignText, .order: true
    case .unreadable, .file, .pageCount, .pageSize, .embeddedText, .content, .pixels, .picture: false
    }
  }
}
