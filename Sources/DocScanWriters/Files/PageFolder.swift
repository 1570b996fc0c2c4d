// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import Glibc

/// A subfolder of a document's folder with one file per page, such as `pages/0001.json`. It is created with its first file.
struct PageFolder {
  private let directory, name: String
  private let ending: String
  private let files: WrittenFiles?

  init(_ name: String, ending: String, of destination: WriterDestination) {
    (directory, self.name, self.ending, files) = (destination.directory, name, ending, destination.files)
  }

  /// Returns the path of a page's file, relative to the document's folder.
  static func fileName(page number: Int, in folder: String, ending: String) -> String {
    let digits = String(number)
    return "\(folder)/\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).\(ending)"
  }

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
