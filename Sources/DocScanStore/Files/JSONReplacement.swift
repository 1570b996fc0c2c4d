// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// Writes a value as JSON, replacing an existing file atomically and durably. Returns the file's digest.
@discardableResult
package func replaceJSON(_ value: some Encodable, at name: String, in folder: Folder) throws(OutputError) -> String {
  let (path, new) = ("\(folder.path)/\(name)", name + ".new")
  let json: Data
  do {
    json = try JSONText.pretty(value)
  } catch {
    throw OutputError(operation: "write", path: path, detail: "\(error)")
  }
  _ = folder.remove(new)
  let file = try OutputFile(newFile: new, in: folder)
  try file.write(json)
  let written = try file.finish()
  guard folder.rename(new, name, .replacing) else {
    throw OutputError(operation: "put in place", path: path, code: errno)
  }
  return written.sha256
}
