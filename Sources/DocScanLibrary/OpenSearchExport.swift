// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials

/// Exports the pages of a library to OpenSearch or Elasticsearch, in their bulk format with two lines of JSON per page.
/// <https://opensearch.org/docs/latest/api-reference/document-apis/bulk/>. A page has the identifier `<document>#<number>`, so that another export
/// replaces it.
package struct OpenSearchExport {
  package static let standardIndex = "docscan"

  private struct Page: Encodable {
    let document: String
    let sha256: String
    let source: String
    let page: Int
    let pages: Int
    let text: String
    let languages: [String]
    let confidence: Double?
    let captured: String?
    /// The typed data in the text, such as `iban:DE02…`.
    let findings: [Finding]
  }

  private struct Finding: Encodable {
    let type: String
    let value: String
  }

  private struct Action: Encodable {
    struct Place: Encodable {
      let _index: String
      let _id: String
    }

    let index: Place
  }

  private let library: String
  private let index: String

  package init(library: String, index: String) { (self.library, self.index) = (library, index) }

  /// Writes the lines of all pages, page by page. Returns the number of exported pages, and of pages whose files could not be read.
  package func run(_ write: (String) throws(BatchError) -> Void) throws(BatchError) -> (pages: Int, unread: Int) {
    var (count, unread) = (0, 0)
    try StoredDocument.all(in: library) { (document) throws(BatchError) in
      for place in document.record.pages {
        guard let page = document.page(place) else {
          unread += place.file == nil ? 0 : 1
          continue
        }
        let name = document.record.name
        let lines = [
          try Self.line(Action(index: .init(_index: index, _id: "\(name)#\(place.number)"))),
          try Self.line(Self.page(page, place, of: document.record)),
        ]
        try write(lines.joined())
        count += 1
      }
    }
    return (count, unread)
  }

  private static func page(
    _ page: RecognizedPage, _ place: DocumentRecord.Page, of record: DocumentRecord
  ) -> Page {
    Page(
      document: record.name, sha256: record.sha256, source: place.source, page: place.number, pages: record.pages.count,
      text: page.text, languages: page.searchedLanguages, confidence: place.confidence,
      captured: record.captured.map { $0.first.text },
      findings: page.searchedFindings.map { Finding(type: $0.type, value: $0.value) })
  }

  private static func line(_ value: some Encodable) throws(BatchError) -> String {
    do {
      // Escaping doesn't change the JSON's meaning.
      return visibleJSON(String(decoding: try JSONText.compact(value), as: UTF8.self)) + "\n"
    } catch {
      throw .output("A page cannot be exported: \(error)")
    }
  }
}
