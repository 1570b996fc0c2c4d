// SPDX-License-Identifier: GPL-3.0-or-later

/// The journal's entry for the content of a file in a watched folder.
package struct ContentEntry: Hashable {
  package enum Status: String {
    /// The document has a name, but may not have results yet.
    case begun
    case complete
    case partial
    case failed
  }

  package var sha256: String
  package var name: String
  package var status: Status
  /// The original's path in the inbox.
  package var source: String
  /// The version of the copy, which distinguishes a file that still has to be moved from a later copy.
  package var version: String

  package init(sha256: String, name: String, status: Status, source: String, version: String) {
    (self.sha256, self.name, self.status, self.source, self.version) = (sha256, name, status, source, version)
  }
}
