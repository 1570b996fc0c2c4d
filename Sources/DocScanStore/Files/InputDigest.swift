// SPDX-License-Identifier: GPL-3.0-or-later

/// SHA-256 of a document and of each of its files, as hexadecimal digits.
package struct InputDigest: Hashable, Sendable {
  /// Of each file, in order; empty if they could not be read.
  package let files: [String]
  /// Of the only file, or of the list of the files' digests; empty if they could not be read.
  package let sha256: String

  /// That of a document whose files are not known any more.
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
