// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles

/// Writes `<name>.tsv`: a row for each page, block, paragraph, line, and word, in Tesseract's twelve columns.
package final class TSVWriter: DocumentWriter {
  package static let description = ComponentDescription(
    name: "tsv", abstract: "A table of all blocks, lines and words with their positions, in Tesseract's columns.",
    settings: [])

  private static let columns = [
    "level", "page_num", "block_num", "par_num", "line_num", "word_num", "left", "top", "width", "height", "conf",
    "text",
  ]

  private let file: OutputFile

  package static let ending: String? = "tsv"
  package static let mediaType: String? = "text/tab-separated-values"

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    file = try destination.file(ending: "tsv")
    try file.write(Self.columns.joined(separator: "\t") + "\n")
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    let page = page.result.page
    let size = page.imageSize
    var place = [page.page.number]
    try write(place, PixelBox(size))
    // Tesseract's tables have no rows for blocks without text, either.
    for (index, block) in zip(1..., page.blocks.filter { !$0.lines.isEmpty }) {
      place = [place[0], index]
      try write(place, PixelBox(block.box, in: size))
      for (index, paragraph) in zip(1..., block.paragraphs) {
        place = place.prefix(2) + [index]
        try write(place, PixelBox(paragraph.box, in: size))
        for (index, line) in zip(1..., paragraph.lines) {
          place = place.prefix(3) + [index]
          try write(place, PixelBox(line.box, in: size))
          for (index, word) in zip(1..., line.words) {
            try write(place + [index], PixelBox(word.box, in: size), word: word)
          }
        }
      }
    }
  }

  package func finish() throws(OutputError) { try file.finish() }

  /// Writes a row. The level is the number of indices in `place`.
  private func write(_ place: [Int], _ box: PixelBox, word: Word? = nil) throws(OutputError) {
    let numbers =
      [place.count] + place + Array(repeating: 0, count: 5 - place.count) + [box.left, box.top, box.width, box.height]
    let confidence = word.map { Self.percentage($0.confidence) } ?? "-1"
    // Tabs and line feeds would end the cell.
    let text = word?.text.replacing(where: \.isControl, with: "") ?? ""
    try file.write("\(numbers.map(String.init).joined(separator: "\t"))\t\(confidence)\t\(text)\n")
  }

  /// Returns a confidence from 0 to 100, with six decimals as in Tesseract's tables.
  private static func percentage(_ share: Double) -> String {
    let millionths = Int((share * 1e8).rounded())
    let decimals = String(millionths % 1_000_000)
    return "\(millionths / 1_000_000).\(String(repeating: "0", count: 6 - decimals.count))\(decimals)"
  }
}
