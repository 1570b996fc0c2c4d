// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person calls a document: later runs keep the name.
package struct NameEdit: Codable, Hashable, Sendable {
  /// Tells it from the other decisions about its document.
  package var id: String
  /// The name that the document had.
  package var old: String
  /// The name that it gets.
  package var new: String
  /// Who decided.
  package var by: String
  /// When, in ISO 8601.
  package var at: String
  /// When it was undone; nil while it holds.
  package var undone: String?

  /// A name for a document.
  package init(id: String, old: String, new: String, by: String, at: String) {
    (self.id, self.old, self.new, self.by, self.at) = (id, old, new, by, at)
  }
}

extension EditList {
  /// The name that people want: the last one that holds, or the one before all of them; nil where nobody has decided.
  package var wantedName: String? {
    guard let names, let first = names.first else { return nil }
    return names.last { $0.undone == nil }?.new ?? first.old
  }
}
