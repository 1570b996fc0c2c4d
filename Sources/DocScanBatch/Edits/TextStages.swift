// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// The stages of the worker that look at a page's text, whatever made it.
struct TextStages {
  private let descriptions: [ComponentDescription]

  init(_ stages: [ComponentDescription]) {
    descriptions = stages.filter { $0.order.needs.contains { $0.effect == .readsText } }
  }

  /// Those of a pipeline's stages that look at text.
  func among(_ stages: [ResolvedComponent]) -> [ResolvedComponent] {
    stages.filter { stage in descriptions.contains { $0.name == stage.name } }
  }

  /// The same of the stages of a record.
  func among(_ stages: [DocumentRecord.Component]) -> [ResolvedComponent] { among(stages.map(\.resolved)) }

  /// What those of a pipeline's stages may find that look at text.
  func findings(of stages: [ResolvedComponent]) -> [FindingDescription] {
    descriptions.filter { stage in stages.contains { $0.name == stage.name } }.flatMap(\.findings)
  }
}
