// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A folder of a document with one file for each page, such as `pages/0001.json`.
struct PageFolder {
  private let path: String
  private let ending: String
  private let files: WrittenFiles?

  /// Creates the folder.
  init(_ name: String, ending: String, of destination: WriterDestination) throws(OutputError) {
    path = "\(destination.directory)/\(name)"
    self.ending = ending
    files = destination.files
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw OutputError(operation: "create", path: path, code: errno)
    }
  }

  /// The file of the page with this number, relative to the document's folder.
  static func fileName(page number: Int, in folder: String, ending: String) -> String {
    let digits = String(number)
    return "\(folder)/\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).\(ending)"
  }

  /// Creates the file of the page with this number.
  func file(page number: Int) throws(OutputError) -> OutputFile {
    try OutputFile(path: Self.fileName(page: number, in: path, ending: ending), notedIn: files)
  }
}
