// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A writer that a pipeline names, with its settings.
public struct ChosenWriter: Sendable {
  /// What writes.
  public let type: any DocumentWriter.Type
  /// What the pipeline file says of it, with every default filled in.
  public let settings: ResolvedSettings

  /// Its name in the pipeline file.
  public var name: String { type.description.name }

  /// A writer with these settings.
  package init(_ type: any DocumentWriter.Type, settings: ResolvedSettings = ResolvedSettings(values: [:])) {
    (self.type, self.settings) = (type, settings)
  }

  /// The writers that a pipeline names, in its order, among those there are; a name that none of them has is left out.
  package static func all(
    _ components: [ResolvedComponent], among types: [any DocumentWriter.Type] = builtInWriters
  ) -> [ChosenWriter] {
    components.compactMap { component in
      types.first { $0.description.name == component.name }.map { ChosenWriter($0, settings: component.settings) }
    }
  }
}
