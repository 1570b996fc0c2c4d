// SPDX-License-Identifier: GPL-3.0-or-later

/// A path as the file system compares it: byte by byte. Strings are equal in different Unicode forms, so two files could count as one.
package struct PathKey: Hashable, Comparable, Sendable {
  package let path: String

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
