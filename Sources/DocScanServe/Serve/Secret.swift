// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Something that only those know who may come in. Only its digest is kept.
struct Secret: Sendable {
  private let digest: [UInt8]

  init(_ text: String) { digest = Self.digest(of: text) }

  /// The secret with a digest that was kept, in hexadecimal digits.
  init(sha256: String) { digest = Array(sha256.utf8) }

  /// The digest in hexadecimal digits.
  var sha256: String { String(decoding: digest, as: UTF8.self) }

  /// Whether a text is the secret; how long that takes says nothing of it.
  func matches(_ text: String) -> Bool {
    isSame(as: String(decoding: Self.digest(of: text), as: UTF8.self))
  }

  /// Whether another digest is the same.
  func isSame(as sha256: String) -> Bool {
    let other = Array(sha256.utf8)
    return digest.count == other.count && zip(digest, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// 256 bits that nobody can guess, in hexadecimal digits; on Linux they come from getrandom.
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
