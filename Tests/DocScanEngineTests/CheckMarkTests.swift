// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: check marks below each other are in the text of their rows.

import DocScanCore
import DocScanReading
import DocScanVision
import Testing

@Suite("Check marks in columns")
struct CheckMarkTests {
  private static let height = 20.0

  private func row(_ number: Int, _ texts: (String, Double)...) -> Line {
    let words = texts.map { text, x in
      let box = Box(x: x, y: 100 + 40 * Double(number), width: 12 * Double(text.count), height: Self.height)
      return Word(text: text, confidence: 0.9, box: box)
    }
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    return Line(text: joinedText(words), confidence: 0.9, box: box, baseline: [], words: words)
  }

  private func place(_ row: Int) -> Box { Box(x: 500, y: 101 + 40 * Double(row), width: 16, height: 18) }

  private func texts(_ marks: [(mark: CheckMark, box: Box)], _ lines: [Line]) -> [String] {
    let blocks = lines.map { Block(kind: .text, box: $0.box, lines: [$0]) }
    return CheckMarks(marks, beside: blocks).added.flatMap { $0.lines.map(\.text) }
  }

  @Test("Adds marks to their rows, in place of letters that were read")
  func rows() {
    let lines = [row(0, ("Offline", 100), ("v", 500)), row(1, ("Shared", 100), ("x", 500)), row(2, ("Login", 100))]
    let marks: [(mark: CheckMark, box: Box)] = [(.tick, place(0)), (.cross, place(1)), (.checkedBox, place(2))]
    #expect(texts(marks, lines) == ["Offline v", "Shared x", "Login"], "boxes and ticks are different columns")
    let ticks: [(mark: CheckMark, box: Box)] = [(.tick, place(0)), (.cross, place(1)), (.tick, place(2))]
    #expect(texts(ticks, lines) == ["Offline ✓", "Shared x", "Login ✓"])
    let beside = (0..<4).map { row($0, ("Offline", 100)) }
    let aside = Box(x: 600, y: place(3).y, width: 16, height: 18)
    #expect(
      texts((0..<3).map { (.tick, place($0)) } + [(.tick, aside)], beside).allSatisfy { $0 == "Offline ✓" },
      "another column has a single mark")
  }

  @Test("Takes no squares of a legend for check boxes, which has a shaded one")
  func legend() {
    let lines = (0..<4).map { row($0, ("Meadow", 530)) }
    let boxes: [CheckMark] = [.box, .checkedBox, .box]
    for last in [CheckMark.box, .swatch] {
      let all = boxes + [last]
      let expected = last == .swatch ? lines.map(\.text) : all.map { "\($0.rawValue) Meadow" }
      #expect(texts(all.enumerated().map { ($1, place($0)) }, lines) == expected)
    }
  }

  @Test("Keeps words with marks in them, and single marks")
  func words() {
    let lines = [row(0, ("Radical", 470)), row(1, ("Shared", 470)), row(2, ("Login", 480))]
    #expect(texts((0..<3).map { (.tick, place($0)) }, lines) == lines.map(\.text))
    let amounts = (0..<3).map { row($0, ("4x", 490), ("Coffee", 560)) }
    #expect(texts((0..<3).map { ($0 == 0 ? .tick : .cross, place($0)) }, amounts) == amounts.map(\.text))
    let products = (0..<3).map { row($0, ("Coffee", 100)) }
    #expect(texts((0..<3).map { (.cross, place($0)) }, products) == products.map(\.text))
    let rows = [row(0, ("Offline", 100)), row(1, ("Shared", 100))]
    #expect(texts((0..<2).map { (.tick, place($0)) }, rows) == rows.map(\.text))
  }
}
