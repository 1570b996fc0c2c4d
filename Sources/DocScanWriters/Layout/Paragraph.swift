// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// Consecutive lines of a block that form a paragraph.
struct Paragraph {
  /// The direction of the characters in a line, in upright text.
  enum Direction {
    case leftToRight
    case rightToLeft
    /// Upright characters from top to bottom, as in Japanese books. The next line is on the left.
    case topToBottom
  }

  var lines: [Line]

  var box: Box {
    guard let first = lines.first else { return Box(x: 0, y: 0, width: 0, height: 0) }
    return lines.dropFirst().reduce(first.box) { $0.union($1.box) }
  }

  var direction: Direction {
    if lines.first?.isVertical == true { return .topToBottom }
    return lines.map(\.text).joined().isRightToLeft ? .rightToLeft : .leftToRight
  }

  /// The counterclockwise rotation of the text: 0, 90 (upwards), 180, or 270 degrees.
  var turn: Int { lines.first?.turn ?? 0 }
}

extension Block {
  /// The lines, split where paragraphs are known to begin. No paragraph is empty.
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
