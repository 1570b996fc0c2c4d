// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanWriters
internal import FoundationEssentials

extension DocumentRecord {
  /// What the document's files are called, without their endings.
  package var baseName: String { DocScanCore.fileName(name) }

  /// The name of the record's own file.
  package var fileName: String { baseName + ".json" }

  /// Reads the record in a document's folder, which somebody named; nil when there is none.
  package init?(inFolder folder: String) {
    guard let place = Folder(root: folder) else { return nil }
    self.init(file: DocScanCore.fileName(folder) + ".json", in: place)
    guard baseName == DocScanCore.fileName(folder) else { return nil }
  }

  /// Reads the record in a folder below a library; nil when there is none.
  package init?(at place: String, in library: Folder) {
    self.init(file: StoredDocument.path(".json", at: place, of: library), in: library)
    guard baseName == DocScanCore.fileName(place.isEmpty ? library.path : place) else { return nil }
  }

  /// Reads the record of the document of a name; nil when there is none. What is brief lacks the settings that it was made with, which
  /// take half of the time.
  package init?(named name: String, in library: Folder, with wishes: [DecodingOptions] = []) {
    self.init(file: "\(name)/\(DocScanCore.fileName(name)).json", in: library, with: wishes)
    guard self.name == name else { return nil }
  }

  private init?(file: String, in folder: Folder, with wishes: [DecodingOptions] = []) {
    // Of some other JSON, or a damaged record, docscan cannot tell that it wrote it.
    guard let json = folder.contents(file), let record: Self = decoded(json, with: wishes),
      record.schema == Self.schema, record.isPlausible
    else { return nil }
    self = record
  }

  /// Whether it names no place outside of its document's folder.
  private var isPlausible: Bool {
    isDocumentName(name) && (parts ?? []).allSatisfy(isDocumentName)
      && pages.allSatisfy { !($0.file.map(leadsElsewhere) ?? false) }
      && !(files ?? [:]).keys.contains(where: leadsElsewhere)
  }

  /// Notes the files that are in the document's folder, and writes the record beside them.
  package mutating func write(into folder: String, besides files: [String: ResultFile] = [:]) throws(OutputError) {
    self.files = files
    try writeJSON(self, to: folder + "/" + fileName, notedIn: WrittenFiles(folder: folder))
  }

  /// All files of the document, its record among them; `folder` has the record.
  package func allFiles(in folder: Folder) throws(OutputError) -> [String: ResultFile] {
    var all = files ?? [:]
    all[fileName] = try ResultFile(fileName, in: folder)
    return all
  }
}

/// Writes a value as JSON, and gives what was written; see `OutputFile.finish` for when it is on the disk.
@discardableResult
package func writeJSON(
  _ value: some Encodable, to path: String, notedIn files: WrittenFiles? = nil
) throws(OutputError) -> ResultFile {
  let json: Data
  do {
    json = try JSONText.pretty(value)
  } catch {
    throw OutputError(operation: "write", path: path, detail: "\(error)")
  }
  let file = try OutputFile(path: path, notedIn: files)
  try file.write(json)
  return try file.finish()
}
