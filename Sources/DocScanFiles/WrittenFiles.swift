// SPDX-License-Identifier: GPL-3.0-or-later

/// Records the sizes and digests of a document's files while they are written, so that they needn't be read again.
package final class WrittenFiles {
  private let folder: String
  /// The files by their paths, relative to the document's folder.
  package private(set) var files: [String: ResultFile] = [:]

  package init(folder: String) { self.folder = folder + "/" }

  /// Records a finished file. Files outside the folder are ignored.
  package func note(_ file: ResultFile, at path: String) {
    if let name = DocScanFiles.path(path, below: folder) { files[name] = file }
  }
}
