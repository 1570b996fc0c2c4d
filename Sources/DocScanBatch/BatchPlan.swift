// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// What a run would do, found without writing anything.
public struct BatchPlan: Hashable, Sendable {
  /// The documents, in the order in which they would be processed.
  public var documents: [Document]
  /// Inputs that are missing, and files that would be ignored.
  public var others: [DocumentOutcome]

  /// A document of a run to come.
  public struct Document: Hashable, Sendable {
    /// The name in the output folder.
    public var name: String
    /// The input file or folder.
    public var source: String
    /// The number of pages that would be processed; nil where they cannot be counted.
    public var pages: Int?
    /// What would become of it.
    public var action: Action
    /// What a person should know of it: why it has this name, or why its pages cannot be counted.
    public var notes: [String]
  }

  /// What would become of a document.
  public enum Action: Hashable, Sendable {
    /// There is no result yet.
    case new
    /// There is one, and it would be made again for this reason.
    case again(String)
    /// There is one that would be left as it is.
    case unchanged
  }
}
