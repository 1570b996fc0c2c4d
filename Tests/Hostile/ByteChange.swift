// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures

/// A change to a file of any kind.
enum ByteChange: String, CaseIterable {
  case flipBits, replaceBytes, interestingNumber, truncate, insertBlock, deleteBlock, repeatBlock, moveBlock
  /// The head of one file with the tail of another.
  case splice
  /// The head of one file with the extension of another kind.
  case wrongEnding
  case zeroBlock

  /// Changes the bytes; `other` is another valid file.
  func apply(to file: inout SampleFile, other: SampleFile, _ random: inout SeededGenerator) {
    let count = file.bytes.count
    guard count > 8 else {
      file.bytes += other.bytes.prefix(64)
      return
    }
    // Headers matter more than pixels, so half of the changes hit the first kilobyte.
    let reach = Bool.random(using: &random) ? min(count, 1024) : count
    let place = Int.random(in: 0..<reach, using: &random)
    let length = Int.random(in: 1...max(1, min(4096, count - place)), using: &random)
    let block = place..<min(count, place + length)
    switch self {
    case .flipBits:
      for _ in 0..<Int.random(in: 1...64, using: &random) {
        file.bytes[Int.random(in: 0..<reach, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
    case .replaceBytes:
      for _ in 0..<Int.random(in: 1...32, using: &random) {
        file.bytes[Int.random(in: 0..<reach, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
    case .interestingNumber:
      let numbers: [UInt32] = [0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_FFFE]
      let number = numbers[Int.random(in: 0..<numbers.count, using: &random)]
      for index in 0..<4 where place + index < count { file.bytes[place + index] = UInt8(number >> (8 * index) & 255) }
    case .truncate: file.bytes.removeLast(Int.random(in: 1..<count, using: &random))
    case .insertBlock:
      file.bytes.insert(contentsOf: (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
    case .deleteBlock: file.bytes.removeSubrange(block)
    case .repeatBlock:
      let piece = Array(file.bytes[block].prefix(512))
      let times = Int.random(in: 1...200, using: &random)
      file.bytes.insert(contentsOf: repeatElement(piece, count: times).joined(), at: place)
    case .moveBlock:
      let piece = Array(file.bytes[block])
      file.bytes.removeSubrange(block)
      file.bytes.insert(contentsOf: piece, at: Int.random(in: 0...file.bytes.count, using: &random))
    case .splice:
      let cut = Int.random(in: 0..<max(1, other.bytes.count), using: &random)
      file.bytes = Array(file.bytes[..<place]) + other.bytes[cut...]
    case .wrongEnding: file.ending = other.ending
    case .zeroBlock: for index in block { file.bytes[index] = 0 }
    }
  }
}
