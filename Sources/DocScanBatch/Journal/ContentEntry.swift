// SPDX-License-Identifier: GPL-3.0-or-later

/// What is known of a content that came into a watched folder.
struct ContentEntry: Hashable {
  /// How far it is.
  enum Status: String {
    /// It has its name; its results may not be there.
    case begun
    /// Its results are in place.
    case complete
    /// Results of some pages are in place.
    case partial
    /// There are no results.
    case failed
  }

  var sha256: String
  /// The name in the output folder.
  var name: String
  var status: Status
  /// The original: its path in the inbox.
  var source: String
  /// Which copy of the content it was: tells a file that is still to be put away from one that came later.
  var version: String
}
