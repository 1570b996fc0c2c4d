// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles
internal import Glibc

/// Read-only access to an output folder, and information about who wrote its files.
package struct ResultsFolder {
  package let path: String
  /// The opened folder, or `nil` if it doesn't exist yet.
  package let root: Folder?
  package let journal: Journal?

  package init(path: String, root: Folder?, journal: Journal?) {
    (self.path, self.root, self.journal) = (path, root, journal)
  }

  /// The owner of a name in the output folder.
  package enum Owner: Hashable {
    case nobody
    /// A result of docscan with unchanged files, and the paths that others added.
    case docscan(files: Set<String>, added: [String])
    /// Files that docscan didn't write, or that were changed since.
    case somebody
  }

  package func folder(of document: String) -> String { path + "/" + document }

  package func record(named name: String) -> DocumentRecord? {
    root.flatMap { DocumentRecord(named: name, in: $0) }
  }

  package func document(named name: String) -> StoredDocument? {
    root.flatMap { StoredDocument.placed(name, in: $0) }
  }

  package func exists(_ name: String) -> Bool { root?.exists(name) ?? false }

  /// Determines the owner of a name by reading all of its files.
  package func owner(of name: String) throws(OutputError) -> Owner {
    guard let root else { return .nobody }
    return try Self.owner(of: name, in: root, known: known(name))
  }

  /// Returns the sets of files that docscan may have published under a name. The journal lists them. The document's own record counts as well, in
  /// case the journal was deleted, or a run was killed before it updated the journal.
  package func known(_ name: String) throws(OutputError) -> [[String: ResultFile]] {
    var own: [String: ResultFile]?
    if let record = record(named: name), let folder = root?.folder(name) {
      own = record.files == nil ? [:] : try record.allFiles(in: folder)
    }
    return [try journal?.document(named: name)?.files, own].compactMap(\.self)
  }

  /// Determines the owner of a name, given the files that docscan may have published. Reads all files.
  package static func owner(of name: String, in root: Folder, known: [[String: ResultFile]]) throws(OutputError)
    -> Owner
  {
    guard root.exists(name) || ![ENOENT, ENOTDIR].contains(errno) else { return .nobody }
    guard let folder = root.folder(name), let tree = FolderTree(folder) else { return .somebody }
    for files in known where try hasUnchanged(files.filter { tree.paths.contains($0.key) }, in: folder) {
      return .docscan(files: Set(files.keys), added: tree.added(to: Set(files.keys)))
    }
    return .somebody
  }

  private static func hasUnchanged(_ files: [String: ResultFile], in folder: Folder) throws(OutputError) -> Bool {
    for (name, file) in files {
      guard try file.isUnchanged(name, in: folder) else { return false }
    }
    return !files.isEmpty
  }
}
