// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// The worker's stages that depend on a page's text.
struct TextStages {
  private let descriptions: [ComponentDescription]

  init(_ stages: [ComponentDescription]) {
    descriptions = stages.filter { $0.order.needs.contains { $0.effect == .readsText } }
  }

  func among(_ stages: [ResolvedComponent]) -> [ResolvedComponent] {
    stages.filter { stage in descriptions.contains { $0.name == stage.name } }
  }

  func among(_ stages: [DocumentRecord.Component]) -> [ResolvedComponent] { among(stages.map(\.resolved)) }

  func findings(of stages: [ResolvedComponent]) -> [FindingDescription] {
    descriptions.filter { stage in stages.contains { $0.name == stage.name } }.flatMap(\.findings)
  }
}
