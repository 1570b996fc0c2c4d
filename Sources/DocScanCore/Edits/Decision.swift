// SPDX-License-Identifier: GPL-3.0-or-later

/// What people decide has an id, an author and a time, and can be undone.
package protocol Decided: Codable, Hashable, Sendable {
  /// Tells it from the other decisions about its document.
  var id: String { get }
  /// Who decided.
  var by: String { get }
  /// When, in ISO 8601.
  var at: String { get }
  /// When it was undone; nil while it holds.
  var undone: String? { get set }
}

extension Edit: Decided {}
extension PageEdit: Decided {}
extension PageOrder: Decided {}
extension SettingsEdit: Decided {}
extension NameEdit: Decided {}
extension BoundaryEdit: Decided {}

/// Something that a person decided about a document.
package enum Decision: Hashable, Sendable {
  /// About text, a field, or a border of a table.
  case text(Edit)
  /// About a page as a whole.
  case page(PageEdit)
  /// About the order of the pages.
  case order(PageOrder)
  /// About the settings that the document is read with.
  case settings(SettingsEdit)
  /// About the document's name.
  case name(NameEdit)
  /// About a place in a pile of pages.
  case boundary(BoundaryEdit)

  /// What was decided.
  package var content: any Decided {
    switch self {
    case .text(let edit): edit
    case .page(let edit): edit
    case .order(let order): order
    case .settings(let edit): edit
    case .name(let edit): edit
    case .boundary(let edit): edit
    }
  }

  /// Whether nobody has undone it.
  package var holds: Bool { content.undone == nil }

  /// The same, undone.
  package func undone(at time: String) -> Decision {
    func ended<Content: Decided>(_ content: Content) -> Content {
      var content = content
      content.undone = time
      return content
    }
    return switch self {
    case .text(let edit): .text(ended(edit))
    case .page(let edit): .page(ended(edit))
    case .order(let order): .order(ended(order))
    case .settings(let edit): .settings(ended(edit))
    case .name(let edit): .name(ended(edit))
    case .boundary(let edit): .boundary(ended(edit))
    }
  }
}
