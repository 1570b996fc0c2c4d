// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// The visible note that replaces a page that couldn't be processed.
package struct FailureNote {
  static let fontName = "Note"
  /// A standard font that every reader has (ISO 32000-1, 9.6.2.2). PDF/A requires all visible fonts to be embedded.
  package static let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"

  /// The approximate average width of Helvetica's letters, as a fraction of the font size.
  private static let averageWidth = 0.56
  private static let leading = 1.4
  private static let maximumLines = 40

  private let page: RecognizedPage
  private let size: PageSize
  private let lines: [String]
  private let fontSize: Double
  private let margin: Double

  /// Lays out the note for a page of the given size in points.
  package init(_ page: RecognizedPage, size: PageSize) {
    (self.page, self.size) = (page, size)
    fontSize = min(12, max(4, size.width / 40))
    margin = min(72, size.width / 8)
    let columns = max(10, Int((size.width - 2 * margin) / (fontSize * Self.averageWidth)))
    let place =
      page.page.source.isEmpty ? "Page \(page.page.number)" : "Page \(page.page.sourcePage) of \(page.page.source)"
    let cause = page.failure?.message ?? "The cause is not known."
    lines = Array(
      Self.wrapped("\(place) could not be processed: \(cause)", columns: columns).prefix(Self.maximumLines))
  }

  /// Whether the note contains only ASCII characters, so that the visible text is complete.
  package var isASCII: Bool { lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } }

  var writing: [UInt8] {
    var bytes = Array(
      """
      BT /\(Self.fontName) \(PDFSyntax.number(fontSize)) Tf \(PDFSyntax.number(fontSize * Self.leading)) TL \
      \(PDFSyntax.numbers(margin, size.height - margin - fontSize)) Td

      """.utf8)
    for line in lines {
      bytes += PDFSyntax.literalString(line.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : UInt8(ascii: "?") })
      bytes += Array("Tj T*\n".utf8)
    }
    return bytes + Array("ET\n".utf8)
  }

  /// The PDF operators for a crossed-out frame, which needs no font.
  var cross: [UInt8] {
    let (right, top) = (size.width - margin / 2, size.height - margin / 2)
    let frame = PDFSyntax.numbers(margin / 2, margin / 2, size.width - margin, size.height - margin)
    let rising = "\(PDFSyntax.numbers(margin / 2, margin / 2)) m \(PDFSyntax.numbers(right, top)) l"
    let falling = "\(PDFSyntax.numbers(margin / 2, top)) m \(PDFSyntax.numbers(right, margin / 2)) l"
    return Array("q 0.5 G \(PDFSyntax.number(fontSize / 8)) w \(frame) re \(rising) \(falling) S Q\n".utf8)
  }

  /// The note as the invisible text of a page, which can be searched in any script.
  package var text: RecognizedPage {
    let scale = Double(max(1, Int(size.width.rounded()))) / size.width
    var block = Block(kind: .text, box: Box(x: 0, y: 0, width: 0, height: 0), lines: [])
    for (number, line) in lines.enumerated() {
      let top = margin + Double(number) * fontSize * Self.leading
      var start = margin
      let words = line.split(separator: " ").map { (word: Substring) -> Word in
        let width = Double(word.count) * fontSize * Self.averageWidth
        defer { start += width + fontSize * 0.3 }
        return Word(
          text: String(word), confidence: 1,
          box: Box(x: start * scale, y: top * scale, width: width * scale, height: fontSize * scale))
      }
      guard let box = words.dropFirst().reduce(words.first?.box, { $0?.union($1.box) }) else { continue }
      let baseline = [Point(x: box.x, y: box.y + box.height * 0.8), Point(x: box.maxX, y: box.y + box.height * 0.8)]
      block.lines.append(Line(text: line, confidence: 1, box: box, baseline: baseline, words: words))
    }
    var page = page
    page.image = RasterSize(
      width: max(1, Int(size.width.rounded())), height: max(1, Int((size.height * scale).rounded())), dpi: 72)
    page.blocks = [block]
    return page
  }

  /// Wraps the text at this many characters. Control characters become spaces.
  private static func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.replacing(where: \.isControl, with: " ").split(separator: " ") {
      var word = word
      if !line.isEmpty, line.count + 1 + word.count > columns {
        lines.append(line)
        line = ""
      }
      while word.count > columns {
        lines.append(String(word.prefix(columns)))
        word = word.dropFirst(columns)
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
