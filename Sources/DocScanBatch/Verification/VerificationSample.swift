// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers
internal import DocScanWriters
internal import FoundationEssentials

/// The pages of a document that are compared with its PDF once that is put together: they wait in files, not in memory.
///
/// Which pages are chosen depends on the document's digest and the page's number alone.
final class VerificationSample {
  /// So many pages make one request: messages stay small, and a worker is not away for long.
  static let pagesPerRequest = 8

  private let share: Double
  private let sha256: String
  private let folder: String
  private var kept = 0
  private var compared = 0
  /// How many pages the last request had.
  private var requested = 0
  /// How often pages may be handed out again.
  var retry = RetryPolicy()

  /// `folder` is where nothing else is; it goes away with the document.
  init(share: Double, sha256: String, folder: String) {
    (self.share, self.sha256, self.folder) = (share, sha256, folder)
  }

  /// Whether there are pages that are not compared yet.
  var isWaiting: Bool { compared < kept }

  /// Whether no page is compared yet.
  var isAtStart: Bool { compared == 0 }

  /// Keeps a page, if it is chosen; one that could not be read has nothing to be compared with.
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

  /// The next pages to compare; empty when there are none.
  func nextPages() throws(OutputError) -> [ExpectedPage] {
    var pages: [ExpectedPage] = []
    for index in compared..<min(compared + Self.pagesPerRequest, kept) {
      do {
        pages.append(try JSONDecoder().decode(ExpectedPage.self, from: Data(contentsOf: URL(filePath: path(index)))))
      } catch {
        throw OutputError(operation: "read", path: path(index), detail: "\(error)")
      }
    }
    requested = pages.count
    return pages
  }

  /// The pages handed out last are compared.
  func advance() {
    for index in compared..<compared + requested { removeFile(path(index)) }
    compared += requested
    requested = 0
  }

  private func path(_ index: Int) -> String { "\(folder)/expected-\(index).json" }

  private func isChosen(_ number: Int) -> Bool {
    // Thirteen hexadecimal digits are as many bits as a fraction holds exactly.
    let digits = ContentDigest.sha256(Data("\(sha256)/\(number)".utf8)).prefix(13)
    return Double(Int(digits, radix: 16) ?? 0) / 0x1p52 < share
  }
}
