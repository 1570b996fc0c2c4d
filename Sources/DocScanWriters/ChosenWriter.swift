// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A writer chosen by a pipeline, with its settings.
public struct ChosenWriter: Sendable {
  /// The class that writes the files.
  public let type: any DocumentWriter.Type
  /// The writer's settings in the pipeline file, with defaults filled in.
  public let settings: ResolvedSettings

  /// The writer's name in the pipeline file.
  public var name: String { type.description.name }

  package init(_ type: any DocumentWriter.Type, settings: ResolvedSettings = ResolvedSettings(values: [:])) {
    (self.type, self.settings) = (type, settings)
  }

  /// Returns the writers that a pipeline names, in its order. Unknown names are left out.
  package static func all(
    _ components: [ResolvedComponent], among types: [any DocumentWriter.Type] = builtInWriters
  ) -> [ChosenWriter] {
    components.compactMap { component in
      types.first { $0.description.name == component.name }.map { ChosenWriter($0, settings: component.settings) }
    }
  }
}
