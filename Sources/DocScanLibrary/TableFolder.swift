// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWriters

/// Writes tables to a folder, with one CSV file per table.
package enum TableFolder {
  /// Writes a table to `DOCUMENT-N.csv`, and creates the folders in the name. Throws if a different file exists, unless `overwrite` is set.
  package static func write(
    _ entry: LibraryTables.Entry, to folder: String, overwrite: Bool
  ) throws(BatchError) {
    guard !leadsElsewhere(entry.document) else { throw .output("\(entry.document) can't be used as a file name.") }
    let names = pathNames(entry.document)
    let path = "\(names.joined(separator: "/"))-\(entry.number).csv"
    guard let root = LibraryFolder.made(folder),
      names.count == 1 || root.makeFolder(names.dropLast().joined(separator: "/")) != nil
    else { throw .output("\(folder) cannot be written: check its permissions, or choose another folder.") }
    let bytes = Array(TableCSV.text(of: entry.table).utf8)
    if let there = root.contents(path), there == bytes { return }
    guard overwrite || !root.exists(path) else {
      throw .output(
        "\(folder)/\(path) exists already. Choose another folder, or replace it with --overwrite.")
    }
    guard root.write(bytes, to: path) else {
      throw .output("\(folder)/\(path) cannot be written: check the folder's permissions and the space on the disk.")
    }
  }
}
