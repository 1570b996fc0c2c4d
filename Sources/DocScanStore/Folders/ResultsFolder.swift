// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWriters
internal import Glibc

/// What lies in an output folder, and whose it is. Writes nothing.
package struct ResultsFolder {
  package let path: String
  /// The same, open; nil if there is none yet.
  package let root: Folder?
  /// What earlier runs noted; nil if there is nothing that can be read.
  package let journal: Journal?

  package init(path: String, root: Folder?, journal: Journal?) {
    (self.path, self.root, self.journal) = (path, root, journal)
  }

  /// Whose something in the output folder is.
  package enum Owner: Hashable {
    /// Nothing is there.
    case nobody
    /// A result of docscan: these files, none of which has changed, and what others have added to its folder.
    case docscan(files: Set<String>, added: [String])
    /// Something that docscan did not write, or that was changed since.
    case somebody
  }

  /// The folder of a document.
  package func folder(of document: String) -> String { path + "/" + document }

  /// The record of the document with this name; nil when there is none that can be read.
  package func record(named name: String) -> DocumentRecord? {
    root.flatMap { DocumentRecord(named: name, in: $0) }
  }

  /// What is there of the document with this name; nil if there is no record that can be read.
  package func document(named name: String) -> StoredDocument? {
    root.flatMap { StoredDocument.placed(name, in: $0) }
  }

  /// Whether anything has this name.
  package func exists(_ name: String) -> Bool { root?.exists(name) ?? false }

  /// Whose the thing with this name is. Reads all of its files.
  package func owner(of name: String) throws(OutputError) -> Owner {
    guard let root else { return .nobody }
    return try Self.owner(of: name, in: root, known: known(name))
  }

  /// The files that docscan may have put at a name.
  ///
  /// A record decides: the journal's, or the document's own where the journal was removed or a run ended between the two.
  package func known(_ name: String) throws(OutputError) -> [[String: ResultFile]] {
    var own: [String: ResultFile]?
    if let record = record(named: name), let folder = root?.folder(name) {
      own = record.files == nil ? [:] : try record.allFiles(in: folder)
    }
    return [try journal?.document(named: name)?.files, own].compactMap(\.self)
  }

  /// Whose something in a folder is, if docscan may have put these files there. Reads all of them.
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

  /// Whether there are files of docscan in a folder, and all are as they were written.
  private static func hasUnchanged(_ files: [String: ResultFile], in folder: Folder) throws(OutputError) -> Bool {
    for (name, file) in files {
      guard try file.isUnchanged(name, in: folder) else { return false }
    }
    return !files.isEmpty
  }
}
