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
  /// What in the original keeps a PDF that is made from it from being PDF/A, in whole sentences.
  public var archivalObstacles: [String]

  /// Of an original that is no PDF nothing is known.
  public init(
    directory: String, baseName: String, metadata: DocumentMetadata = DocumentMetadata(),
    archivalObstacles: [String] = []
  ) {
    self.directory = directory
    self.baseName = baseName
    self.metadata = metadata
    self.archivalObstacles = archivalObstacles
  }

  /// The path of the file with this ending, such as "pdf".
  func path(ending: String) -> String { "\(directory)/\(baseName).\(ending)" }
}
