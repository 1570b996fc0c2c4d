// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A random drawn receipt as shops print them, and its true values.
public struct DrawnReceipt: Sendable {
  /// The receipt's country.
  public enum Country: String, CaseIterable, Sendable {
    case malaysia, america, germany, korea, japan, china

    var style: ReceiptStyle {
      switch self {
      case .malaysia: .malaysian
      case .america: .american
      case .germany: .german
      case .korea: .korean
      case .japan: .japanese
      case .china: .chinese
      }
    }
  }

  /// The receipt's true values, as in `.fields.json`.
  public struct Truth: Codable, Sendable {
    public var merchant: String
    public var address: String
    public var date_iso: String
    public var total: String
    public var total_value: Double
    public var currency: String
    public var change: String?
    /// The amounts of the items, with discounts, from top to bottom.
    public var items: [String]
  }

  public let country: Country
  public let truth: Truth
  public let page: PageDrawing

  /// The names of Tesseract's packs for the receipt.
  public var languages: [String] { country.style.languages }

  /// Draws a random receipt.
  public init(from country: Country, _ random: inout SeededGenerator) throws {
    self.country = country
    let content = ReceiptContent(style: country.style, &random)
    truth = content.truth
    page = try Self.drawn(content.rows, style: country.style, &random)
  }

  /// The width of the paper, in points: 80 mm.
  private static let width = 227.0

  private static func drawn(
    _ rows: [ReceiptContent.Row], style: ReceiptStyle, _ random: inout SeededGenerator
  ) throws -> PageDrawing {
    let isWide = style.family == .chinese || style.family == .japanese
    let size = Double.random(in: isWide ? 8.5...9.5 : 6.8...7.6, using: &random)
    let families: [PageFont.Family] = isWide ? [style.family] : [.mono, .sans, style.family]
    let font = PageFont(families.randomElement(using: &random) ?? style.family, size: size)
    let leading = size * Double.random(in: 1.3...1.6, using: &random)
    let (left, right) = (12.0, width - 12)
    var page = PageDrawing(size: PageSize(width: width, height: 40 + leading * (1.1 * Double(rows.count) + 3)))
    var y = 24.0
    func place(_ text: String, endingAt x: Double, _ font: PageFont) throws {
      try page.line(text, endingAt: Point(x: x, y: y), font: font)
    }
    for row in rows {
      switch row {
      case .center(let text, let isBig):
        let font = isBig ? PageFont(font.family, size: size * 1.25, isBold: !isWide) : font
        let wide = try TextMeasure(font: font).width(of: text)
        try page.line(text, at: Point(x: max(left, (width - wide) / 2), y: y), font: font)
      case .left(let text): try page.line(text, at: Point(x: left, y: y), font: font)
      case .pair(let text, let amount, let isBold):
        let font = isBold && !isWide ? font.bold : font
        try page.line(text, at: Point(x: left, y: y), font: font)
        try place(amount, endingAt: right, font)
      case .columns(let cells):
        try page.line(cells[0], at: Point(x: left, y: y), font: font)
        for (index, cell) in cells.enumerated().dropFirst() {
          let x = right - (right - left) * 0.19 * Double(cells.count - 1 - index)
          try place(cell, endingAt: x, font)
        }
      case .rule: page.rule(from: Point(x: left, y: y - size / 3), to: Point(x: right, y: y - size / 3), width: 0.6)
      }
      y += leading
    }
    return page
  }
}
