// SPDX-License-Identifier: GPL-3.0-or-later

internal import CNettle

extension SHA256 {
  /// The code by which whoever has a key knows that bytes are from somebody else who has it (RFC 2104), in hexadecimal digits.
  package static func authentication(of bytes: [UInt8], key: [UInt8]) -> String {
    var state = hmac_sha256_ctx()
    unsafe nettle_hmac_sha256_set_key(&state, key.count, key)
    unsafe nettle_hmac_sha256_update(&state, bytes.count, bytes)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_hmac_sha256_digest(&state, digest.count, &digest)
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
