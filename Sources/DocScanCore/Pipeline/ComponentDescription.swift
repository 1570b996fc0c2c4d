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

/// What a stage does that other stages, or whoever runs them, have to know.
public enum StageEffect: String, Codable, Hashable, Sendable {
  /// It moves, turns, bends or cuts the picture.
  case movesPicture
  /// It may make several pages of one.
  case dividesPage
  /// It cleans what is read.
  case cleansPicture
  /// It decides that a page is blank, so that nothing is read.
  case marksBlank
  /// It reads text, which is never taken over in part: it reads again unless every stage is the same.
  case readsText
  /// It also runs on a page whose own text stays, where corrections would make a picture of that text.
  case worksBesideOwnText
}

/// Where a stage may be in a pipeline: what it does, and what has to be done before it runs.
public struct StageOrder: Codable, Hashable, Sendable {
  /// What no later stage may do, and what would go wrong if one did.
  public struct Need: Codable, Hashable, Sendable {
    /// The effect that no later stage may have.
    public let effect: StageEffect
    /// The end of a sentence about the other stage, such as "moves the picture, and the words would lie elsewhere".
    public let otherwise: String

    /// An effect, and the end of a sentence about a stage that has it too late.
    public init(_ effect: StageEffect, otherwise: String) { (self.effect, self.otherwise) = (effect, otherwise) }
  }

  /// What the stage does to the page.
  public let effects: [StageEffect]
  /// The most important first.
  public let needs: [Need]

  /// What a stage does, and what has to be done before it runs.
  public init(effects: [StageEffect] = [], needs: [Need] = []) { (self.effects, self.needs) = (effects, needs) }

  /// What this stage needs of another one that runs after it; nil if they may stand in this order.
  func unmetNeed(if other: StageOrder) -> Need? { needs.first { other.effects.contains($0.effect) } }
}

extension Pipeline {
  /// Fails where nothing would be done or written, and where the stages are in an order that cannot work.
  ///
  /// `descriptions` are those of the stages that there are. What an override leaves out changes no order.
  package func checkIsWorkable(stages descriptions: [ComponentDescription]) throws(PipelineError) {
    guard !stages.isEmpty else {
      throw .invalid(
        path: "stages",
        message: "no stage is named, so nothing would be done with the pages. To read their text, write: "
          + "\"stages\": [{\"stage\": \"recognize\"}]. All stages: docscan help pipeline")
    }
    guard !output.writers.isEmpty else {
      throw .invalid(
        path: "output.writers",
        message: "no writer is named, so nothing would be written. For searchable PDFs and text, write: "
          + "\"output\": {\"writers\": [{\"writer\": \"pdf\"}, {\"writer\": \"text\"}]}. All writers: docscan help pipeline"
      )
    }
    let orders = stages.map { stage in
      (name: stage.name, order: descriptions.first { $0.name == stage.name }?.order ?? StageOrder())
    }
    for (index, late) in orders.enumerated() {
      for early in orders[..<index] {
        guard let need = early.order.unmetNeed(if: late.order) else { continue }
        throw .invalid(
          path: "stages[\(index)]",
          message: "\"\(late.name)\" has to come before \"\(early.name)\": it \(need.otherwise). This order works: "
            + "\(Self.workingOrder(orders).joined(separator: ", ")).")
      }
    }
  }

  /// The stages in an order that works and is as near as possible to theirs.
  private static func workingOrder(_ stages: [(name: String, order: StageOrder)]) -> [String] {
    var rest = stages
    var result: [String] = []
    while !rest.isEmpty {
      let index =
        rest.firstIndex { stage in
          rest.allSatisfy { $0.name == stage.name || stage.order.unmetNeed(if: $0.order) == nil }
        }
        ?? 0
      result.append(rest.remove(at: index).name)
    }
    return result
  }
}
