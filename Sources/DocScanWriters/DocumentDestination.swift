// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// Where a document's files go, and what is known of the document beforehand.
public struct DocumentDestination: Hashable, Sendable {
  /// The document's folder, which exists.
  public var directory: String
  /// The name of its files, without their endings.
  public var baseName: String
  /// What the original says of itself.
  public var metadata: DocumentMetadata

  /// Of an original that is no PDF nothing is known.
  public init(directory: String, baseName: String, metadata: DocumentMetadata = DocumentMetadata()) {
    self.directory = directory
    self.baseName = baseName
    self.metadata = metadata
  }

  /// The path of the file with this ending, such as "pdf".
  func path(ending: String) -> String { "\(directory)/\(baseName).\(ending)" }
}
