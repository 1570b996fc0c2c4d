// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: parsers survive every input that fuzzing found.

import Testing

@testable import DocScanNative

@Suite("Parsers of hostile bytes")
struct HeaderTests {
  @Test("Reads JPEG 2000 boxes nested as deeply as the file is long")
  func nestedBoxes() {
    let depth = 400_000
    func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    var bytes = big(12) + Array("jP  ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]
    for level in 0..<depth { bytes += big(8 * (depth - level)) + Array("jp2h".utf8) }
    bytes += [0xFF, 0x4F, 0xFF, 0x51, 0, 47, 0, 0] + big(40) + big(30) + [UInt8](repeating: 0, count: 24)
    bytes += [0, 1] + [UInt8](repeating: 0, count: 20)
    #expect(JPEG2000Header(bytes)?.width == 40)
  }

  @Test(
    "Reads content streams with numbers of any size or form",
    arguments: ["1e30", "99999999999999999999999999999999", "nan", "-inf", "0x1p90", "-.", ""])
  func wildNumbers(number: String) {
    let content = Array("BT \(number) Tr /F 9 Tf 3 Tr \(number) \(number) (a) \" ET BI /W \(number) ID x EI Q".utf8)
    let filter = PDFTextFilter(content, mode: 0, coveredUntil: 0) { _, _ in true }
    #expect(!filter.output.isEmpty)
    var scanner = PDFContentScanner(content)
    while let instruction = scanner.next() {
      #expect(instruction.numbers.allSatisfy(\.isFinite) && instruction.range.upperBound <= content.count)
    }
  }
}
