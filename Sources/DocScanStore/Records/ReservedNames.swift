// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// Document names that are taken, regardless of the results on disk. Names are compared without regard to case.
package protocol TakenNames {
  func hasDocument(_ name: String) -> Bool
  /// Returns whether a document's path begins with this folder.
  func hasFolder(_ name: String) -> Bool
}

/// The names of documents that aren't published yet.
package struct ReservedNames: TakenNames {
  private var documents: Set<String> = []
  private var folders: Set<String> = []

  package init(_ names: some Sequence<String> = []) {
    for name in names { insert(name) }
  }

  package mutating func insert(_ name: String) {
    documents.insert(name.lowercased())
    folders.formUnion(foldersAbove(name.lowercased()))
  }

  package func hasDocument(_ name: String) -> Bool { documents.contains(name.lowercased()) }

  package func hasFolder(_ name: String) -> Bool { folders.contains(name.lowercased()) }
}
