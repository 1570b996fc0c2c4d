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
  func owner(of name: String) throws(OutputError) -> Owner {
    try Self.owner(of: folder(of: name), known: known(name))
  }

  /// The files that docscan may have put at a name.
  ///
  /// A record decides: the journal's, or the document's own where the journal was removed or a run ended between the two.
  func known(_ name: String) throws(OutputError) -> [[String: ResultFile]] {
    let own = try record(named: name).map { (record) throws(OutputError) in
      record.files == nil ? [:] : try record.allFiles(in: folder(of: name))
    }
    return [try journal?.document(named: name)?.files, own].compactMap(\.self)
  }

  /// Whose the folder at a path is, if docscan may have put these files there. Reads all of them.
  static func owner(of folder: String, known: [[String: ResultFile]]) throws(OutputError) -> Owner {
    guard fileStatus(folder) != nil else { return .nobody }
    guard let tree = FolderTree(folder) else { return .somebody }
    for files in known where try hasUnchanged(files.filter { tree.paths.contains($0.key) }, in: folder) {
      return .docscan(files: Set(files.keys), added: tree.added(to: Set(files.keys)))
    }
    return .somebody
  }

  /// Whether there are files of docscan in a folder, and all are as they were written.
  private static func hasUnchanged(_ files: [String: ResultFile], in folder: String) throws(OutputError) -> Bool {
    for (name, file) in files {
      guard try file.isUnchanged(at: folder + "/" + name) else { return false }
    }
    return !files.isEmpty
  }
}
