// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Arrangement {
  /// Returns a page with a title across, then two or three columns of prose, each with its own type, and headings in them.
  static func columns(_ text: inout RandomText) throws -> PageDrawing {
    var page = PageDrawing()
    let margin = text.number(45...70)
    var y = text.number(60...90)
    let size = text.number(16...24)
    try page.line(text.title(2...4), at: Point(x: margin, y: y), font: PageFont.serif(size).bold)
    y += size * 1.6
    let isSame = text.chance(0.4)
    // Another part with columns may follow a heading across the page.
    for part in 0..<(text.chance(0.4) ? 2 : 1) {
      if part > 0 {
        try page.line(text.title(3...6), at: Point(x: margin, y: y), font: PageFont.serif(14).bold)
        y += 24
      }
      let count = text.whole(2...3)
      let gap = text.number(14...30)
      let width = (page.size.width - 2 * margin - gap * Double(count - 1)) / Double(count)
      let base = font(&text, count == 2 ? 8.5...11 : 7.5...9)
      let foot = part == 0 ? text.number(380...430) : text.number(660...760)
      var lowest = y
      for column in 0..<count {
        let font = isSame ? base : PageFont(base.family, size: base.size * text.number(0.85...1.15))
        let leading = isSame ? 1.3 : text.number(1.2...1.6)
        let end = try fill(
          &page, &text, x: margin + Double(column) * (width + gap), width: width, from: y,
          to: column + 1 == count && text.chance(0.5) ? y + 0.6 * (foot - y) : foot, font: font, leading: leading)
        lowest = max(lowest, end)
      }
      y = lowest + 20
    }
    return page
  }

  /// Returns a page with several articles below each other or next to each other, each with a headline across its columns.
  static func newspaper(_ text: inout RandomText) throws -> PageDrawing {
    var page = PageDrawing()
    let margin = 40.0
    let name = text.title(2...2)
    try page.line(name, at: Point(x: margin, y: 70), font: PageFont.serif(30).bold)
    page.rule(from: Point(x: margin, y: 84), to: Point(x: page.size.width - margin, y: 84), width: 1)
    let whole = page.size.width - 2 * margin
    var y = 112.0
    for _ in 0..<2 {
      let foot = y + text.number(270...330)
      // One article over the whole width, or two next to each other with separate headlines.
      let shares = text.chance(0.5) ? [1.0] : [0.5, 0.5]
      var lowest = y
      for (index, share) in shares.enumerated() {
        let left = margin + whole * (index == 0 ? 0 : shares[0]) + (index == 0 ? 0 : 10)
        let width = whole * share - (shares.count > 1 ? 10 : 0)
        let size = text.number(13...18)
        var top = try page.paragraph(
          text.title(3...5), at: Point(x: left, y: y), width: width, font: PageFont.serif(size).bold, leading: 1.2)
        top += 4
        let count = shares.count == 1 ? 3 : 2
        let gap = 12.0
        let column = (width - gap * Double(count - 1)) / Double(count)
        let font = PageFont.serif(text.number(7.5...8.5))
        for number in 0..<count {
          lowest = max(
            lowest,
            try fill(
              &page, &text, x: left + Double(number) * (column + gap), width: column, from: top, to: foot, font: font,
              leading: 1.25, headings: false))
        }
      }
      y = lowest + 22
    }
    return page
  }

  /// Returns a page with a column, short notes in a margin at one side, and footnotes below.
  static func notes(_ text: inout RandomText) throws -> PageDrawing {
    var page = PageDrawing()
    let isLeft = text.chance(0.4)
    let hasNotes = text.chance(0.7)
    let font = font(&text, 9.5...11)
    let left = hasNotes && isLeft ? 170.0 : 70
    let width = hasNotes ? 350.0 : 455
    let foot = 600.0
    try page.line(text.title(2...4), at: Point(x: left, y: 60), font: .sans(8))
    let small = PageFont.sans(7.5)
    // The margin is read after the column, or before it if it is on the left.
    func addNotes() throws {
      guard hasNotes else { return }
      var y = 110.0
      while y < foot - 60 {
        y = try page.paragraph(
          text.title(4...9), at: Point(x: isLeft ? 60 : left + width + 24, y: y), width: 90, font: small)
        y += text.number(70...180)
      }
    }
    if isLeft { try addNotes() }
    let end = try fill(&page, &text, x: left, width: width, from: 100, to: foot, font: font, leading: 1.4)
    if !isLeft { try addNotes() }
    page.rule(from: Point(x: left, y: end + 14), to: Point(x: left + 120, y: end + 14))
    var y = end + 30
    for number in 1...text.whole(1...3) {
      y =
        try page.paragraph(
          "\(number) " + text.sentence(8...18), at: Point(x: left, y: y), width: width, font: .serif(8)) + 2
    }
    try page.line("\(text.whole(11...400))", at: Point(x: left + width / 2, y: 790), font: .sans(9))
    return page
  }

  /// Fills a column with paragraphs down to a height; returns the position of the next line.
  static func fill(
    _ page: inout PageDrawing, _ text: inout RandomText, x: Double, width: Double, from top: Double, to foot: Double,
    font: PageFont, leading: Double, headings: Bool = true
  ) throws -> Double {
    var y = top
    while y < foot {
      if headings, y + 6 * font.size < foot, text.chance(0.25) {
        try page.line(text.title(1...2), at: Point(x: x, y: y + 2), font: font.bold)
        y += font.size * leading + 3
      }
      for line in try TextMeasure(font: font).broken(text.paragraph(), width: width) where y < foot {
        try page.line(line, at: Point(x: x, y: y), font: font)
        y += font.size * leading
      }
      y += text.chance(0.5) ? font.size * 0.5 : 0
    }
    return y
  }
}
