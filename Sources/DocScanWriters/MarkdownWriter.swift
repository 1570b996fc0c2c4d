// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanLayout

/// Writes `<name>.md`: headings, paragraphs, lists, and tables of all pages in GitHub Flavored Markdown. Pages are separated by a rule and a comment
/// with the page number. Pictures, running heads, and page numbers are left out.
package final class MarkdownWriter: DocumentWriter {
  private static let running = Setting(
    "runningHeads", default: false, help: "Whether headers, footers and page numbers are written too.")

  package static let description = ComponentDescription(
    name: "markdown", abstract: "Markdown: paragraphs without line breaks, headings, lists and tables.",
    settings: [running.erased])

  private let file: OutputFile
  private let withRunningHeads: Bool
  private var heads = RunningHeads()
  private var isFirst = true

  package static let ending: String? = "md"
  package static let mediaType: String? = "text/markdown"

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    withRunningHeads = settings[Self.running]
    file = try destination.file(ending: "md")
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    let page = page.result.page
    for settled in heads.add(page, tables: TableFinder.lines(of: TableFinder.found(on: page))) { try write(settled) }
  }

  package func finish() throws(OutputError) {
    for settled in heads.finish() { try write(settled) }
    try file.finish()
  }

  private func write(_ settled: (page: RecognizedPage, elements: [PageElement])) throws(OutputError) {
    try file.write((isFirst ? "" : "\n---\n\n") + "<!-- page \(settled.page.page.number) -->\n")
    isFirst = false
    for element in elements(of: settled.page, settled.elements) { try file.write("\n\(element.markdown)\n") }
  }

  private func elements(of page: RecognizedPage, _ structure: [PageElement]) -> [MarkdownElement] {
    guard page.status != .failed else {
      let cause = page.failure.map { ": \($0.message)" } ?? "."
      return [.note("Page \(page.page.sourcePage) of \(page.page.source) could not be processed\(cause)")]
    }
    return MarkdownLayout(
      page, structure, tables: TableFinder.found(on: page), withRunningHeads: withRunningHeads
    ).elements
  }
}
