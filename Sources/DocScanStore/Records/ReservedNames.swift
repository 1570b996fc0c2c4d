// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Names that documents have, whatever is in place; letters count without regard to case.
package protocol TakenNames {
  /// Whether a document has this name.
  func hasDocument(_ name: String) -> Bool
  /// Whether a document lies below this name.
  func hasFolder(_ name: String) -> Bool
}

/// The names of documents whose results are not in place yet; letters count without regard to case.
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
