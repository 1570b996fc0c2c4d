// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Documents {
  /// Returns a ruled table of numbers.
  public static func timetable() throws -> PageDrawing {
    var page = PageDrawing()
    try page.line("Ferry to Gull Island", at: Point(x: 64, y: 90), font: PageFont.sans(18).bold)
    try page.line("Valid from 1 April to 31 October", at: Point(x: 64, y: 112), font: .sans(10))
    let rows = [
      ["Harbour", "Lighthouse", "Gull Island", "Return", "Fare"], ["07:10", "07:35", "08:05", "08:30", "6.40"],
      ["09:00", "09:25", "09:55", "10:20", "8.20"], ["11:30", "11:55", "12:25", "13:00", "8.20"],
      ["14:15", "14:40", "15:10", "15:45", "8.20"], ["16:45", "17:10", "17:40", "18:05", "7.10"],
      ["19:20", "19:45", "20:15", "20:40", "6.40"],
    ]
    for (row, cells) in rows.enumerated() {
      for (column, text) in cells.enumerated() {
        let box = Box(x: 64 + Double(column) * 93, y: 140 + Double(row) * 28, width: 93, height: 28)
        if row == 0 { page.area(box, ink: 0.1) }
        page.frame(box)
        try page.line(
          text, at: Point(x: box.x + 9, y: box.y + 18), font: row == 0 ? PageFont.sans(11).bold : .sans(11))
      }
    }
    try page.paragraph(
      "In strong wind the last ferry may not run. Bicycles travel free on the first two crossings of the day; dogs pay "
        + "half the fare and must stay on deck.",
      at: Point(x: 64, y: 366), width: 465, font: .sans(10))
    return page
  }
}
