// SPDX-License-Identifier: GPL-3.0-or-later

/// The description of a stage or writer, for the help, the schema, and the validation of pipeline files.
public struct ComponentDescription: Codable, Hashable, Sendable {
  /// The name in pipeline files.
  public let name: String
  /// A summary in one sentence.
  public let abstract: String
  /// The settings that pipeline files can contain.
  public let table: SettingTable
  /// The constraints on the order of stages. Empty for a writer.
  public let order: StageOrder
  /// The findings that the stage adds to the page JSON. Empty for most stages.
  public let findings: [FindingDescription]

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - name: The name in pipeline files.
  ///   - abstract: A summary in one sentence.
  ///   - settings: The settings, in the order in which the help lists them.
  ///   - order: The constraints on the order of stages.
  ///   - finding: The main finding of the stage, if any.
  ///   - also: Additional findings of the stage.
  public init(
    name: String, abstract: String, settings: [AnySetting], order: StageOrder = StageOrder(),
    finding: FindingDescription? = nil, also: [FindingDescription] = []
  ) {
    (self.name, self.abstract) = (name, abstract)
    self.table = SettingTable(settings)
    (self.order, findings) = (order, [finding].compactMap(\.self) + also)
  }
}

/// An effect of a stage that determines its order, or how the stage is run.
public enum StageEffect: String, Codable, Hashable, Sendable {
  /// The stage moves, rotates, bends, or crops the picture.
  case movesPicture
  /// The stage can split a page into several.
  case dividesPage
  /// The stage cleans the picture that is recognized.
  case cleansPicture
  /// The stage can mark a page as blank, so that recognition is skipped.
  case marksBlank
  /// The stage reads text. Its result is only reused if all stages are unchanged.
  case readsText
  /// The stage also runs on a PDF page that keeps its own text. There, corrections would turn that text into a picture.
  case worksBesideEmbeddedText
}

/// The effects of a stage, and the effects that must happen before it.
public struct StageOrder: Codable, Hashable, Sendable {
  /// An effect that no later stage may have, with the reason.
  public struct Need: Codable, Hashable, Sendable {
    /// The effect that no later stage may have.
    public let effect: StageEffect
    /// The end of an error message about the other stage, such as "moves the picture, and the words would be elsewhere".
    public let otherwise: String

    /// Creates a constraint.
    ///
    /// - Parameters:
    ///   - effect: The effect that no later stage may have.
    ///   - otherwise: The end of an error message about the other stage.
    public init(_ effect: StageEffect, otherwise: String) { (self.effect, self.otherwise) = (effect, otherwise) }
  }

  /// The effects of the stage.
  public let effects: [StageEffect]
  /// The constraints, the most important first.
  public let needs: [Need]

  /// Creates an order.
  ///
  /// - Parameters:
  ///   - effects: The effects of the stage.
  ///   - needs: The constraints, the most important first.
  public init(effects: [StageEffect] = [], needs: [Need] = []) { (self.effects, self.needs) = (effects, needs) }

  /// Returns the first constraint that a later stage violates, or `nil` if it violates none.
  func unmetNeed(if other: StageOrder) -> Need? { needs.first { other.effects.contains($0.effect) } }
}

extension Pipeline {
  /// Throws an error if the pipeline has no stages or writers, or if the order of its stages is invalid. `descriptions` contains all available
  /// stages. Stages that an override omits don't affect the order.
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
          message: "\"\(late.name)\" must come before \"\(early.name)\": it \(need.otherwise). This order works: "
            + "\(Self.workingOrder(orders).joined(separator: ", ")).")
      }
    }
  }

  /// Returns the stages in a valid order that is as close as possible to the given one.
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
