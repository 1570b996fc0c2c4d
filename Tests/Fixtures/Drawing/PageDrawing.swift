// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A page with text at known positions, in points from its top-left corner, that is drawn as pixels or as a PDF page.
public struct PageDrawing: Sendable {
  /// The content of a page besides text.
  enum Mark: Sendable {
    case rule(from: Point, to: Point, width: Double)
    case frame(Box, lineWidth: Double)
    case area(Box, ink: Double)
    case stamp(text: String, center: Point, degrees: Double)
    case picture(Box)
    case scribble([Point])
  }

  public let size: PageSize
  /// The lines of text in the order in which they were added.
  public private(set) var lines: [DrawnLine] = []
  private(set) var marks: [Mark] = []

  /// Creates an empty page.
  public init(size: PageSize = .a4) { self.size = size }

  /// The text, line by line.
  public var text: String { lines.map(\.text).joined(separator: "\n") }

  /// Every word with its box in points.
  public var words: [DrawnWord] { lines.flatMap(\.words) }

  /// Returns every word with its box in pixels of the page at this resolution.
  public func words(dpi: Double) -> [DrawnWord] {
    words.map { $0.moved(by: .scale(x: dpi / 72, y: dpi / 72)) }
  }

  /// Adds one line of text whose baseline starts at a point.
  public mutating func line(_ text: String, at start: Point, font: PageFont) throws {
    let words = try TextMeasure(font: font).words(of: text).map {
      DrawnWord(
        text: $0.text,
        box: Box(x: $0.box.x + start.x, y: $0.box.y + start.y, width: $0.box.width, height: $0.box.height))
    }
    lines.append(DrawnLine(text: text, start: start, font: font, words: words))
  }

  /// Adds one line of text that ends at a point.
  public mutating func line(_ text: String, endingAt end: Point, font: PageFont) throws {
    let width = try TextMeasure(font: font).width(of: text)
    try line(text, at: Point(x: end.x - width, y: end.y), font: font)
  }

  /// Adds lines broken at a width from a first baseline on; returns the next line's baseline.
  @discardableResult
  public mutating func paragraph(
    _ text: String, at start: Point, width: Double, font: PageFont, leading: Double = 1.35
  ) throws -> Double {
    var baseline = start.y
    for broken in try TextMeasure(font: font).broken(text, width: width) {
      try line(broken, at: Point(x: start.x, y: baseline), font: font)
      baseline += font.size * leading
    }
    return baseline
  }

  /// Adds a straight line.
  public mutating func rule(from: Point, to: Point, width: Double = 0.8) {
    marks.append(.rule(from: from, to: to, width: width))
  }

  /// Adds the outline of a box.
  public mutating func frame(_ box: Box, lineWidth: Double = 0.8) { marks.append(.frame(box, lineWidth: lineWidth)) }

  /// Adds a filled box, from white (0) to black (1).
  public mutating func area(_ box: Box, ink: Double) { marks.append(.area(box, ink: ink)) }

  /// Adds a red rubber stamp; its text isn't part of the page's truth.
  public mutating func stamp(_ text: String, at center: Point, turnedBy degrees: Double = -12) {
    marks.append(.stamp(text: text, center: center, degrees: degrees))
  }

  /// Adds a picture: hills under a sun, with smooth shades.
  public mutating func picture(in box: Box) { marks.append(.picture(box)) }

  /// Adds a stroke of a pen through points, such as a signature.
  public mutating func scribble(through points: [Point]) { marks.append(.scribble(points)) }
}

extension PageSize {
  /// 210 × 297 mm.
  public static let a4 = PageSize(width: 595.276, height: 841.89)

  /// 8.5 × 11 inches.
  public static let letter = PageSize(width: 612, height: 792)

  /// 148 × 210 mm.
  public static let a5 = PageSize(width: 419.528, height: 595.276)

  /// 210 × 148 mm.
  public static let a5Across = PageSize(width: a5.height, height: a5.width)
}
