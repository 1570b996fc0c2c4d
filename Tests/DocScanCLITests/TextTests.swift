// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: no text from documents can control the terminal.

import DocScanCore
import DocScanFiles
import Testing

@testable import DocScanCLI
@testable import DocScanCommandLine

@Suite("Text for terminals")
struct TextTests {
  @Test(
    "Escapes control characters",
    arguments: [
      ("plain – ü 漢字", "plain – ü 漢字"), ("a\nb", "a\\u{A}b"), ("\u{1B}]0;x\u{7}", "\\u{1B}]0;x\\u{7}"),
      ("\u{9B}31m", "\\u{9B}31m"), ("a\u{202E}fdp.exe", "a\\u{202E}fdp.exe"), ("a\u{7F}\r", "a\\u{7F}\\u{D}"),
      ("👩‍👧", "👩‍👧"),
    ])
  func visible(text: String, expected: String) { #expect(visibleText(text) == expected) }

  @Test("Escapes characters in JSON that the encoder leaves unescaped")
  func json() {
    #expect(visibleJSON("{\"a\": \"x\u{9B}\u{202E}\"}\n") == "{\"a\": \"x\\u009b\\u202e\"}\n")
  }

  @Test("Counts columns as terminals do", arguments: [("abc", 3), ("漢字", 4), ("e\u{301}", 1), ("", 0), ("한", 2)])
  func width(text: String, expected: Int) { #expect(columns(of: text) == expected) }

  @Test(
    "Truncates text to its columns",
    arguments: [("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("漢字漢字", 4, "漢…"), ("abc", 0, "")])
  func fit(text: String, width: Int, expected: String) { #expect(fitted(text, to: width) == expected) }

  @Test("Shortens a long path at its beginning, so that the file and the page stay")
  func fitEnd() {
    #expect(fittedEnd("2026/Corner Shop/receipt, page 2", to: 20) == "…hop/receipt, page 2")
    #expect(fittedEnd("receipt, page 2", to: 20) == "receipt, page 2")
  }

  @Test(
    "Formats durations",
    arguments: [
      (0.04, "0.0 s"), (0.84, "0.8 s"), (9.97, "10 s"), (59.4, "59 s"), (65, "1 min 05 s"), (3599.7, "1 h 00 min"),
      (7805, "2 h 10 min"), (.infinity, "?"),
    ])
  func durations(seconds: Double, expected: String) { #expect(duration(seconds) == expected) }

  @Test(
    "Formats speeds",
    arguments: [(3.24, "194 pages/min"), (0.25, "15 pages/min"), (0.03, "1.8 pages/min"), (0, "0 pages/min")])
  func rates(rate: Double, expected: String) { #expect(pageRate(rate) == expected) }

  @Test(
    "Formats decimals",
    arguments: [(1.005, 1, "1.0"), (0.05, 2, "0.05"), (-1.25, 1, "-1.3"), (-0.01, 1, "0.0"), (7, 0, "7")])
  func decimals(value: Double, places: Int, expected: String) { #expect(decimal(value, places: places) == expected) }
}
