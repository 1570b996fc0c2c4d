// SPDX-License-Identifier: GPL-3.0-or-later

/// What people decided about a document: the content of `<name>.edits.json`, schema `docscan-edits/1`.
package struct EditList: Hashable, Sendable {
  /// The name of the format, with its version.
  package static let schema = "docscan-edits/1"

  /// The name of the format that it was read in.
  package private(set) var schema = Self.schema
  /// All decisions; those of one kind in the order in which they were made.
  package private(set) var decisions: [Decision]

  /// A list of decisions about text.
  package init(_ edits: [Edit] = []) { decisions = edits.map(Decision.text) }

  /// Adds a decision, which has to have an id that no other has: ``nextID``.
  package mutating func add(_ decision: Decision) { decisions.append(decision) }

  /// Takes decisions back that hold, by their ids; says whether there were any.
  @discardableResult
  package mutating func takeBack(_ ids: Set<String>, at time: String) -> Bool {
    let taken = decisions.indices.filter { decisions[$0].holds && ids.contains(decisions[$0].content.id) }
    for index in taken { decisions[index] = decisions[index].undone(at: time) }
    return !taken.isEmpty
  }

  /// A number that no decision about the document has.
  package var nextID: String { String((decisions.compactMap { Int($0.content.id) }.max() ?? 0) + 1) }

  /// The decisions that hold.
  package var standing: [Decision] { decisions.filter(\.holds) }

  /// Those about text, in the order in which they were made.
  package var edits: [Edit] { decisions.compactMap { if case .text(let edit) = $0 { edit } else { nil } } }
  /// Those about whole pages.
  package var pages: [PageEdit] { decisions.compactMap { if case .page(let edit) = $0 { edit } else { nil } } }
  /// Chosen orders of the pages, of which the last that was not undone holds.
  package var orders: [PageOrder] { decisions.compactMap { if case .order(let order) = $0 { order } else { nil } } }
  /// Those about settings.
  package var settings: [SettingsEdit] {
    decisions.compactMap { if case .settings(let edit) = $0 { edit } else { nil } }
  }
  /// Those about the name.
  package var names: [NameEdit] { decisions.compactMap { if case .name(let edit) = $0 { edit } else { nil } } }
  /// Those about where documents begin in the pile that it is.
  package var boundaries: [BoundaryEdit] {
    decisions.compactMap { if case .boundary(let edit) = $0 { edit } else { nil } }
  }
}

extension Collection where Element: Decided {
  /// Those that hold, in order.
  package var standing: [Element] { filter { $0.undone == nil } }
}

extension EditList {
  /// The order of pages that holds; nil for the input's.
  package var standingOrder: PageOrder? { orders.standing.last }

  /// The settings that hold for the document, one for each key: a later decision replaces what an earlier one says of it.
  package var standingSettings: [SettingsEdit.Change] { settings.standing.flatMap(\.changes).replacing([]) }

  /// The decisions about places in the pile that hold, the last one of each place, in the order of the pages.
  package var standingBoundaries: [BoundaryEdit] {
    Dictionary(boundaries.standing.map { ($0.page, $0) }, uniquingKeysWith: { $1 }).values.sorted { $0.page < $1.page }
  }

  /// The name that people want: the last one that holds, or the one before all of them; nil if nobody has decided.
  package var wantedName: String? { names.standing.last?.new ?? names.first?.old }

  /// The ids of the decisions that a run has to make, because they are not about text: about whole pages, their order, places in a
  /// pile, and settings; nil without any.
  package var standingForRun: [String]? {
    let ids =
      pages.standing.map(\.id) + (standingOrder.map { [$0.id] } ?? []) + settings.standing.map(\.id)
      + standingBoundaries.map(\.id)
    return ids.isEmpty ? nil : ids
  }
}

extension EditList: Codable {
  /// The file has a list for each kind; one of which there is nothing is left out, but for that about text.
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
