// SPDX-License-Identifier: GPL-3.0-or-later
// Support: written PDFs, read by other programs.

import DocScanCore
import DocScanFixtures
import DocScanWriters

/// A PDF made by the writer, which other programs read.
struct WrittenPDF {
  let folder: TemporaryFolder
  let path: String
  let writer: PDFWriter

  /// Writes pages into a separate folder.
  init(
    _ pages: [WriterPage], title: String? = nil, metadata: DocumentMetadata? = nil,
    settings: [String: JSONValue] = [:], folder: TemporaryFolder? = nil
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    let destination = WriterDestination(
      directory: self.folder.path, baseName: "sample", metadata: metadata ?? DocumentMetadata(title: title))
    path = self.folder / "sample.pdf"
    writer = try PDFWriter(settings: ResolvedSettings(values: settings), destination: destination)
    for page in pages { try writer.append(page) }
    try writer.finish()
  }

  init(_ pages: SamplePage..., settings: [String: JSONValue] = [:]) throws {
    try self.init(pages.map { WriterPage(result: $0.result, picturePath: nil) }, settings: settings)
  }

  /// The file's bytes.
  var bytes: [UInt8] { get throws { Array(try folder.data("sample.pdf")) } }

  /// The file with expanded streams, one dictionary entry per line.
  var expanded: String {
    get throws { try Command("qpdf", ["--qdf", "--no-original-object-ids", path, "-"]).check().output }
  }

  /// Returns the output of `pdfinfo`.
  func information(_ options: String...) throws -> String {
    try Command("pdfinfo", options + [path]).check().output
  }

  /// Returns the output of `pdftotext` without the directional marks that it adds.
  func text(_ options: String...) throws -> String {
    let output = try Command("pdftotext", options + [path, "-"]).check().output
    return String(String.UnicodeScalarView(output.unicodeScalars.filter { !(0x202A...0x202E).contains($0.value) }))
  }

  /// Returns the first page's words with their boxes, in pixels of the sample pages.
  func words() throws -> [Word] {
    try text("-bbox").split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\"")
      guard parts.count == 9, parts[0].hasSuffix("<word xMin=") else { return nil }
      let numbers = [1, 3, 5, 7].compactMap { Double(parts[$0]).map { $0 * 2 } }
      let text = parts[8].dropFirst().prefix { $0 != "<" }
      return Word(
        text: String(text).replacing("&amp;", with: "&").replacing("&lt;", with: "<"), confidence: 1,
        box: Box(x: numbers[0], y: numbers[1], width: numbers[2] - numbers[0], height: numbers[3] - numbers[1]))
    }
  }
}

extension Box {
  /// Returns the intersection of the boxes divided by their union.
  func overlap(with other: Box) -> Double {
    let width = min(maxX, other.maxX) - max(x, other.x)
    let height = min(maxY, other.maxY) - max(y, other.y)
    guard width > 0, height > 0 else { return 0 }
    return width * height / (self.width * self.height + other.width * other.height - width * height)
  }
}
