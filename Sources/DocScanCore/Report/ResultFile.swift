// SPDX-License-Identifier: GPL-3.0-or-later

/// A file of a result as docscan wrote it.
public struct ResultFile: Codable, Hashable, Sendable {
  /// How large it is.
  public var bytes: Int
  /// SHA-256 in hexadecimal digits.
  public var sha256: String

  /// A file by its size and digest.
  package init(bytes: Int, sha256: String) { (self.bytes, self.sha256) = (bytes, sha256) }
}
