// SPDX-License-Identifier: GPL-3.0-or-later

/// A path or a file's name as the file system compares it: byte by byte.
///
/// A `String` equals another one in a different Unicode form, so two files would count as one.
package struct PathKey: Hashable, Comparable, Sendable {
  /// The path.
  package let path: String

  /// The key of a path.
  package init(_ path: String) { self.path = path }

  package static func == (first: PathKey, second: PathKey) -> Bool { first.path.utf8.elementsEqual(second.path.utf8) }

  package static func < (first: PathKey, second: PathKey) -> Bool {
    first.path.utf8.lexicographicallyPrecedes(second.path.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path.utf8.count)
    for byte in path.utf8 { hasher.combine(byte) }
  }
}
