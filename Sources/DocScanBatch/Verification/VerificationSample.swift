// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers
internal import FoundationEssentials

/// The pages to compare with a PDF, in files to save memory. The selection depends only on the document's digest and the page's number.
package final class VerificationSample {
  /// The number of pages per request, which bounds the message size and the time of a worker.
  package static let pagesPerRequest = 8

  private let share: Double
  private let sha256: String
  private let folder: String
  private var kept = 0
  private var compared = 0
  private(set) var requested: [ExpectedPage] = []
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

  private func path(_ index: Int) -> String { "\(folder)/expected-\(index).json" }

  private func isChosen(_ number: Int) -> Bool {
    // Thirteen hexadecimal digits have as many bits as the fraction of a double.
    let digits = ContentDigest.sha256(Data("\(sha256)/\(number)".utf8)).prefix(13)
    return Double(Int(digits, radix: 16) ?? 0) / 0x1p52 < share
  }
}

/// The consequence of differences between a PDF and the recognized text.
enum VerificationVerdict {
  /// The PDF is used, and its pages are marked.
  case marked
  /// The PDF is built again from pictures, without the original's pages.
  case rebuilt
  /// The PDF as a whole can't be trusted.
  case untrusted
}

extension [Mismatch] {
  /// The number of words on a page that may always differ, and the shares of its words that may differ if the PDF keeps the original's pages or
  /// has pictures of them. A PDF with pictures can't be built in another way.
  private static var tolerance: (count: Int, kept: Double, drawn: Double) { (3, 0.1, 0.5) }

  func verdict(on pages: [ExpectedPage], keepsPages: Bool) -> VerificationVerdict {
    if areTolerable(in: pages, share: keepsPages ? Self.tolerance.kept : Self.tolerance.drawn) { return .marked }
    return keepsPages ? .rebuilt : .untrusted
  }

  /// Returns whether the differences from the compared pages concern the text layer alone, and at most this share of each page's words.
  private func areTolerable(in pages: [ExpectedPage], share: Double) -> Bool {
    let words = Dictionary(
      pages.map { ($0.page.page.number, $0.page.words.count) }, uniquingKeysWith: { first, _ in first })
    let counts = Dictionary(grouping: self, by: \.page)
    return counts.allSatisfy { page, differences in
      guard let page, let words = words[page], differences.allSatisfy(\.isOfTextLayer),
        // Further differences of such a page aren't listed.
        Dictionary(grouping: differences, by: \.isOrder).allSatisfy({ $0.value.count < Mismatch.mostOnPage })
      else { return false }
      return differences.count <= Swift.max(Self.tolerance.count, Int(share * Double(words)))
    }
  }
}

extension Mismatch {
  fileprivate var isOrder: Bool { kind == .order }

  /// Whether the difference concerns only the text that was laid over the page.
  fileprivate var isOfTextLayer: Bool {
    switch kind {
    case .word, .place, .foreignText, .order: true
    case .unreadable, .file, .pageCount, .pageSize, .embeddedText, .content, .pixels, .picture: false
    }
  }
}
