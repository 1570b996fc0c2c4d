// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// Pages with few words, for tests that need a page but don't test reading. Reading the full ones takes five times as long,
/// and a sheet of A4 a third longer.
extension Documents {
  /// Returns the beginning of the minutes.
  public static func shortMinutes(size: PageSize = .a5Across) throws -> PageDrawing {
    let font = PageFont.sans(10)
    var page = PageDrawing(size: size)
    try page.line("Minutes of the garden committee", at: Point(x: 64, y: 84), font: PageFont.sans(16).bold)
    try page.line("Tuesday 7 May 2024, 18:30, community hall", at: Point(x: 64, y: 104), font: font)
    try page.line("1. Last minutes", at: Point(x: 64, y: 178), font: PageFont.sans(11).bold)
    try page.line(
      "The minutes of 9 April were read and accepted without changes.", at: Point(x: 64, y: 195), font: font)
    return page
  }

  /// Returns the beginnings of the letter's two pages.
  public static func shortLetter(size: PageSize = .a5Across) throws -> [PageDrawing] {
    let font = PageFont.serif(11)
    var first = PageDrawing(size: size)
    try first.line("Harbour Street Library", at: Point(x: 72, y: 84), font: PageFont.serif(17).bold)
    try first.line("12 March 2024", endingAt: Point(x: 523, y: 232), font: font)
    try first.line("The reading room on the second floor", at: Point(x: 72, y: 262), font: font.bold)
    try first.line("Dear Mrs Whitcombe,", at: Point(x: 72, y: 292), font: font)
    try first.line(
      "Thank you for your letter of 4 March and for the generous offer.", at: Point(x: 72, y: 315), font: font)
    var second = PageDrawing(size: size)
    try second.line("There remains the question of the date.", at: Point(x: 72, y: 84), font: font)
    try second.line("With kind regards,", at: Point(x: 72, y: 117), font: font)
    try second.line("Thomas Ashdown", at: Point(x: 72, y: 189), font: font)
    try second.line("Librarian", at: Point(x: 72, y: 204), font: font)
    return [first, second]
  }
}
