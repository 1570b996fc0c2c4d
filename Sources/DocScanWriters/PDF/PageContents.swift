// SPDX-License-Identifier: GPL-3.0-or-later

/// What a page shows: its operators, and the objects that they name (ISO 32000-1, 7.8).
struct PageContents {
  /// The size of a unit of the page, in points.
  let unit: Double
  /// The operators.
  private(set) var bytes: [UInt8] = []
  private var fonts: [String: Int] = [:]
  private var image: Int?

  init(unit: Double) {
    self.unit = unit
    if unit > 1 { bytes += Array("\(PDFSyntax.numbers(1 / unit, 0, 0, 1 / unit, 0, 0)) cm\n".utf8) }
  }

  /// The entries of the page's resources.
  var resources: String {
    let names = fonts.sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }
    let fontEntries = names.map { "/\($0.key) \($0.value) 0 R" }.joined()
    return (image.map { "/XObject<</Im0 \($0) 0 R>>" } ?? "") + (fonts.isEmpty ? "" : "/Font<<\(fontEntries)>>")
  }

  /// Shows an image with the given matrix.
  mutating func show(image: Int, matrix: String) {
    self.image = image
    bytes += Array("q \(matrix) cm /Im0 Do Q\n".utf8)
  }

  /// Lays out text that is found and selected, but not seen.
  mutating func show(_ text: InvisibleText) {
    bytes += text.content
    fonts.merge(text.variants) { $1 }
  }

  /// Shows why a page is missing.
  mutating func show(_ note: FailureNote, font: Int) {
    bytes += note.content
    fonts[FailureNote.fontName] = font
  }
}
