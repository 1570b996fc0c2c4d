// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import DocScanWriters

/// Writes `<name>.csv`, with a row for each line of text: its page, confidence, and position in percent of the page.
final class LinesWriter: DocumentWriter {
  private static let least = Setting(
    "leastConfidence", default: 0.0, in: 0...1, help: "Lines that are less sure than this are left out.")

  static let description = ComponentDescription(
    name: "lines", abstract: "A table of all lines with their confidence and place.", settings: [least.erased])

  // Other writers use these properties to refer to the file: a IIIF manifest offers it for download.
  static let ending: String? = "csv"
  static let mediaType: String? = "text/csv"

  private let file: OutputFile
  private let least: Double

  init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    least = settings[Self.least]
    file = try destination.file(ending: "csv")
    try file.write("page,confidence,left,top,text\r\n")
  }

  func append(_ page: WriterPage) throws(OutputError) {
    let page = page.result.page
    guard let size = page.image else { return }
    for line in page.blocks.flatMap(\.lines) where line.confidence >= least {
      let (left, top) = (line.box.x / Double(size.width), line.box.y / Double(size.height))
      let numbers = [line.confidence, left, top].map { "\(Int(($0 * 100).rounded()))" }
      // RFC 4180 requires quotation marks around the text, and doubles those inside it.
      let text = "\"" + line.text.replacing("\"", with: "\"\"") + "\""
      try file.write(([String(page.page.number)] + numbers + [text]).joined(separator: ",") + "\r\n")
    }
  }

  func finish() throws(OutputError) { try file.finish() }
}
