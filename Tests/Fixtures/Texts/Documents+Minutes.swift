// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Documents {
  /// Returns the minutes of a meeting: headings, numbered points and a table of tasks.
  public static func minutes() throws -> PageDrawing {
    let font = PageFont.sans(10)
    var page = PageDrawing()
    try page.line("Minutes of the garden committee", at: Point(x: 64, y: 84), font: PageFont.sans(16).bold)
    try page.line("Tuesday 7 May 2024, 18:30, community hall", at: Point(x: 64, y: 104), font: font)
    try page.line(
      "Present: A. Brandt, J. Costa, M. Okafor (chair), P. Singh, R. Walker", at: Point(x: 64, y: 126), font: font)
    try page.line("Apologies: L. Novak", at: Point(x: 64, y: 140), font: font)
    page.rule(from: Point(x: 64, y: 152), to: Point(x: 531, y: 152))
    var y = 178.0
    for (index, item) in agenda.enumerated() {
      try page.line("\(index + 1). \(item.title)", at: Point(x: 64, y: y), font: PageFont.sans(11).bold)
      y = try page.paragraph(item.text, at: Point(x: 64, y: y + 17), width: 467, font: font) + 12
    }
    let columns = [64.0, 300, 420]
    let table =
      [["Task", "Who", "Until"]] + [
        ["Order compost and two barrows", "J. Costa", "14 May"], ["Repair the tap by the gate", "R. Walker", "21 May"],
        ["Write to the council about the hedge", "M. Okafor", "31 May"],
        ["Draw a plan of the new beds", "P. Singh", "4 June"],
      ]
    for (row, cells) in table.enumerated() {
      let top = y + Double(row) * 21
      for (column, text) in cells.enumerated() {
        try page.line(
          text, at: Point(x: columns[column] + 6, y: top + 14), font: row == 0 ? font.bold : font)
      }
      page.frame(Box(x: 64, y: top, width: 467, height: 21), lineWidth: 0.6)
    }
    for x in columns.dropFirst() {
      page.rule(from: Point(x: x, y: y), to: Point(x: x, y: y + 21 * Double(table.count)), width: 0.6)
    }
    y += 21 * Double(table.count) + 28
    try page.paragraph(
      "The meeting ended at 19:50. The next one is on Tuesday 4 June at the same time and place.",
      at: Point(x: 64, y: y), width: 467, font: font)
    return page
  }

  private static var agenda: [(title: String, text: String)] {
    [
      (
        "Last minutes",
        "The minutes of 9 April were read and accepted without changes. The key to the shed has been found: it was in the shed."
      ),
      (
        "Money",
        "The account stands at 1,284.50 euros. Membership fees for this year are still missing from four plots; the chair "
          + "will send a friendly reminder. The plant sale brought 312 euros, a third more than last spring."
      ),
      (
        "Water",
        "The tap by the gate drips again and wastes about thirty litres a day. It was agreed to buy a new one of brass and "
          + "not to repair the old one a third time. Until then everybody should close the main valve in the evening."
      ),
      (
        "New beds",
        "Seven families are on the waiting list. The strip along the railway gets sun from noon and could hold five beds "
          + "of ten square metres. P. Singh will measure it and bring a plan. The blackberries at the far end stay."
      ),
      (
        "Summer party",
        "It will be on the last Saturday of June, with music from five o'clock. Everybody brings a salad or a cake; "
          + "please, not eleven potato salads as in the year before."
      ),
    ]
  }
}
