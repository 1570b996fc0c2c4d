// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// Writes `<name>.md`: headings, paragraphs, lists and tables of all pages as Markdown (GitHub's flavour).
///
/// A rule and a comment with the page's number stand between pages. Pictures are left out.
public final class MarkdownWriter: DocumentWriter {
  public static let description = ComponentDescription(
    name: "markdown", abstract: "Markdown: paragraphs without line breaks, headings, lists and tables.", settings: [])

  private let file: OutputFile
  private var isFirst = true

  public static let ending: String? = "md"
  public static let mediaType: String? = "text/markdown"

  public init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    file = try destination.file(ending: "md")
  }

  public func append(_ page: WriterPage) throws(OutputError) {
    let page = page.result.page
    try file.write((isFirst ? "" : "\n---\n\n") + "<!-- page \(page.page.number) -->\n")
    isFirst = false
    for element in elements(of: page) { try file.write("\n\(element.markdown)\n") }
  }

  public func finish() throws(OutputError) { try file.finish() }

  private func elements(of page: RecognizedPage) -> [MarkdownElement] {
    guard page.status != .failed else {
      let cause = page.failure.map { ": \($0.message)" } ?? "."
      return [.note("Page \(page.page.sourcePage) of \(page.page.source) could not be processed\(cause)")]
    }
    return MarkdownLayout(page).elements
  }
}
