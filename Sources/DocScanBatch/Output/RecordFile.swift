// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials

extension DocumentRecord {
  /// What the document's files are called, without their endings.
  var baseName: String { DocScanCore.fileName(name) }

  /// The name of the record's own file.
  var fileName: String { baseName + ".json" }

  /// Reads the record in a document's folder; nil when there is none.
  init?(inFolder folder: String) {
    let base = DocScanCore.fileName(folder)
    self.init(file: "\(folder)/\(base).json")
    guard baseName == base else { return nil }
  }

  /// Reads a record; nil when the file is none.
  init?(file: String) {
    // Of some other JSON, or a damaged record, docscan cannot tell that it wrote it.
    guard isRegularFile(file), let record: Self = readJSON(file), record.schema == Self.schema else { return nil }
    self = record
  }

  /// Reads the record of a document in a library, but not with which settings it was made, which takes half of the time; nil when there
  /// is none of that name.
  init?(briefly name: String, in library: String) {
    let file = "\(library)/\(name)/\(DocScanCore.fileName(name)).json"
    guard isRegularFile(file), let record: Self = readJSON(file, with: [.brief]), record.schema == Self.schema,
      record.name == name
    else { return nil }
    self = record
  }

  /// Notes the files that are in the document's folder, and writes the record beside them.
  mutating func write(into folder: String, besides files: [String: ResultFile] = [:]) throws(OutputError) {
    self.files = files
    try writeJSON(self, to: folder + "/" + fileName, notedIn: WrittenFiles(folder: folder))
  }

  /// All files of the document, its record among them; `folder` has the record.
  func allFiles(in folder: String) throws(OutputError) -> [String: ResultFile] {
    var all = files ?? [:]
    all[fileName] = try ResultFile(path: folder + "/" + fileName)
    return all
  }
}

/// Writes a value as JSON, and gives what was written; see `OutputFile.finish` for when it is on the disk.
@discardableResult
func writeJSON(
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
