// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Lines of a block that belong together.
struct Paragraph {
  /// In which direction the letters of a line follow each other, when the text is held upright.
  enum Direction {
    case leftToRight
    case rightToLeft
    /// Upright letters below each other, as in Japanese books; the next line is to the left.
    case topToBottom
  }

  var lines: [Line]

  /// The smallest box around the lines.
  var box: Box {
    guard let first = lines.first else { return Box(x: 0, y: 0, width: 0, height: 0) }
    return lines.dropFirst().reduce(first.box) { $0.union($1.box) }
  }

  /// How the text runs.
  var direction: Direction {
    if lines.first?.isVertical == true { return .topToBottom }
    return lines.map(\.text).joined().isRightToLeft ? .rightToLeft : .leftToRight
  }

  /// By how much the text is turned on the page, counterclockwise: 0, 90 (it runs upwards), 180 or 270 degrees.
  var turn: Int { lines.first?.turn ?? 0 }
}

extension Block {
  /// The lines, parted where a paragraph is known to begin; never empty ones.
  var paragraphs: [Paragraph] {
    lines.reduce(into: []) { paragraphs, line in
      if paragraphs.isEmpty || line.startsParagraph == true {
        paragraphs.append(Paragraph(lines: [line]))
      } else {
        paragraphs[paragraphs.count - 1].lines.append(line)
      }
    }
  }
}
