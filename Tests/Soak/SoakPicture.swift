// SPDX-License-Identifier: GPL-3.0-or-later

internal import CNettle
import FoundationEssentials

/// A small picture, different for each number.
struct SoakPicture {
  let bytes: Data
  /// SHA-256 of the bytes.
  let digest: String

  init(_ number: Int) {
    var bytes = Data("P4\n64 64\n".utf8)
    // The first row is white: some readers would count bytes that look like space as part of the header.
    for index in 0..<512 {
      bytes.append((8..<16).contains(index) ? UInt8(truncatingIfNeeded: number >> ((index - 8) * 8)) : 0)
    }
    self.bytes = bytes
    digest = Self.digest(bytes)
  }

  /// Returns the SHA-256 digest of bytes in hexadecimal digits.
  static func digest(_ bytes: Data) -> String {
    var state = sha256_ctx()
    unsafe nettle_sha256_init(&state)
    let all = [UInt8](bytes)
    unsafe nettle_sha256_update(&state, all.count, all)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_sha256_digest(&state, digest.count, &digest)
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
