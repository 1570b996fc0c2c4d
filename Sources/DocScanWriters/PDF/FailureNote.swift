// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A visible note in place of a page that could not be processed, so that a reader notices.
struct FailureNote {
  static let fontName = "Note"
  /// A font that every reader has (ISO 32000-1, 9.6.2.2).
  static let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"

  /// A letter of Helvetica is about so wide, as a fraction of the font size.
  private static let averageWidth = 0.56
  private static let maximumLines = 40

  /// The operators.
  let content: [UInt8]

  /// Sets the note for a page of the given size in points.
  init(_ page: RecognizedPage, size: PageSize) {
    let fontSize = min(12, max(4, size.width / 40))
    let margin = min(72, size.width / 8)
    let columns = max(10, Int((size.width - 2 * margin) / (fontSize * Self.averageWidth)))
    let place =
      page.page.source.isEmpty ? "Page \(page.page.number)" : "Page \(page.page.sourcePage) of \(page.page.source)"
    let cause = page.failure?.message ?? "The cause is not known."
    let lines = Self.wrapped(Self.printable("\(place) could not be processed: \(cause)"), columns: columns)
    var text = "BT /\(Self.fontName) \(PDFSyntax.number(fontSize)) Tf \(PDFSyntax.number(fontSize * 1.4)) TL "
    text += "\(PDFSyntax.numbers(margin, size.height - margin - fontSize)) Td\n"
    var bytes = Array(text.utf8)
    for line in lines.prefix(Self.maximumLines) { bytes += PDFSyntax.literalString(line.utf8) + Array("Tj T*\n".utf8) }
    content = bytes + Array("ET\n".utf8)
  }

  /// The text in ASCII: other characters become question marks, control characters spaces.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 0x20..<0x7F: scalar
          case 0..<0x20, 0x7F..<0xA0: " "
          case _: "?"
          }
        }))
  }

  /// The text in lines of at most so many characters.
  private static func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      var word = word
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > columns {
        lines.append(line)
        line = ""
      }
      while word.utf8.count > columns {
        lines.append(String(word.prefix(columns)))
        word = word.dropFirst(columns)
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
