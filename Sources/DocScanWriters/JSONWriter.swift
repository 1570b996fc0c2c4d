// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import FoundationEssentials
internal import Glibc

/// Writes one JSON file for each page: `pages/0001.json`, schema `docscan-page/1`.
public final class JSONWriter: DocumentWriter {
  public static let description = ComponentDescription(
    name: "json", abstract: "One JSON file for each page, with all words and their boxes.", settings: [])

  private static let folder = "pages"

  private let directory: String

  public static func mainFile(baseName: String, firstPage: Int) -> String { fileName(page: firstPage) }

  public init(settings: ResolvedSettings, destination: DocumentDestination) throws(OutputError) {
    directory = destination.directory
    let pages = "\(directory)/\(Self.folder)"
    guard unsafe mkdir(pages, 0o777) == 0 || errno == EEXIST else {
      throw OutputError(operation: "create", path: pages, code: errno)
    }
  }

  /// The file of the page with this number, relative to the document's folder.
  public static func fileName(page number: Int) -> String {
    let digits = String(number)
    return "\(folder)/\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).json"
  }

  public func append(_ page: WriterPage) throws(OutputError) {
    let file = try OutputFile(path: "\(directory)/\(Self.fileName(page: page.result.page.page.number))")
    try file.write(try Self.text(of: page.result.page, path: file.path))
    try file.finish()
  }

  public func finish() throws(OutputError) {
    let pages = "\(directory)/\(Self.folder)"
    let descriptor = unsafe open(pages, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw OutputError(operation: "open", path: pages, code: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw OutputError(operation: "write", path: pages, code: errno) }
  }

  private static func text(of page: RecognizedPage, path: String) throws(OutputError) -> Data {
    do {
      return try JSONText.pretty(page)
    } catch {
      // Numbers that JSON cannot express are the one cause there is.
      throw OutputError(operation: "write", path: path, detail: "the page's result is not valid: \(error).")
    }
  }
}
