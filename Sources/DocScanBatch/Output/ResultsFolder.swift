// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters

/// What lies in an output folder, and whose it is. Writes nothing.
struct ResultsFolder {
  let path: String
  /// What earlier runs noted; nil where there is nothing that can be read.
  let journal: Journal?

  /// Whose something in the output folder is.
  enum Owner: Hashable {
    /// Nothing is there.
    case nobody
    /// A result of docscan: these files, none of which has changed, and what others have added to its folder.
    case docscan(files: Set<String>, added: [String])
    /// Something that docscan did not write, or that was changed since.
    case somebody
  }

  /// The folder of a document.
  func folder(of document: String) -> String { path + "/" + document }

  /// The record of the document with this name; nil when there is none that can be read.
  func record(named name: String) -> DocumentRecord? {
    guard let record = DocumentRecord(inFolder: folder(of: name)), record.name == name else { return nil }
    return record
  }

  /// Whether anything has this name.
  func exists(_ name: String) -> Bool { fileStatus(folder(of: name)) != nil }

  /// Whose the thing with this name is. Reads all of its files.
  ///
  /// A record decides: the journal's, or the document's own where the journal was removed or a run ended between the two.
  func owner(of name: String) throws(OutputError) -> Owner {
    guard exists(name) else { return .nobody }
    guard let tree = FolderTree(folder(of: name)) else { return .somebody }
    let own = try record(named: name).map { (record) throws(OutputError) in
      record.files == nil ? [:] : try record.allFiles(in: folder(of: name))
    }
    for files in [try journal?.document(named: name)?.files, own].compactMap(\.self) {
      guard try isUnchanged(files, of: name, tree) else { continue }
      return .docscan(files: Set(files.keys), added: tree.added(to: Set(files.keys)))
    }
    return .somebody
  }

  /// Whether a folder holds some of these files, and none of them has changed.
  private func isUnchanged(
    _ files: [String: ResultFile], of name: String, _ tree: FolderTree
  ) throws(OutputError) -> Bool {
    let present = files.filter { tree.paths.contains($0.key) }
    for (file, written) in present {
      guard try written.isUnchanged(at: folder(of: name) + "/" + file) else { return false }
    }
    return !present.isEmpty
  }
}
