// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import FoundationEssentials

/// A reviewer's decision, which has an identifier, an author, and a date, and can be undone.
package protocol Decided: Codable, Hashable, Sendable {
  /// The identifier, which is unique among the decisions about a document.
  var id: String { get }
  var by: String { get }
  var at: String { get }
  var undone: String? { get set }
}

extension Decided {
  package var moment: String { DocScanCore.moment(at) }
}

extension Edit: Decided {}
extension PageEdit: Decided {}
extension PageOrder: Decided {}
extension SettingsEdit: Decided {}
extension NameEdit: Decided {}
extension BoundaryEdit: Decided {}

/// A reviewer's decision about a document.
package enum Decision: Hashable, Sendable {
  /// The date of a decision that is made now, in ISO 8601. Milliseconds keep the order of quick decisions about several documents.
  package static var now: String { Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }

  case text(Edit)
  case page(PageEdit)
  case order(PageOrder)
  case settings(SettingsEdit)
  case name(NameEdit)
  case boundary(BoundaryEdit)

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

  package var holds: Bool { content.undone == nil }

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
