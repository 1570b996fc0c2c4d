// SPDX-License-Identifier: GPL-3.0-or-later

internal import CNettle

/// SHA-256 of bytes that come in pieces. Bytes are only counted in, never interpreted.
package struct SHA256 {
  private var state = sha256_ctx()

  /// A digest of nothing yet.
  package init() { unsafe nettle_sha256_init(&state) }

  /// Takes the first bytes of a buffer.
  package mutating func update(_ bytes: [UInt8], count: Int) { unsafe nettle_sha256_update(&state, count, bytes) }

  /// The digest in hexadecimal digits, of everything that was taken since the last one.
  package mutating func digest() -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_sha256_digest(&state, digest.count, &digest)
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
