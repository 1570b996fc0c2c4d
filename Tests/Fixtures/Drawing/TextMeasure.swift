// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
internal import DocScanCore

/// A measure of text in a font.
///
/// Cairo's simple text interface sets each character after the one before, without kerning, so widths add up.
struct TextMeasure {
  private let canvas: Canvas

  init(font: PageFont) throws {
    canvas = try Canvas(width: 1, height: 1, dpi: 72)
    canvas.select(font)
  }

  /// Returns the distance by which the text moves the pen.
  func width(of text: String) -> Double { canvas.extents(of: text).x_advance }

  /// Returns the words of a line that starts at the origin, with the boxes of their ink.
  func words(of line: String) -> [DrawnWord] {
    line.split(separator: " ").map { word in
      let extents = canvas.extents(of: String(word))
      let start = width(of: String(line[..<word.startIndex]))
      return DrawnWord(
        text: String(word),
        box: Box(
          x: start + extents.x_bearing, y: extents.y_bearing, width: extents.width, height: extents.height))
    }
  }

  /// Returns the text in lines within a width if its words allow that; Han and kana may break anywhere.
  func broken(_ text: String, width limit: Double) -> [String] {
    var lines: [String] = []
    if text.unicodeScalars.contains(where: { isHan($0) || isKana($0) }) {
      for character in text {
        if let last = lines.last, width(of: last + String(character)) <= limit || "、。，".contains(character) {
          lines[lines.count - 1] = last + String(character)
        } else {
          lines.append(String(character))
        }
      }
      return lines
    }
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, width(of: last + " " + word) <= limit {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
