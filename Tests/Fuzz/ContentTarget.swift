// SPDX-License-Identifier: GPL-3.0-or-later

@testable internal import DocScanNative

/// Content streams of PDF pages: splitting them into instructions, and removing hidden text.
enum ContentTarget {
  static func run(_ bytes: [UInt8]) {
    var scanner = PDFContentScanner(bytes)
    var end = 0
    while let instruction = scanner.next() {
      precondition(instruction.range.lowerBound >= end && instruction.range.upperBound <= bytes.count)
      end = instruction.range.upperBound
      precondition(instruction.numbers.allSatisfy(\.isFinite), "a number that PDF cannot write")
    }
    for (mode, cover) in [(0, 0), (3, 0), (0, bytes.count / 2)] {
      let filter = PDFTextFilter(bytes, mode: mode, coveredUntil: cover) { name, _ in name.count % 2 == 0 }
      // The output can be filtered again and contains no hidden text.
      _ = PDFTextFilter.fonts(in: filter.output)
    }
  }

  static let seeds = [
    "q 400 0 0 300 0 0 cm /I Do Q\nBT 3 Tr /F 12 Tf 1 0 0 1 20 30 Tm (hidden \\( text) Tj 9 9 Td <414243> Tj ET",
    "BT 0 Tr /F#20x 12 Tf 3 4 Td (a) Tj 3 Tr (b) Tj T* (c) ' 1 2 (d) \" [(e) -20 (f)] TJ ET % comment\n0 0 9 9 re f",
    "BI /W 3 /H 2 /BPC 8 /CS /G /F [/AHx] ID 00FF00FF00FF> EI Q /OC /MC0 BDC EMC << /A [1 2] >> 1e30 Tr nan Tr",
  ].map { Array($0.utf8) }
}
