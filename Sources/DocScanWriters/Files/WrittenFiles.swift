// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The files of a document as they were written, so that nobody has to read them again to know what is in them.
package final class WrittenFiles {
  private let folder: String
  /// By their paths in the document's folder.
  package private(set) var files: [String: ResultFile] = [:]

  /// Notes what is written to a folder.
  package init(folder: String) { self.folder = folder + "/" }

  /// Notes a file that is finished; one that is somewhere else does not count.
  package func note(_ file: ResultFile, at path: String) {
    if let name = DocScanCore.path(path, below: folder) { files[name] = file }
  }
}
