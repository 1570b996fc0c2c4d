// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// A folder of a document with one file for each page, such as `pages/0001.json`; without files there is no folder.
struct PageFolder {
  /// The document's folder, and the name of this one in it.
  private let directory, name: String
  private let ending: String
  private let files: WrittenFiles?

  init(_ name: String, ending: String, of destination: WriterDestination) {
    (directory, self.name, self.ending, files) = (destination.directory, name, ending, destination.files)
  }

  /// The file of the page with this number, relative to the document's folder.
  static func fileName(page number: Int, in folder: String, ending: String) -> String {
    let digits = String(number)
    return "\(folder)/\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).\(ending)"
  }

  /// Creates the file of the page with this number, and the folder where there is none yet.
  func file(page number: Int) throws(OutputError) -> OutputFile {
    var path = directory
    for part in pathNames(name) {
      path += "/" + part
      guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
        throw OutputError(operation: "create", path: path, code: errno)
      }
    }
    return try OutputFile(path: Self.fileName(page: number, in: path, ending: ending), notedIn: files)
  }
}
