// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the progress bar fits every terminal and hides no failure.

import DocScanCore
import Testing

@testable import DocScanCLI
@testable import DocScanCommandLine
@testable import DocScanProgress

@Suite("The progress bar")
struct BarProgressTests {
  private let clear = "\r\u{1B}[K"

  /// Returns a bar halfway through a document of 20 pages, and its current line.
  private func halfway(columns: Int, name: String = "scan") -> (display: BarProgress, line: String) {
    var display = BarProgress { columns }
    _ = display.show(.started(documents: 2, workers: 1), at: 0)
    _ = display.show(.documentOpened(name: name, pages: 10), at: 0)
    for number in 1...4 { _ = display.show(page(name, number), at: Double(number)) }
    let line = display.show(page(name, 5), at: 5)
    return (display, line)
  }

  @Test(
    "Drops the least important parts first on a narrow terminal",
    arguments: [
      (100, "[######..................] 25%  5/10+ pages  60 pages/min  15 s left  scan"),
      (80, "[######..................] 25%  5/10+ pages  60 pages/min  15 s left  scan"),
      (72, "[######..................] 25%  5/10+ pages  60 pages/min  15 s left"),
      (60, "[###.........] 25%  5/10+ pages  60 pages/min  15 s left"),
      (48, "25%  5/10+ pages  60 pages/min  15 s left"), (30, "25% 15 s left"), (10, "25% 15 s…"), (1, ""),
    ])
  func widths(columns: Int, expected: String) {
    #expect(halfway(columns: columns).line == clear + expected)
  }

  @Test("Stays within the terminal's width for any name", arguments: [10, 40, 79, 80, 100, 200])
  func fits(columns: Int) {
    let name = "漢字\u{1B}[2J" + String(repeating: "long ", count: 50)
    let line = halfway(columns: columns, name: name).line.dropFirst(clear.count)
    #expect(DocScanCommandLine.columns(of: String(line)) < columns)
    #expect(!line.contains("\u{1B}"))
  }

  @Test("Redraws at most ten times a second, and always shows failures")
  func pace() {
    var display = halfway(columns: 80).display
    #expect(display.show(page("scan", 6), at: 5.05).isEmpty)
    #expect(display.tick(at: 5.09).isEmpty)
    #expect(!display.tick(at: 5.11).isEmpty)
    let failure = display.show(page("scan", 7, failing: "Torn."), at: 5.12)
    #expect(failure.hasPrefix(clear + "scan: page 7 failed: Torn.\n["))
    #expect(failure.contains("1 failed"))
  }

  @Test("Clears itself at the end")
  func end() {
    var display = halfway(columns: 80).display
    #expect(display.end() == clear)
    var unused = BarProgress { 80 }
    #expect(unused.end().isEmpty)
  }
}
