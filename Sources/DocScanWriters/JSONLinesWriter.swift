// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles

/// Writes `<name>.jsonl`: one line of JSON per page, schema `docscan-line/1`.
package final class JSONLinesWriter: DocumentWriter {
  package static let description = ComponentDescription(
    name: "jsonl", abstract: "One line of JSON for each page, with its text, for data tools. Files can be joined.",
    settings: [])

  private let file: OutputFile

  package static let ending: String? = "jsonl"

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    file = try destination.file(ending: "jsonl")
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    try file.write(result: JSONText.compact(PageLine(page.result.page)))
    try file.write("\n")
  }

  package func finish() throws(OutputError) { try file.finish() }
}
