// SPDX-License-Identifier: GPL-3.0-or-later

/// The SHA-256 digests of a document and its files, in hexadecimal.
package struct InputDigest: Hashable, Sendable {
  /// The digest of each file, in order, or empty if they couldn't be read.
  package let files: [String]
  /// The digest of the only file, or of the list of digests, or empty if the files couldn't be read.
  package let sha256: String

  /// Creates the digest of a document whose files are no longer known.
  package init(sha256: String) { (files, self.sha256) = ([], sha256) }

  package init(files: [String]) {
    self.files = files
    sha256 =
      switch files.count {
      case 0: ""
      case 1: files[0]
      case _: ContentDigest.sha256(files.map { $0 + "\n" }.joined().utf8)
      }
  }
}
