// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures

/// A source of damaged files; the same seed and number always make the same file.
struct Mutator {
  let seed: UInt64
  let good: [SampleFile]

  /// Returns the damaged file with this number, counted from 0.
  func file(_ number: Int) -> SampleFile {
    var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
    var file: SampleFile
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<2:
      let trap = PDFTrap.allCases[number % PDFTrap.allCases.count]
      file = SampleFile(name: "", ending: "pdf", bytes: trap.file(&random), operators: [trap.rawValue])
    case 2:
      let trap = PictureTrap.allCases[number % PictureTrap.allCases.count]
      file = SampleFile(name: "", ending: trap.ending, bytes: trap.file(&random), operators: [trap.rawValue])
    case _: file = good[Int.random(in: 0..<good.count, using: &random)]
    }
    // Traps are sometimes damaged additionally, valid files always.
    let more = file.operators.isEmpty ? Int.random(in: 1...3, using: &random) : Int.random(in: -3...1, using: &random)
    for _ in 0..<max(0, more) { change(&file, &random) }
    if file.operators.isEmpty { change(&file, &random) }
    let digits = String(number)
    file.name = "h" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    return file
  }

  private func change(_ file: inout SampleFile, _ random: inout SeededGenerator) {
    if Int.random(in: 0..<3, using: &random) == 0, let changed = Dimensions.changed(file, &random) {
      file.bytes = changed
      file.operators.append("dimensions")
      return
    }
    let change = ByteChange.allCases[Int.random(in: 0..<ByteChange.allCases.count, using: &random)]
    let other = good[Int.random(in: 0..<good.count, using: &random)]
    change.apply(to: &file, other: other, &random)
    file.operators.append(change.rawValue)
  }
}
