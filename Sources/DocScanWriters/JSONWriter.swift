// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import FoundationEssentials

/// Writes one JSON file for each page: `pages/0001.json`, schema `docscan-page/1`.
public final class JSONWriter: DocumentWriter {
  public static let description = ComponentDescription(
    name: "json", abstract: "One JSON file for each page, with all words and their boxes.", settings: [])

  public static let folderName = "pages"

  private let folder: PageFolder

  public init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    folder = try PageFolder(Self.folderName, ending: "json", of: destination)
  }

  public static func pageFile(_ number: Int) -> String? {
    PageFolder.fileName(page: number, in: folderName, ending: "json")
  }

  public func append(_ page: WriterPage) throws(OutputError) {
    let file = try folder.file(page: page.result.page.page.number)
    try file.write(try Self.text(of: page.result.page, path: file.path))
    try file.finish()
  }

  public func finish() throws(OutputError) { try folder.finish() }

  private static func text(of page: RecognizedPage, path: String) throws(OutputError) -> Data {
    do {
      return try JSONText.pretty(page)
    } catch {
      // Numbers that JSON cannot express are the one cause there is.
      throw OutputError(operation: "write", path: path, detail: "the page's result is not valid: \(error).")
    }
  }
}
