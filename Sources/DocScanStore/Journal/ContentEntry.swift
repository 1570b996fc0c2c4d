// SPDX-License-Identifier: GPL-3.0-or-later

/// What is known of a content that came into a watched folder.
package struct ContentEntry: Hashable {
  /// How far it is.
  package enum Status: String {
    /// It has its name; its results may not be there.
    case begun
    /// Its results are in place.
    case complete
    /// Results of some pages are in place.
    case partial
    /// There are no results.
    case failed
  }

  package var sha256: String
  /// The name in the output folder.
  package var name: String
  package var status: Status
  /// The original: its path in the inbox.
  package var source: String
  /// Which copy of the content it was: tells a file that is still to be put away from one that came later.
  package var version: String

  package init(sha256: String, name: String, status: Status, source: String, version: String) {
    (self.sha256, self.name, self.status, self.source, self.version) = (sha256, name, status, source, version)
  }
}
