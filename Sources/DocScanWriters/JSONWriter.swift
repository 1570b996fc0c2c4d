// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import FoundationEssentials

/// Writes one JSON file per page: `pages/0001.json`, schema `docscan-page/1`.
package final class JSONWriter: DocumentWriter {
  package static let description = ComponentDescription(
    name: "json", abstract: "One JSON file for each page, with all words and their boxes.", settings: [])

  package static let folderName = "pages"

  private let folder: PageFolder

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    folder = PageFolder(Self.folderName, ending: "json", of: destination)
  }

  package static func pageFile(_ number: Int) -> String? {
    PageFolder.fileName(page: number, in: folderName, ending: "json")
  }

  package static func pageReference(_ number: Int, _ settings: ResolvedSettings) -> FileReference? {
    pageFile(number).map { FileReference($0, "application/json") }
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    let file = try folder.file(page: page.result.page.page.number)
    try file.write(result: JSONText.pretty(page.result.page))
    try file.finish()
  }
}

extension OutputFile {
  /// Appends a page's result as JSON. Encoding fails only for numbers that JSON can't represent.
  func write(result json: @autoclosure () throws -> Data) throws(OutputError) {
    let bytes: Data
    do {
      bytes = try json()
    } catch {
      throw OutputError(operation: "write", path: path, detail: "the page's result is not valid: \(error).")
    }
    try write(bytes)
  }
}
