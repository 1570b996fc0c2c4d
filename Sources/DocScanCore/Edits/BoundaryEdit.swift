// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person decided about a place in a pile of pages: that a document begins there, or that the pages belong together.
///
/// It is kept with the input, whether that was divided or not. Documents are made when the pile is, so it is applied by the next run
/// of the input's pipeline.
package struct BoundaryEdit: Codable, Hashable, Sendable {
  /// Tells it from the other decisions about its input.
  package var id: String
  /// SHA-256 of the input's bytes in which the person saw the pages, in hexadecimal digits.
  package var sha256: String
  /// The page before which the place is, as the input counts them, from 2.
  package var page: Int
  /// Whether a document begins there.
  package var isCut: Bool
  /// Who decided.
  package var by: String
  /// When, in ISO 8601.
  package var at: String
  /// When it was undone; nil while it holds.
  package var undone: String?

  /// A decision about the place before a page.
  package init(id: String, sha256: String, page: Int, isCut: Bool, by: String, at: String) {
    (self.id, self.sha256, self.page, self.isCut) = (id, sha256, page, isCut)
    (self.by, self.at) = (by, at)
  }
}

extension EditList {
  /// The decisions about places in the pile that hold, the last one of each place, in the order of the pages.
  package var standingBoundaries: [BoundaryEdit] {
    let standing = (boundaries ?? []).filter { $0.undone == nil }
    return Dictionary(standing.map { ($0.page, $0) }, uniquingKeysWith: { $1 }).values.sorted { $0.page < $1.page }
  }

  /// The ids of the decisions that a run has to make, because they are not about text: about whole pages, their order, places in a
  /// pile, and settings; nil without any.
  package var standingForRun: [String]? {
    let pages = (pages ?? []).filter { $0.undone == nil }.map(\.id)
    let settings = (settings ?? []).filter { $0.undone == nil }.map(\.id)
    let ids = pages + (standingOrder.map { [$0.id] } ?? []) + settings + standingBoundaries.map(\.id)
    return ids.isEmpty ? nil : ids
  }
}
