// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials

/// Writes a document's record into its folder.
func writeRecord(_ record: DocumentRecord, into folder: String) throws(OutputError) {
  try writeJSON(record, to: folder + "/" + fileName(record.name) + ".json")
}

/// Writes a value as JSON.
func writeJSON(_ value: some Encodable, to path: String) throws(OutputError) {
  let json: Data
  do {
    json = try JSONText.pretty(value)
  } catch {
    throw OutputError(operation: "write", path: path, detail: "\(error)")
  }
  let file = try OutputFile(path: path)
  try file.write(json)
  try file.finish()
}
