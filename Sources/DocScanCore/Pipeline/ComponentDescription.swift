// SPDX-License-Identifier: GPL-3.0-or-later

/// A stage or a writer, as the help, the schema and the pipeline file know it.
public struct ComponentDescription: Codable, Hashable, Sendable {
  /// What the pipeline file calls it.
  public let name: String
  /// One sentence.
  public let abstract: String
  /// The keys that the pipeline file may have for it.
  public let table: SettingTable
  /// What other stages have to know of this one; a writer has nothing of the kind.
  public let order: StageOrder
  /// What a stage adds to the page JSON; nothing for most.
  public let findings: [FindingDescription]

  /// A stage or a writer, with its settings in the order in which help lists them; `also` is what it finds beside `finding`.
  public init(
    name: String, abstract: String, settings: [AnySetting], order: StageOrder = StageOrder(),
    finding: FindingDescription? = nil, also: [FindingDescription] = []
  ) {
    (self.name, self.abstract) = (name, abstract)
    self.table = SettingTable(settings)
    (self.order, findings) = (order, [finding].compactMap(\.self) + also)
  }
}
