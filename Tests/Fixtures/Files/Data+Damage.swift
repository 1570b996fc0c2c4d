// SPDX-License-Identifier: GPL-3.0-or-later

public import FoundationEssentials

extension Data {
  /// Returns the start of a file whose rest was lost.
  public func truncated(toFraction fraction: Double) -> Data { prefix(Int(Double(count) * fraction)) }

  /// Returns the file with this many changed bytes anywhere after its first 64.
  public func damaged(bytes: Int, seed: UInt64) -> Data {
    var random = SeededGenerator(seed: seed)
    var copy = [UInt8](self)
    guard copy.count > 64 else { return self }
    for _ in 0..<bytes {
      copy[Int.random(in: 64..<copy.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
    }
    return Data(copy)
  }
}
