// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

extension Documents {
  /// Returns pages that differ by a word in large letters; the sentence below it is equal on all.
  public static func titles(_ words: [String]) throws -> [PageDrawing] {
    try words.map { word in
      var page = PageDrawing()
      try page.line(word, at: Point(x: 72, y: 160), font: PageFont.sans(44).bold)
      try page.line("Of these pages each has a place of its own.", at: Point(x: 72, y: 230), font: .serif(16))
      return page
    }
  }
}
