// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Documents {
  /// Returns an invoice with a table of items and a total of 1,039.35 euros.
  public static func invoice() throws -> PageDrawing {
    let font = PageFont.sans(10)
    var page = PageDrawing()
    page.area(Box(x: 64, y: 56, width: 34, height: 34), ink: 0.75)
    try page.line("Kestrel Bicycle Works", at: Point(x: 110, y: 76), font: PageFont.sans(15).bold)
    try page.line("Canal Wharf 8, Millbrook", at: Point(x: 110, y: 90), font: .sans(8.5))
    try page.line("INVOICE", endingAt: Point(x: 531, y: 82), font: PageFont.sans(20).bold)
    let facts = [("Invoice number", "2024-0387"), ("Date", "21 May 2024"), ("Due", "4 June 2024")]
    for (row, fact) in facts.enumerated() {
      let y = 140 + Double(row) * 15
      try page.line(fact.0, at: Point(x: 360, y: y), font: font)
      try page.line(fact.1, endingAt: Point(x: 531, y: y), font: font)
    }
    for (row, text) in ["Riverside Primary School", "attn. Mr Daniel Reyes", "2 Weir Lane, Millbrook"].enumerated() {
      try page.line(text, at: Point(x: 64, y: 140 + Double(row) * 15), font: font)
    }
    let items = [
      ("6", "Inner tube 20 inch", "5.95", "35.70"), ("4", "Brake pads, pair", "8.50", "34.00"),
      ("12", "Safety check and cleaning", "39.00", "468.00"), ("3", "Child helmet, size S", "27.90", "83.70"),
      ("7", "Hours of workshop time", "36.00", "252.00"),
    ]
    page.area(Box(x: 64, y: 216, width: 467, height: 22), ink: 0.12)
    for (x, text) in [(70.0, "Qty"), (120, "Description")] {
      try page.line(text, at: Point(x: x, y: 231), font: font.bold)
    }
    try page.line("Price", endingAt: Point(x: 440, y: 231), font: font.bold)
    try page.line("Amount", endingAt: Point(x: 525, y: 231), font: font.bold)
    var y = 256.0
    for item in items {
      try page.line(item.0, at: Point(x: 70, y: y), font: font)
      try page.line(item.1, at: Point(x: 120, y: y), font: font)
      try page.line(item.2, endingAt: Point(x: 440, y: y), font: font)
      try page.line(item.3, endingAt: Point(x: 525, y: y), font: font)
      page.rule(from: Point(x: 64, y: y + 7), to: Point(x: 531, y: y + 7), width: 0.4)
      y += 22
    }
    for (label, amount, style) in [
      ("Subtotal", "873.40", font), ("VAT 19 %", "165.95", font),
      ("Total EUR", "1,039.35", PageFont.sans(12).bold),
    ] {
      y += 20
      try page.line(label, at: Point(x: 360, y: y), font: style)
      try page.line(amount, endingAt: Point(x: 525, y: y), font: style)
    }
    try page.paragraph(
      "Please pay by bank transfer within fourteen days and give the invoice number. All repairs carry a guarantee of "
        + "six months. Thank you for riding with us!",
      at: Point(x: 64, y: y + 60), width: 467, font: font)
    page.stamp("PAID", at: Point(x: 190, y: y + 8), turnedBy: -14)
    return page
  }

  /// Returns a till receipt on a narrow strip, with a total of 23.14 euros.
  public static func receipt() throws -> PageDrawing {
    var page = PageDrawing(size: PageSize(width: 226.8, height: 430))
    let font = PageFont.mono(8.4)
    try page.line("CORNER BAKERY", at: Point(x: 48, y: 40), font: PageFont.mono(13).bold)
    try page.line("Mill Road 21, Millbrook", at: Point(x: 48, y: 56), font: font)
    try page.line("VAT ID DE 123 456 789", at: Point(x: 54, y: 68), font: font)
    try page.line("2024-05-18  09:42  Till 2", at: Point(x: 16, y: 94), font: font)
    page.rule(from: Point(x: 14, y: 101), to: Point(x: 212, y: 101))
    let items = [
      ("Rye bread 1 kg", "5.40"), ("4 x Poppy seed roll", "3.20"), ("Apple cake, 2 pieces", "6.50"),
      ("Butter 250 g", "2.99"), ("Coffee, large", "3.15"), ("Orange juice", "1.90"),
    ]
    var y = 118.0
    for item in items {
      try page.line(item.0, at: Point(x: 16, y: y), font: font)
      try page.line(item.1, endingAt: Point(x: 210, y: y), font: font)
      y += 14
    }
    page.rule(from: Point(x: 14, y: y - 6), to: Point(x: 212, y: y - 6))
    try page.line("TOTAL EUR", at: Point(x: 16, y: y + 12), font: PageFont.mono(12).bold)
    try page.line("23.14", endingAt: Point(x: 210, y: y + 12), font: PageFont.mono(12).bold)
    try page.line("Cash", at: Point(x: 16, y: y + 32), font: font)
    try page.line("25.00", endingAt: Point(x: 210, y: y + 32), font: font)
    try page.line("Change", at: Point(x: 16, y: y + 46), font: font)
    try page.line("1.86", endingAt: Point(x: 210, y: y + 46), font: font)
    try page.line("Net 21.63   VAT 7 % 1.51", at: Point(x: 16, y: y + 66), font: font)
    try page.line("Thank you for your visit!", at: Point(x: 40, y: y + 94), font: font)
    try page.line("Open daily from 6:30", at: Point(x: 54, y: y + 108), font: font)
    return page
  }
}
