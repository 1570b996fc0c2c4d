// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// All reviewers' decisions about a document: the content of `<name>.edits.json`, schema `docscan-edits/1`.
package struct EditList: Hashable, Sendable {
  package static let schema = "docscan-edits/1"

  package private(set) var schema = Self.schema
  /// The decisions, in chronological order within each kind.
  package private(set) var decisions: [Decision]

  package init(_ edits: [Edit] = []) { decisions = edits.map(Decision.text) }

  /// Adds a decision, whose identifier must be unique. Use ``nextID``.
  package mutating func add(_ decision: Decision) { decisions.append(decision) }

  /// Undoes the decisions with these identifiers that are in effect. Returns whether any were undone.
  @discardableResult
  package mutating func takeBack(_ ids: Set<String>, at time: String) -> Bool {
    let taken = decisions.indices.filter { decisions[$0].holds && ids.contains(decisions[$0].content.id) }
    for index in taken { decisions[index] = decisions[index].undone(at: time) }
    return !taken.isEmpty
  }

  /// Renames the file of a document that has a single one, which is known by its digest, so that edits from before the file was renamed apply.
  package mutating func rename(fileWith sha256: String, to name: String) {
    func renamed(_ places: [PageOrder.Place]) -> [PageOrder.Place] {
      places.map { PageOrder.Place(source: name, sourcePage: $0.sourcePage) }
    }
    decisions = decisions.map { decision in
      switch decision {
      case .text(var edit) where edit.sha256 == sha256:
        edit.source = name
        return .text(edit)
      case .page(var edit) where edit.sha256 == sha256:
        edit.source = name
        return .page(edit)
      case .order(var order) where order.sha256 == sha256:
        (order.pages, order.leftOut) = (renamed(order.pages), renamed(order.leftOut))
        return .order(order)
      case .text, .page, .order, .settings, .name, .boundary: return decision
      }
    }
  }

  package var nextID: String { String((decisions.compactMap { Int($0.content.id) }.max() ?? 0) + 1) }

  package var standing: [Decision] { decisions.filter(\.holds) }

  package var edits: [Edit] { decisions.compactMap { if case .text(let edit) = $0 { edit } else { nil } } }
  package var pages: [PageEdit] { decisions.compactMap { if case .page(let edit) = $0 { edit } else { nil } } }
  /// The page orders, in chronological order. The last one that is in effect applies.
  package var orders: [PageOrder] { decisions.compactMap { if case .order(let order) = $0 { order } else { nil } } }
  package var settings: [SettingsEdit] {
    decisions.compactMap { if case .settings(let edit) = $0 { edit } else { nil } }
  }
  package var names: [NameEdit] { decisions.compactMap { if case .name(let edit) = $0 { edit } else { nil } } }
  package var boundaries: [BoundaryEdit] {
    decisions.compactMap { if case .boundary(let edit) = $0 { edit } else { nil } }
  }
}

extension Collection where Element: Decided {
  package var standing: [Element] { filter { $0.undone == nil } }
}

extension EditList {
  /// The order of pages that is in effect, or `nil` for the order of the input.
  package var standingOrder: PageOrder? { orders.standing.last }

  /// The settings that are in effect for the document. For each key, the last decision applies.
  package var standingSettings: [SettingsEdit.Change] {
    settings.standing.flatMap(\.changes).filter(\.isDecidable).replacing([])
  }

  /// The decisions about boundaries that are in effect, sorted by page. For each page, the last decision applies.
  package var standingBoundaries: [BoundaryEdit] {
    Dictionary(boundaries.standing.map { ($0.page, $0) }, uniquingKeysWith: { $1 }).values.sorted { $0.page < $1.page }
  }

  /// The name that reviewers chose, or the original name if all renames were undone, or `nil` if there were none.
  package var wantedName: String? { names.standing.last?.new ?? names.first?.old }

  /// The identifiers of decisions that need a new run, because they change whole pages, page order, boundaries, or settings. `nil` if there are none.
  package var standingForRun: [String]? {
    let ids =
      pages.standing.map(\.id) + (standingOrder.map { [$0.id] } ?? []) + settings.standing.map(\.id)
      + standingBoundaries.map(\.id)
    return ids.isEmpty ? nil : ids
  }
}

extension EditList: Codable {
  /// Each kind of decision has its own list. Empty lists are omitted, except for `edits`.
  private enum CodingKeys: String, CodingKey {
    case schema, edits, pages, orders, settings, names, boundaries
  }

  package init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: CodingKeys.self)
    func list<Content: Decided>(_ key: CodingKeys, _ kind: (Content) -> Decision) throws -> [Decision] {
      try file.decodeIfPresent([Content].self, forKey: key)?.map(kind) ?? []
    }
    schema = try file.decode(String.self, forKey: .schema)
    decisions =
      try file.decode([Edit].self, forKey: .edits).map(Decision.text) + list(.pages, Decision.page)
      + list(.orders, Decision.order) + list(.settings, Decision.settings) + list(.names, Decision.name)
      + list(.boundaries, Decision.boundary)
  }

  package func encode(to encoder: any Encoder) throws {
    var file = encoder.container(keyedBy: CodingKeys.self)
    func write(_ content: [some Decided], _ key: CodingKeys) throws {
      if !content.isEmpty { try file.encode(content, forKey: key) }
    }
    try file.encode(schema, forKey: .schema)
    try file.encode(edits, forKey: .edits)
    try write(pages, .pages)
    try write(orders, .orders)
    try write(settings, .settings)
    try write(names, .names)
    try write(boundaries, .boundaries)
  }
}
