// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person calls a document: later runs keep the name.
public struct NameEdit: Codable, Hashable, Sendable {
  /// Tells it from the other decisions about its document.
  public var id: String
  /// The name that the document had.
  public var old: String
  /// The name that it gets.
  public var new: String
  /// Who decided.
  public var by: String
  /// When, in ISO 8601.
  public var at: String
  /// When it was undone; nil while it holds.
  public var undone: String?

  /// A name for a document.
  public init(id: String, old: String, new: String, by: String, at: String) {
    (self.id, self.old, self.new, self.by, self.at) = (id, old, new, by, at)
  }
}

extension EditList {
  /// The name that people want: the last one that holds, or the one before all of them; nil where nobody has decided.
  public var wantedName: String? {
    guard let names, let first = names.first else { return nil }
    return names.last { $0.undone == nil }?.new ?? first.old
  }
}
