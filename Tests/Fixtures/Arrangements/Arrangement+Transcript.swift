// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Arrangement {
  /// Returns four pages of a transcript on a sheet, the second below the first or next to it; or one page by itself.
  ///
  /// Each page has a frame or none, a page number, and line numbers in its margin, which aren't part of the sentences
  /// next to them and come first.
  static func transcript(_ text: inout RandomText) throws -> PageDrawing {
    let isAlone = text.chance(0.25)
    var page = PageDrawing(size: PageSize(width: 612, height: 792))
    let isDown = text.chance(0.5)
    let first = text.whole(2...300)
    let hasFrame = text.chance(0.6)
    let hasTitle = text.chance(0.5)
    if hasTitle { try page.line(text.title(2...4) + ", " + text.name(), at: Point(x: 220, y: 30), font: .sans(9)) }
    let (width, height) = isAlone ? (470.0, 660.0) : (258.0, 336.0)
    for number in 0..<(isAlone ? 1 : 4) {
      let (column, row) = isDown ? (number / 2, number % 2) : (number % 2, number / 2)
      let box = Box(x: 44 + Double(column) * 280, y: 48 + Double(row) * 356, width: width, height: height)
      try sheet(&page, &text, box, number: first + number, hasFrame: hasFrame)
    }
    if hasTitle, !isAlone {
      try page.line("\(text.one(of: [text.name()])) Reporting Service", at: Point(x: 230, y: 768), font: .sans(8))
    }
    return page
  }

  private static func sheet(
    _ page: inout PageDrawing, _ text: inout RandomText, _ box: Box, number: Int, hasFrame: Bool
  ) throws {
    let lines = 25
    let step = (box.height - 34) / Double(lines)
    let font = PageFont.mono(min(box.width / 37, step * 0.8))
    if hasFrame { page.frame(Box(x: box.x + 22, y: box.y, width: box.width - 22, height: box.height), lineWidth: 0.6) }
    try page.line("Page \(number)", endingAt: Point(x: box.maxX - 8, y: box.y + 14), font: font)
    for line in 1...lines {
      try page.line("\(line)", endingAt: Point(x: box.x + 17, y: box.y + 14 + step * Double(line)), font: font)
    }
    var rest: [String] = []
    for line in 1...lines {
      if rest.isEmpty {
        let lead = text.one(of: ["Q.", "A.", "THE COURT:"])
        rest = try TextMeasure(font: font).broken(lead + " " + text.sentence(3...24), width: box.width - 44)
        if lead.count == 2, let start = rest.first { rest[0] = "   " + start }
      }
      let y = box.y + 14 + step * Double(line)
      try page.line(rest.removeFirst(), at: Point(x: box.x + 30, y: y), font: font)
    }
  }
}
