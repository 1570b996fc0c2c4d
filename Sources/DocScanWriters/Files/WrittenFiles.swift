// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// The files of a document as they were written, so that nobody has to read them again to know what is in them.
public final class WrittenFiles {
  private let folder: String
  /// By their paths in the document's folder.
  public private(set) var files: [String: ResultFile] = [:]

  /// Notes what is written to a folder.
  public init(folder: String) { self.folder = folder + "/" }

  /// Notes a file that is finished; one that is somewhere else does not count.
  public func note(_ file: ResultFile, at path: String) {
    if let name = DocScanCore.path(path, below: folder) { files[name] = file }
  }
}
