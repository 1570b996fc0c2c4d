// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import FoundationEssentials

/// Writes `<name>.jsonl`: one line of JSON for each page, schema `docscan-line/1`.
public final class JSONLinesWriter: DocumentWriter {
  public static let description = ComponentDescription(
    name: "jsonl", abstract: "One line of JSON for each page, with its text, for data tools. Files can be joined.",
    settings: [])

  private let file: OutputFile

  public static let ending: String? = "jsonl"

  public init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    file = try destination.file(ending: "jsonl")
  }

  public func append(_ page: WriterPage) throws(OutputError) {
    let json: Data
    do {
      json = try JSONText.compact(PageLine(page.result.page))
    } catch {
      throw OutputError(operation: "write", path: file.path, detail: "the page's result is not valid: \(error).")
    }
    try file.write(json)
    try file.write("\n")
  }

  public func finish() throws(OutputError) { try file.finish() }
}
