// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a document's files go, and what they are called.
public struct DocumentDestination: Hashable, Sendable {
  /// The document's folder, which exists.
  public var directory: String
  /// The name of its files, without their endings.
  public var baseName: String
  /// The title that a reader shows.
  public var title: String

  /// Without a title the base name stands in for it.
  public init(directory: String, baseName: String, title: String? = nil) {
    self.directory = directory
    self.baseName = baseName
    self.title = title ?? baseName
  }

  /// The path of the file with this ending, such as "pdf".
  func path(ending: String) -> String { "\(directory)/\(baseName).\(ending)" }
}
