// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// A password or token, of which only the SHA-256 digest is kept.
struct Secret: Sendable {
  private let digest: [UInt8]

  init(_ text: String) { digest = Self.digest(of: text) }

  init(sha256: String) { digest = Array(sha256.utf8) }

  var sha256: String { String(decoding: digest, as: UTF8.self) }

  /// Returns whether a text is the secret. The time that this takes doesn't depend on the text.
  func matches(_ text: String) -> Bool {
    isSame(as: String(decoding: Self.digest(of: text), as: UTF8.self))
  }

  /// Returns whether a digest equals this one. The comparison takes constant time.
  func isSame(as sha256: String) -> Bool {
    let other = Array(sha256.utf8)
    return digest.count == other.count && zip(digest, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns 256 random bits in hexadecimal digits. On Linux, the generator uses getrandom.
  static func token() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in
      let byte = UInt8.random(in: .min ... .max, using: &generator)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static func digest(of text: String) -> [UInt8] {
    var sha256 = SHA256()
    sha256.update(Array(text.utf8), count: text.utf8.count)
    return Array(sha256.digest().utf8)
  }
}
