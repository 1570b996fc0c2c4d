// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanLayout

/// Writes `<name>.txt`: the text of all pages in UTF-8, with a form feed between pages.
package final class TextWriter: DocumentWriter {
  package static let description = ComponentDescription(
    name: "text", abstract: "Plain text in UTF-8, with a form feed between pages.", settings: [layout.erased])

  private static let layout = Setting(
    "layout", default: Layout.reading.rawValue, oneOf: Layout.allCases.map(\.rawValue),
    help:
      "\"reading\": column after column, as a person reads, and a receipt row after row; \"preserve\": with spaces, so "
      + "that text keeps its approximate position on the page.")

  private enum Layout: String, CaseIterable {
    case reading, preserve
  }

  private let layout: Layout
  private let file: OutputFile
  private var isFirst = true

  package static let ending: String? = "txt"
  package static let mediaType: String? = "text/plain"

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    layout = Layout(rawValue: settings[Self.layout]) ?? .reading
    file = try destination.file(ending: "txt")
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    if !isFirst { try file.write("\u{C}") }
    isFirst = false
    // A form feed in the text would look like the end of the page.
    try file.write(text(of: page.result.page).replacing(where: { $0.isControl && $0 != "\t" && $0 != "\n" }, with: ""))
  }

  private func text(of page: RecognizedPage) -> String {
    switch layout {
    case .reading: page.receipt == nil ? page.text : rows(of: page)
    case .preserve: TextGrid(page).text
    }
  }

  /// Returns the rows of a receipt, with each amount next to its item, although they are in separate columns. Gaps become empty lines.
  private func rows(of page: RecognizedPage) -> String {
    var text = ""
    var last: Box?
    for row in TextRows(page).rows {
      let box = row.box
      if let last, box.y - last.maxY > 1.2 * min(box.height, last.height) { text += "\n" }
      text += row.text + "\n"
      last = box
    }
    return text
  }

  package func finish() throws(OutputError) { try file.finish() }
}
