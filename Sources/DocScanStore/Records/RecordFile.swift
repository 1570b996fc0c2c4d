// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanFiles
internal import FoundationEssentials

extension DocumentRecord {
  /// The name of the document's files, without extensions.
  package var baseName: String { DocScanFiles.fileName(name) }

  package var fileName: String { baseName + ".json" }

  /// Reads the record in a document's folder that the user named. Returns `nil` if there is none.
  package init?(inFolder folder: String) {
    guard let place = Folder(root: folder) else { return nil }
    self.init(file: DocScanFiles.fileName(folder) + ".json", in: place)
    guard baseName == DocScanFiles.fileName(folder) else { return nil }
  }

  /// Reads the record at a relative path in a library. Returns `nil` if there is none.
  package init?(at place: String, in library: Folder) {
    self.init(file: StoredDocument.path(".json", at: place, of: library), in: library)
    guard baseName == DocScanFiles.fileName(place.isEmpty ? library.path : place) else { return nil }
  }

  /// Reads the record of a named document. Returns `nil` if there is none. The option `brief` skips the pipeline's settings, which halves the time.
  package init?(named name: String, in library: Folder, with wishes: [DecodingOptions] = []) {
    self.init(file: "\(name)/\(DocScanFiles.fileName(name)).json", in: library, with: wishes)
    guard self.name == name else { return nil }
  }

  private init?(file: String, in folder: Folder, with wishes: [DecodingOptions] = []) {
    // Other JSON and damaged records don't prove that docscan wrote the folder.
    guard let json = folder.contents(file), let record: Self = decoded(json, with: wishes),
      record.schema == Self.schema, record.isPlausible
    else { return nil }
    self = record
  }

  /// Whether no name in the record leads out of the document's folder.
  private var isPlausible: Bool {
    isDocumentName(name) && (parts ?? []).allSatisfy(isDocumentName)
      && (filed ?? []).allSatisfy { isDocumentName($0.name) } && part?.input.map(isDocumentName) ?? true
      && pages.allSatisfy { !($0.file.map(leadsElsewhere) ?? false) }
      && !(files ?? [:]).keys.contains(where: leadsElsewhere)
  }

  /// Adds the list of the folder's files to the record, and writes it.
  package mutating func write(into folder: String, besides files: [String: ResultFile] = [:]) throws(OutputError) {
    self.files = files
    try writeJSON(self, to: folder + "/" + fileName, notedIn: WrittenFiles(folder: folder))
  }

  /// Returns all files of the document, including the record itself.
  package func allFiles(in folder: Folder) throws(OutputError) -> [String: ResultFile] {
    var all = files ?? [:]
    all[fileName] = try ResultFile(fileName, in: folder)
    return all
  }
}

/// Writes a value as JSON. See `OutputFile.finish` for its durability.
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
