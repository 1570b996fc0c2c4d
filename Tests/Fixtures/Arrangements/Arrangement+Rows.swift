// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Arrangement {
  /// Returns a page with prose, a table with a heading row over the width or beside prose, and prose again.
  static func table(_ text: inout RandomText) throws -> PageDrawing {
    var page = PageDrawing()
    let font = font(&text)
    try page.line(text.title(2...4), at: Point(x: 60, y: 80), font: font.bold)
    var y = try fill(
      &page, &text, x: 60, width: 475, from: 104, to: text.number(150...230), font: font, leading: 1.35, headings: false
    )
    y += 24
    if text.chance(0.5) {
      let isLeft = text.chance(0.5)
      let foot = y + text.number(220...330)
      if isLeft { _ = try rows(&page, &text, x: 60, width: 225, from: y, columns: 3, font: font) }
      let prose = try fill(
        &page, &text, x: isLeft ? 315 : 60, width: 220, from: y, to: foot, font: font, leading: 1.35)
      if !isLeft { _ = try rows(&page, &text, x: 310, width: 225, from: y, columns: 3, font: font) }
      y = max(prose, y + 280) + 30
    } else {
      y = try rows(&page, &text, x: 60, width: 475, from: y, columns: text.whole(3...5), font: font) + 30
    }
    _ = try fill(&page, &text, x: 60, width: 475, from: y, to: y + 120, font: font, leading: 1.35, headings: false)
    return page
  }

  private static func rows(
    _ page: inout PageDrawing, _ text: inout RandomText, x: Double, width: Double, from top: Double, columns: Int,
    font: PageFont
  ) throws -> Double {
    var y = top
    let first = 0.4 * width
    let step = (width - first) / Double(columns - 1)
    let height = font.size * text.number(1.4...2.2)
    let hasRules = text.chance(0.5)
    for row in 0...text.whole(5...11) {
      let style = row == 0 ? font.bold : font
      try page.line(text.title(row == 0 ? 1...1 : 1...2), at: Point(x: x, y: y), font: style)
      for column in 1..<columns {
        let cell = row == 0 ? text.title(1...1) : text.amount()
        try page.line(cell, endingAt: Point(x: x + first + step * Double(column), y: y), font: style)
      }
      if hasRules {
        page.rule(from: Point(x: x, y: y + 0.35 * height), to: Point(x: x + width, y: y + 0.35 * height), width: 0.4)
      }
      y += height
    }
    return y
  }

  /// Returns a page with labels and values to their right, in one or two columns, with or without lines to write on.
  static func form(_ text: inout RandomText) throws -> PageDrawing {
    var page = PageDrawing()
    let font = font(&text)
    try page.line(text.title(2...4), at: Point(x: 60, y: 80), font: PageFont.sans(15).bold)
    let columns = text.whole(1...2)
    let width = columns == 1 ? 475.0 : 220
    let height = font.size * text.number(1.8...2.6)
    let colon = text.chance(0.6) ? ":" : ""
    let hasRules = text.chance(0.5)
    var y = 120.0
    for section in 0..<text.whole(1...3) {
      if section > 0 || text.chance(0.5) {
        try page.line(text.title(1...3), at: Point(x: 60, y: y), font: font.bold)
        y += height
      }
      let count = text.whole(4...8)
      for column in 0..<columns {
        let x = 60 + Double(column) * 255
        for row in 0..<count {
          let line = y + Double(row) * height
          try page.line(text.title(1...2) + colon, at: Point(x: x, y: line), font: font)
          let value = text.chance(0.4) ? text.amount() : text.chance(0.5) ? text.name() : text.title(1...2)
          try page.line(value, at: Point(x: x + 0.5 * width, y: line), font: font)
          guard hasRules else { continue }
          page.rule(from: Point(x: x + 0.48 * width, y: line + 3), to: Point(x: x + width, y: line + 3), width: 0.4)
        }
      }
      y += Double(count) * height + 14
    }
    _ = try fill(&page, &text, x: 60, width: 475, from: y + 20, to: y + 70, font: font, leading: 1.35, headings: false)
    return page
  }

  /// Returns a letter with two addresses next to each other, or an address next to facts such as its date.
  static func letter(_ text: inout RandomText) throws -> PageDrawing {
    var page = PageDrawing()
    let font = font(&text)
    try page.line(text.title(2...3), at: Point(x: 60, y: 70), font: PageFont.sans(16).bold)
    let height = font.size * text.number(1.25...1.5)
    var y = text.number(110.0...150)
    let places = text.chance(0.3) ? [60.0, 240, 420] : [60.0, text.number(230...340)]
    let count = text.whole(0...1)
    let heads = text.chance(0.6) ? ["Bill to", "Ship to", "Sold by"] : []
    for (index, x) in places.enumerated() {
      var line = y
      if index < heads.count {
        try page.line(heads[index] + ":", at: Point(x: x, y: line), font: PageFont(font.family, size: font.size * 0.85))
        line += height
      }
      for part in text.address() + (count > 0 ? [text.title(1...1)] : []) {
        try page.line(part, at: Point(x: x, y: line), font: font)
        line += height
      }
    }
    y += 6 * height + text.number(10.0...30)
    if text.chance(0.5) {
      for label in ["Date", "Reference", "Customer"] {
        try page.line(label + ":", at: Point(x: 360, y: y), font: font)
        try page.line("\(text.whole(1000...9999))", endingAt: Point(x: 535, y: y), font: font)
        y += height
      }
      y += 10
    }
    try page.line("Dear \(text.name()),", at: Point(x: 60, y: y), font: font)
    y += 2 * height
    _ = try fill(&page, &text, x: 60, width: 475, from: y, to: y + 200, font: font, leading: 1.4, headings: false)
    for line in ["Yours sincerely,", text.name()] {
      try page.line(line, at: Point(x: 60, y: y + 240), font: font)
      y += 40
    }
    // Three columns of small print, as in business letters.
    if text.chance(0.5) {
      for x in [60.0, 230, 400] {
        for (row, part) in text.address().enumerated() {
          try page.line(part, at: Point(x: x, y: 770 + 11 * Double(row)), font: .sans(7.5))
        }
      }
    }
    return page
  }

  /// Returns a till receipt: each article and its amount are one line.
  static func receipt(_ text: inout RandomText) throws -> PageDrawing {
    var page = PageDrawing(size: PageSize(width: 226, height: 560))
    let font = PageFont(text.one(of: [.mono, .sans]), size: text.number(8...9.5))
    for (row, line) in text.address().enumerated() {
      try page.line(line, at: Point(x: 60, y: 40 + 13 * Double(row)), font: font)
    }
    var y = 110.0
    let height = font.size * text.number(1.25...1.7)
    for _ in 0..<text.whole(5...14) {
      try page.line(text.title(1...2), at: Point(x: 14, y: y), font: font)
      if text.chance(0.25) {
        y += height
        try page.line("\(text.whole(2...9)) x \(text.amount())", at: Point(x: 24, y: y), font: font)
      }
      try page.line(text.amount(), endingAt: Point(x: 212, y: y), font: font)
      y += height
    }
    page.rule(from: Point(x: 14, y: y - 4), to: Point(x: 212, y: y - 4))
    for label in ["Subtotal", "Tax", "Total", "Cash", "Change"] {
      try page.line(label, at: Point(x: 14, y: y + height), font: label == "Total" ? font.bold : font)
      try page.line(text.amount(), endingAt: Point(x: 212, y: y + height), font: label == "Total" ? font.bold : font)
      y += height
    }
    try page.line("Thank you!", at: Point(x: 80, y: y + 40), font: font)
    return page
  }
}
