// SPDX-License-Identifier: GPL-3.0-or-later

/// The size and digest of a result file when docscan wrote it.
public struct ResultFile: Codable, Hashable, Sendable {
  /// The size, in bytes.
  public var bytes: Int
  /// The SHA-256 digest, in hexadecimal digits.
  public var sha256: String

  package init(bytes: Int, sha256: String) { (self.bytes, self.sha256) = (bytes, sha256) }
}
