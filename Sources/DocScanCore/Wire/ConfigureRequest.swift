// SPDX-License-Identifier: GPL-3.0-or-later

/// Build the stages, with the pipes of an engine where the pipeline has one.
package struct ConfigureRequest: JobRequest {
  package static let name = "configure"

  /// The stages are built.
  package struct Reply: JobReply {
    /// What the engine calls itself that has said hello; nil where there is none.
    package var engine: EngineIdentity?
    /// The networks that were loaded for the stages, and what runs them, with their versions.
    package var networks: [String: String]

    /// What was built.
    package init(engine: EngineIdentity?, networks: [String: String] = [:]) {
      (self.engine, self.networks) = (engine, networks)
    }

    package var bounded: Self {
      let networks = networks.sorted { $0.key < $1.key }.prefix(Self.mostNetworks)
      return Self(
        engine: engine.map { EngineIdentity(name: Self.name($0.name), version: Self.name($0.version)) },
        networks: networks.reduce(into: [:]) { $0[Self.name($1.key)] = Self.name($1.value) })
    }

    /// A pipeline uses fewer.
    private static let mostNetworks = 20

    /// A name or a version as reports and messages can show it.
    private static func name(_ text: String) -> String {
      text.replacing(where: \.isControl, with: "").prefix(scalars: 60)
    }
  }

  /// What to build.
  package var configuration: WorkerConfiguration
  /// Whether the pipes of an engine come with it.
  package var hasEngine: Bool

  /// A configuration.
  package init(_ configuration: WorkerConfiguration, hasEngine: Bool) {
    (self.configuration, self.hasEngine) = (configuration, hasEngine)
  }

  package var fileNames: [String] {
    hasEngine ? ["the engine's input", "the engine's output", "the engine's messages"] : []
  }
}

/// What a worker needs before its first document.
package struct WorkerConfiguration: Codable, Sendable {
  /// The key `pages` of the pipeline.
  package var pages: PageSettings
  /// The key `limits` of the pipeline.
  package var limits: LimitSettings
  /// The stages, in the order in which they run.
  package var stages: [ResolvedComponent]
  /// Stages as single pages have them: what they need is loaded now.
  package var variants: [ResolvedComponent]
  /// Whether these are built once now, so that what is wrong with them shows at once.
  package var checksVariants: Bool
  /// What encrypted PDFs are tried with.
  package var passwords: [String]

  /// What a pipeline asks of a worker.
  package init(
    pages: PageSettings, limits: LimitSettings, stages: [ResolvedComponent], variants: [ResolvedComponent],
    checksVariants: Bool = true, passwords: [String]
  ) {
    (self.passwords, self.pages, self.limits, self.stages) = (passwords, pages, limits, stages)
    (self.variants, self.checksVariants) = (variants, checksVariants)
  }
}
